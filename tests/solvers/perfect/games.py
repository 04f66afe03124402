"""A game of dice that is written for these tests."""

PIG = """
game(pig, [
    players : [first, second],
    params : [sides = 3, turns = 2, goal = 4],
    variables : [score(first) = 0, score(second) = 0, pot = 0, left = 2 * $turns],

    flow : take_turns(turn, until(over)),

    turn : (pot gets 0, dare, left gets $left - 1),

    dare :
        (choose($player, What, member(What, [roll, hold])),
         reveal($opponent, What),
         if(What = roll, roll, score($player) gets $score($player) + $pot)),

    roll :
        (choose(nature, Die, between(1, $sides, Die)),
         reveal(first, Die),
         reveal(second, Die),
         if(Die > 1,
            (pot gets $pot + Die,
             if($score($player) + $pot >= $goal, score($player) gets $goal, dare)))),

    over : ($left =:= 0 -> paid),

    paid :
        (Margin is sign($score(first) - $score(second)),
         Other is -Margin,
         outcome([Margin, Other]))
]).
"""
