"""Regret minimisation by plain recursion over histories, with dictionaries: slow, obvious, independent of ours."""

from __future__ import annotations

from galakit.rules.contract import CHANCE, END


class Learner:
    """A player's tables, by what he knows; `rule(R, r, t)` gives the new regret and what the strategy follows."""

    def __init__(self, rule, gamma):
        self.rule, self.gamma = rule, gamma
        self.start, self.regret, self.strategy, self.total, self.parent = {}, {}, {}, {}, {}
        self.tied = False

    def at(self, facts, moves, parent):
        if facts not in self.strategy:
            self.regret[facts] = [0.0] * moves
            self.strategy[facts] = self.start[facts]
            self.total[facts] = [0.0] * moves
            self.parent[facts] = parent
        return self.strategy[facts]

    def learn(self, instantaneous, t):
        for facts, gains in instantaneous.items():
            pairs = [self.rule(old, r, t) for old, r in zip(self.regret[facts], gains)]
            self.regret[facts] = [new for new, _ in pairs]
            self.tied |= any(0 < abs(x) < 1e-12 for pair in pairs for x in pair) and len(pairs) > 1
            follow = [max(0.0, q) for _, q in pairs]
            whole = sum(follow)
            self.strategy[facts] = [q / whole if whole > 0 else 1 / len(follow) for q in follow]

    def remember(self, t):
        decay = ((t - 1) / t) ** self.gamma(t)
        for facts, shares in self.strategy.items():
            reach = self.reach(self.parent[facts])
            self.total[facts] = [s * decay + reach * p for s, p in zip(self.total[facts], shares)]

    def reach(self, sequence):
        if not sequence:
            return 1.0
        facts, index = sequence
        return self.reach(self.parent[facts]) * self.strategy[facts][index]


class Reference:
    def __init__(self, rules, rule, gamma, together=False):
        self.rules, self.together = rules, together
        self.learners = [Learner(rule, gamma) for _ in rules.players]
        self.t = 0

    def iterate(self):
        self.t += 1
        players = range(len(self.learners))
        if self.together:
            found = [self.regrets(p) for p in players]
            for p in players:
                self.learners[p].learn(found[p], self.t)
                self.learners[p].remember(self.t)
        else:
            for p in players:
                self.learners[p].learn(self.regrets(p), self.t)
                self.learners[p].remember(self.t)

    def tied(self):
        """Whether some move was as good as others up to rounding."""
        return any(learner.tied for learner in self.learners)

    def regrets(self, player):
        """Instantaneous counterfactual regrets of a player."""
        n = len(self.rules.players)
        opening = self.rules.start()
        facts = [()] * n
        for p, fact in opening.observations:
            facts[p] += (self.rules.write(fact),)
        found = {}
        self.visit(player, opening.state, facts, [()] * n, 1.0, float(opening.payoffs[player]), found)
        return found

    def visit(self, player, state, facts, sequences, others, paid, found):
        """The expected payoff below, given that the player plays towards it."""
        mover = state.mover
        if mover == END:
            return paid
        facts = list(facts)
        labels = [self.rules.write(m) for m in state.moves]
        if mover == CHANCE:
            shares = [float(p) for p in state.probabilities]
        else:
            facts[mover] += (f"choosing([{','.join(labels)}])",)
            here = facts[mover]
            shares = list(self.learners[mover].at(here, len(labels), sequences[mover]))
        values = []
        for index, label in enumerate(labels):
            step = state.after(index)
            new, own = list(facts), list(sequences)
            if mover != CHANCE:
                new[mover] += (f"chose({label})",)
                own[mover] = (here, index)
            for p, fact in step.observations:
                new[p] += (self.rules.write(fact),)
            reach = others if mover == player else others * shares[index]
            values.append(self.visit(player, step.state, new, own, reach, paid + float(step.payoffs[player]), found))
        value = sum(s * v for s, v in zip(shares, values))
        if mover == player:
            sums = found.setdefault(here, [0.0] * len(values))
            for index, v in enumerate(values):
                sums[index] += others * (v - value)
        return value


def fade(t, a):
    return 0.0 if t == 0 else t**a / (t**a + 1)


def rules_of(last):
    """(R, r, t) -> (new R, what the strategy follows), and gamma, as the papers have them."""

    def cfr(old, r, t):
        return old + r, old + r

    def cfr_plus(old, r, t):
        new = max(0.0, old + r)
        return new, new

    def lcfr(old, r, t):
        new = old * (t - 1) / t + r
        return new, new

    def dcfr(alpha, beta):
        def rule(old, r, t):
            new = old * fade(t - 1, alpha(t) if old > 0 else beta(t)) + r
            return new, new

        return rule

    def pcfr_plus(old, r, t):
        new = max(0.0, old + r)
        return new, new + r

    def pdcfr_plus(old, r, t):
        new = max(0.0, old * fade(t - 1, 2.3) + r)
        return new, new * fade(t, 2.3) + r

    def scheduled(t):
        return 30 - 5 * t / last

    return {
        "cfr": (cfr, lambda t: 0),
        "cfr+": (cfr_plus, lambda t: 1),
        "lcfr": (lcfr, lambda t: 1),
        "dcfr": (dcfr(lambda t: 1.5, lambda t: 0), lambda t: 2),
        "pcfr+": (pcfr_plus, lambda t: 2),
        "pdcfr+": (pdcfr_plus, lambda t: 5),
        "hs-dcfr": (dcfr(lambda t: 1 + 3 * t / last, lambda t: -1 - 2 * t / last), scheduled),
        "hs-pcfr+": (pcfr_plus, scheduled),
    }
