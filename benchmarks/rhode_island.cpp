// Rhode Island Hold'em and nothing else: the peer that `python -m benchmarks.rhode_island` measures Galakit against.
//
// Written by hand for this one game and sharing nothing with Galakit: vector discounted CFR (1.5, 0, 2), players
// alternating, over the 325 suit-canonical ordered boards (flop, turn). Cards that differ only in suits no board card
// has are one hand with a weight: 24 or 37 hands a board. The betting histories of earlier rounds are innermost, so
// that the prefix sums of a showdown are vectors. Float64, two threads. The gains of best responses are worked out by
// other code, on all 52 * 51 boards and 52 cards, without symmetries.
//
// Usage: rhode_island ITERATIONS [GAP ...]   prints one JSON object; iterates until the last gap is reached or no
// iterations are left, and looks at the gap each tenth of the way so far.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/resource.h>
#include <vector>

namespace {

using Real = double;

// -- Betting ----------------------------------------------------------------------------------------------------------
// A round has four decisions of each player. Own sequences: 0 is how he came here, 1 to 10 are his moves.

struct Decision { int parent, first, moves; };
constexpr Decision DECISIONS[2][4] = {
    {{0, 1, 2}, {1, 3, 3}, {5, 6, 2}, {2, 8, 3}},   // first: at the start, after cr, crrr, rr
    {{0, 1, 2}, {2, 3, 3}, {0, 6, 3}, {8, 9, 2}}};  // second: after c, crr, r, rrr
constexpr int SEQUENCES = 11;

struct End { int sequence[2]; int raises; };  // raises: how many bets the loser has put in
constexpr End CALLS[7] = {{{1, 1}, 0}, {{4, 2}, 1}, {{5, 4}, 2}, {{7, 5}, 3}, {{2, 7}, 1}, {{9, 8}, 2}, {{10, 10}, 3}};
constexpr End FOLDS[6] = {{{3, 2}, 0}, {{5, 3}, 1}, {{6, 5}, 2}, {{2, 6}, 0}, {{8, 8}, 1}, {{10, 9}, 2}};
constexpr int FOLDS_BY[6] = {0, 1, 0, 1, 0, 1};
constexpr double BETS[3] = {10, 20, 20}, ANTE = 5;
constexpr int COPIES[3] = {1, 7, 49};      // histories of the rounds before
constexpr int LEFT[3] = {50 * 49, 49, 1};  // ways in which the cards of later rounds may fall

double put_in(int round, int copy) {  // by each player, before this round
    if (round == 0) return ANTE;
    if (round == 1) return ANTE + 10 * CALLS[copy % 7].raises;
    return ANTE + 10 * CALLS[copy / 7].raises + 20 * CALLS[copy % 7].raises;
}

// -- Cards: rank 0 (two) to 12 (ace), suit 0 to 3 ----------------------------------------------------------------------

int strength(int a, int b, int c) {  // cards: 4 * rank + suit
    int r[3] = {a / 4, b / 4, c / 4};
    std::sort(r, r + 3);
    bool suited = a % 4 == b % 4 && b % 4 == c % 4;
    int high = r[1] == r[0] + 1 && r[2] == r[1] + 1 ? r[2] : r[0] == 0 && r[1] == 1 && r[2] == 12 ? 1 : -1;
    int all = (r[2] * 13 + r[1]) * 13 + r[0];
    if (high >= 0 && suited) return 50000 + high;
    if (r[0] == r[2]) return 40000 + r[0];
    if (high >= 0) return 30000 + high;
    if (suited) return 20000 + all;
    if (r[0] == r[1]) return 10000 + r[0] * 13 + r[2];
    if (r[1] == r[2]) return 10000 + r[1] * 13 + r[0];
    return all;
}

struct Board {
    int n = 0;                 // hands, weak ones first
    int flop = 0, turn = 0;    // cards, where there are any
    int above = 0;             // the board before
    double times = 1;          // concrete boards like this that follow the board before
    std::vector<int> parent;   // [n] the hand on the board before
    std::vector<Real> weight;  // [n] cards it stands for
    std::vector<int> card;     // [n] one of them
    std::vector<int> below, upto;  // [n] the hands that lose to it, and those that do not beat it
    size_t start = 0;          // of its numbers: [10 moves][n][copies]
    size_t reach = 0;          // of its entries: [n][copies]
};

struct Round {
    int copies;
    std::vector<Board> boards;
    size_t numbers = 0, entries = 0;
    std::vector<Real> regret[2], average[2], plan[2], worth;  // worth: values of the entries
};

std::array<Round, 3> rounds;
int hand_at[13][52];           // the hand of a card on each canonical flop
int hand_turn[325][52];
int board_of[13][52];          // the canonical board for each flop rank and turn, of which 4 * rank is the flop

void lay_out() {
    Round &one = rounds[0], &two = rounds[1], &three = rounds[2];
    for (int k = 0; k < 3; k++) rounds[k].copies = COPIES[k];
    Board top;
    top.n = 13;
    top.weight.assign(13, 4);
    for (int r = 0; r < 13; r++) top.parent.push_back(0), top.card.push_back(4 * r);
    one.boards.push_back(top);
    for (int f = 0; f < 13; f++) {
        Board b;
        b.flop = 4 * f, b.times = 4;
        for (int r = 0; r < 13; r++)
            for (int s = 0; s < 2; s++) {
                if (r == f && s == 0) continue;
                for (int t = s; t < (s ? 4 : 1); t++) hand_at[f][4 * r + t] = b.n;
                b.n++, b.parent.push_back(r), b.weight.push_back(s ? 3 : 1), b.card.push_back(4 * r + s);
            }
        two.boards.push_back(b);
        for (int s = 0; s < 2; s++)
            for (int r = 0; r < 13; r++) {
                if (s == 0 && r == f) continue;
                Board c;
                c.flop = 4 * f, c.turn = 4 * r + s, c.above = f, c.times = s ? 3 : 1;
                std::vector<int> cards;
                for (int card = 0; card < 52; card++)  // without a turn suit, suits 1 to 3 are alike; else 2 and 3
                    if (card != c.flop && card != c.turn && (card % 4 == 0 || card % 4 == 1 || (s == 1 && card % 4 == 2)))
                        cards.push_back(card);
                std::stable_sort(cards.begin(), cards.end(), [&](int x, int y) {
                    return strength(x, c.flop, c.turn) < strength(y, c.flop, c.turn);
                });
                int board = three.boards.size();
                for (int t = s; t < (s ? 4 : 1); t++) board_of[f][4 * r + t] = board;
                for (int card : cards) {
                    int suit = card % 4, alike = s == 0 ? (suit ? 3 : 1) : suit == 2 ? 2 : 1;
                    for (int k = 0; k < alike; k++) hand_turn[board][card + k] = c.n;
                    c.n++, c.weight.push_back(alike), c.card.push_back(card), c.parent.push_back(hand_at[f][card]);
                }
                for (int i = 0; i < c.n; i++) {
                    auto s_of = [&](int h) { return strength(c.card[h], c.flop, c.turn); };
                    int low = i, high = i;
                    while (low > 0 && s_of(low - 1) == s_of(i)) low--;
                    while (high < c.n && s_of(high) == s_of(i)) high++;
                    c.below.push_back(low), c.upto.push_back(high);
                }
                three.boards.push_back(c);
            }
    }
    for (Round& round : rounds) {
        for (Board& b : round.boards) {
            b.start = round.numbers, b.reach = round.entries;
            round.numbers += size_t(SEQUENCES - 1) * b.n * round.copies;
            round.entries += size_t(b.n) * round.copies;
        }
        for (int p = 0; p < 2; p++) {
            round.regret[p].assign(round.numbers, 0), round.average[p].assign(round.numbers, 0);
            if (&round != &three) round.plan[p].assign(round.numbers + round.entries, 0);
        }
        round.worth.assign(round.entries, 0);
    }
}

// -- One iteration ----------------------------------------------------------------------------------------------------

struct Numbers { Real positive, negative, decay; };

template <int M>
inline void share(const Real* __restrict above, Real* __restrict below, const Real* __restrict regret,
                  Real* __restrict average, int n, Real decay) {
    for (int i = 0; i < n; i++) {
        Real w[M], total = 0;
        for (int a = 0; a < M; a++) w[a] = std::max(regret[a * n + i], Real(0)), total += w[a];
        bool some = total > 0;
        Real per = above[i] / (some ? total : Real(M));
        for (int a = 0; a < M; a++) {
            Real now = (some ? w[a] : Real(1)) * per;
            below[a * n + i] = now;
            average[a * n + i] = average[a * n + i] * decay + now;
        }
    }
}

template <int M>
inline void learn(Real* __restrict above, const Real* __restrict worth, Real* __restrict regret, int n,
                  Numbers numbers) {
    for (int i = 0; i < n; i++) {
        Real total = 0, value = 0, mean = 0;
        for (int a = 0; a < M; a++) {
            Real w = std::max(regret[a * n + i], Real(0));
            total += w, value += w * worth[a * n + i], mean += worth[a * n + i];
        }
        bool some = total > 0;
        value = (some ? value : mean) / (some ? total : Real(M));
        above[i] += value;
        for (int a = 0; a < M; a++) {
            Real old = regret[a * n + i];
            regret[a * n + i] = old * (old > 0 ? numbers.positive : numbers.negative) + worth[a * n + i] - value;
        }
    }
}

// x: [SEQUENCES][n][copies], the entries are there.
void plan_down(int p, Real* x, int n, const Real* regret, Real* average, Real decay) {
    for (const Decision& d : DECISIONS[p]) {
        const Real* r = regret + (d.first - 1) * n;
        Real* s = average + (d.first - 1) * n;
        if (d.moves == 2) share<2>(x + d.parent * n, x + d.first * n, r, s, n, decay);
        else share<3>(x + d.parent * n, x + d.first * n, r, s, n, decay);
    }
}

void values_up(int p, Real* u, int n, Real* regret, Numbers numbers) {
    for (int k = 3; k >= 0; k--) {
        const Decision& d = DECISIONS[p][k];
        Real* r = regret + (d.first - 1) * n;
        if (d.moves == 2) learn<2>(u + d.parent * n, u + d.first * n, r, n, numbers);
        else learn<3>(u + d.parent * n, u + d.first * n, r, n, numbers);
    }
}

// What the ends of a round bring to player p, hand by hand, given the other's plan x.
template <int C>
void ends(int p, int round, const Board& b, const Real* __restrict x, Real* __restrict u, Real* __restrict sums) {
    const int n = b.n, long_ = n * C;
    Real stake[4][C];
    for (int k = 0; k < 4; k++)
        for (int c = 0; c < C; c++) stake[k][c] = LEFT[round] * (put_in(round, c) + k * BETS[round]);
    for (int e = 0; e < 6; e++) {
        const Real* __restrict theirs = x + FOLDS[e].sequence[1 - p] * long_;
        Real* __restrict mine = u + FOLDS[e].sequence[p] * long_;
        const Real* __restrict amount = stake[FOLDS[e].raises];
        const Real sign = FOLDS_BY[e] == p ? -1 : 1;
        Real all[C];
        for (int c = 0; c < C; c++) all[c] = 0;
        for (int i = 0; i < n; i++)
            for (int c = 0; c < C; c++) all[c] += b.weight[i] * theirs[i * C + c];
        for (int i = 0; i < n; i++)  // nobody holds the same card
            for (int c = 0; c < C; c++) mine[i * C + c] += sign * amount[c] * (all[c] - theirs[i * C + c]);
    }
    if (round < 2) return;
    for (int e = 0; e < 7; e++) {
        const Real* __restrict theirs = x + CALLS[e].sequence[1 - p] * long_;
        Real* __restrict mine = u + CALLS[e].sequence[p] * long_;
        const Real* __restrict amount = stake[CALLS[e].raises];
        for (int c = 0; c < C; c++) sums[c] = 0;
        for (int i = 0; i < n; i++)
            for (int c = 0; c < C; c++) sums[(i + 1) * C + c] = sums[i * C + c] + b.weight[i] * theirs[i * C + c];
        const Real* all = sums + n * C;
        for (int i = 0; i < n; i++) {
            const Real *below = sums + b.below[i] * C, *upto = sums + b.upto[i] * C;
            for (int c = 0; c < C; c++) mine[i * C + c] += amount[c] * (below[c] + upto[c] - all[c]);
        }
    }
}

void ends_of(int p, int round, const Board& b, const Real* x, Real* u, Real* sums) {
    if (round == 0) ends<1>(p, round, b, x, u, sums);
    else if (round == 1) ends<7>(p, round, b, x, u, sums);
    else ends<49>(p, round, b, x, u, sums);
}

size_t plan_start(const Round& round, const Board& b) { return b.start + b.reach + 0 * round.copies; }

// The other's plan at the entries of a board, from the round before.
void enter(int o, int round, const Board& b, Real* x) {
    if (round == 0) {
        std::fill(x, x + b.n, Real(1));
        return;
    }
    const Round& before = rounds[round - 1];
    const Board& above = before.boards[b.above];
    const Real* plan = before.plan[o].data() + plan_start(before, above);
    const int copies = COPIES[round], earlier = before.copies;
    for (int i = 0; i < b.n; i++)
        for (int k = 0; k < 7; k++) {
            const Real* from = plan + (size_t(CALLS[k].sequence[o]) * above.n + b.parent[i]) * earlier;
            for (int c = 0; c < earlier; c++) x[i * copies + c * 7 + k] = from[c];
        }
}

// Values of the entries of the boards that follow.
void gather(int p, int round, const Board& b, int number, Real* u) {
    const Round& after = rounds[round + 1];
    const int copies = rounds[round].copies;
    for (const Board& next : after.boards) {
        if (round == 1 && next.above != number) continue;
        const Real* worth = after.worth.data() + next.reach;
        for (int i = 0; i < next.n; i++) {
            int h = next.parent[i];
            Real share = next.times * next.weight[i] / b.weight[h];
            for (int k = 0; k < 7; k++)
                for (int c = 0; c < copies; c++)
                    u[(CALLS[k].sequence[p] * b.n + h) * copies + c] += share * worth[i * after.copies + c * 7 + k];
        }
    }
}

void sweep(int p, Numbers numbers) {
    const int o = 1 - p;
    for (int r = 0; r < 2; r++)
        for (const Board& b : rounds[r].boards) {
            Real* x = rounds[r].plan[o].data() + plan_start(rounds[r], b);
            enter(o, r, b, x);
            plan_down(o, x, b.n * COPIES[r], rounds[r].regret[o].data() + b.start,
                      rounds[r].average[o].data() + b.start, numbers.decay);
        }
    for (int r = 2; r >= 0; r--) {
        Round& round = rounds[r];
        const int count = round.boards.size();
#pragma omp parallel num_threads(2) if (r > 0)
        {
            static thread_local std::vector<Real> x(SEQUENCES * 37 * 49), u(SEQUENCES * 37 * 49), sums(38 * 49);
#pragma omp for schedule(dynamic, 1)
            for (int k = 0; k < count; k++) {
                const Board& b = round.boards[k];
                const int long_ = b.n * round.copies;
                const Real* plan = x.data();
                std::fill(u.begin(), u.begin() + SEQUENCES * long_, Real(0));
                if (r == 2) {
                    enter(o, r, b, x.data());
                    plan_down(o, x.data(), long_, round.regret[o].data() + b.start, round.average[o].data() + b.start,
                              numbers.decay);
                } else {
                    plan = round.plan[o].data() + plan_start(round, b);
                    gather(p, r, b, k, u.data());
                }
                ends_of(p, r, b, plan, u.data(), sums.data());
                values_up(p, u.data(), long_, round.regret[p].data() + b.start, numbers);
                std::copy(u.begin(), u.begin() + long_, round.worth.begin() + b.reach);
            }
        }
    }
}

void iterate(double t) {
    const double a = std::pow(t - 1, 1.5);
    const Numbers numbers{Real(a / (a + 1)), Real(0.5), Real((t - 1) * (t - 1) / (t * t))};
    for (int p = 0; p < 2; p++) sweep(p, numbers);
}

// -- Best responses in the full game: every board and every card, no symmetries -----------------------------------------

struct Full {
    int p;                 // who responds; or, with `both`, whose value is wanted when both play their averages
    bool both;

    // The probabilities of the moves of a decision, from the averages.
    static void behaviour(int player, int round, int number, int copy, int hand, const Decision& d, double* out) {
        const Round& r = rounds[round];
        const Board& b = r.boards[number];
        double total = 0;
        for (int a = 0; a < d.moves; a++)
            total += out[a] = r.average[player][b.start + (size_t(d.first - 1 + a) * b.n + hand) * r.copies + copy];
        for (int a = 0; a < d.moves; a++) out[a] = total > 0 ? out[a] / total : 1.0 / d.moves;
    }

    // value[52] for player p of a round that begins with the other's reach[52]; flop and turn are concrete cards or -1
    void value(int round, int copy, int flop, int turn, const double* reach, double* out) const {
        int number = 0, hand[52];
        bool dealt[52];
        for (int c = 0; c < 52; c++) dealt[c] = c == flop || c == turn;
        // to the canonical board: the suit of the flop first, that of the turn second, the others in any order
        int to[4] = {0, 1, 2, 3};
        if (round > 0) {
            int next = 1;
            for (int s = 0; s < 4; s++) to[s] = -1;
            to[flop % 4] = 0;
            if (turn >= 0 && to[turn % 4] < 0) to[turn % 4] = next++;
            for (int s = 0; s < 4; s++)
                if (to[s] < 0) to[s] = next++;
            number = round == 1 ? flop / 4 : board_of[flop / 4][turn / 4 * 4 + to[turn % 4]];
        }
        for (int c = 0; c < 52; c++) {
            int card = c / 4 * 4 + to[c % 4];
            hand[c] = dealt[c] ? -1 : round == 0 ? c / 4 : round == 1 ? hand_at[number][card] : hand_turn[number][card];
        }
        const int o = 1 - p;
        static thread_local double x[3][SEQUENCES][52], u[3][SEQUENCES][52], mine[3][SEQUENCES][52];
        auto &X = x[round], &U = u[round], &S = mine[round];
        std::memset(U, 0, sizeof U);
        for (int c = 0; c < 52; c++) X[0][c] = dealt[c] ? 0 : reach[c];
        for (int k = 0; k < 4; k++)
            for (int c = 0; c < 52; c++) {
                double q[3] = {0, 0, 0};
                const Decision &d = DECISIONS[o][k], &e = DECISIONS[p][k];
                if (!dealt[c]) behaviour(o, round, number, copy, hand[c], d, q);
                for (int a = 0; a < d.moves; a++) X[d.first + a][c] = X[d.parent][c] * q[a];
                if (both && !dealt[c]) behaviour(p, round, number, copy, hand[c], e, q);
                for (int a = 0; a < e.moves; a++) S[e.first + a][c] = q[a];
            }
        const double stake = put_in(round, copy);
        for (int e = 0; e < 6; e++) {
            const double* theirs = X[FOLDS[e].sequence[o]];
            double all = 0, amount = (FOLDS_BY[e] == p ? -1 : 1) * (stake + FOLDS[e].raises * BETS[round]);
            for (int c = 0; c < 52; c++) all += theirs[c];
            for (int c = 0; c < 52; c++) U[FOLDS[e].sequence[p]][c] += LEFT[round] * amount * (all - theirs[c]);
        }
        if (round == 2) {
            int order[52], n = 0, power[52];
            for (int c = 0; c < 52; c++)
                if (!dealt[c]) order[n++] = c, power[c] = strength(c, flop, turn);
            std::sort(order, order + n, [&](int a, int b) { return power[a] < power[b]; });
            for (int e = 0; e < 7; e++) {
                const double* theirs = X[CALLS[e].sequence[o]];
                double amount = stake + CALLS[e].raises * BETS[round], all = 0, below = 0;
                for (int i = 0; i < n; i++) all += theirs[order[i]];
                for (int i = 0; i < n;) {
                    int j = i;
                    double same = 0;
                    while (j < n && power[order[j]] == power[order[i]]) same += theirs[order[j++]];
                    for (int k = i; k < j; k++)
                        U[CALLS[e].sequence[p]][order[k]] += amount * (below - (all - below - same));
                    below += same, i = j;
                }
            }
        } else {
            for (int e = 0; e < 7; e++) {
                double after[52], next[52];
                for (int card = 0; card < 52; card++) {
                    if (card == flop) continue;
                    std::copy(X[CALLS[e].sequence[o]], X[CALLS[e].sequence[o]] + 52, next);
                    value(round + 1, copy * 7 + e, round ? flop : card, round ? card : -1, next, after);
                    for (int c = 0; c < 52; c++) U[CALLS[e].sequence[p]][c] += after[c];
                }
            }
        }
        for (int k = 3; k >= 0; k--) {
            const Decision& d = DECISIONS[p][k];
            for (int c = 0; c < 52; c++) {
                double best = U[d.first][c], mean = 0;
                for (int a = 0; a < d.moves; a++)
                    best = std::max(best, U[d.first + a][c]), mean += S[d.first + a][c] * U[d.first + a][c];
                U[d.parent][c] += both ? mean : best;
            }
        }
        for (int c = 0; c < 52; c++) out[c] = dealt[c] ? 0 : U[0][c];
    }

    double total() const {
        double reach[52], out[52], sum = 0;
        std::fill(reach, reach + 52, 1.0);
        value(0, 0, -1, -1, reach, out);
        for (double v : out) sum += v;
        return sum / (52.0 * 51 * 50 * 49);
    }
};

double gap_of_averages() {
    double best[2];
#pragma omp parallel for num_threads(2)
    for (int p = 0; p < 2; p++) best[p] = Full{p, false}.total();
    return best[0] + best[1];
}

}  // namespace

int main(int count, char** words) {
    using Clock = std::chrono::steady_clock;
    const int most = count > 1 ? std::atoi(words[1]) : 100;
    std::vector<double> wanted;
    for (int k = 2; k < count; k++) wanted.push_back(std::atof(words[k]));
    lay_out();
    double seconds = 0, least = 1e9, busy = 1e9, gap = INFINITY;
    int done = 0, look = 32;
    size_t met = 0;
    std::printf("{\"reached\": [");
    const char* comma = "";
    while (done < most && (wanted.empty() || met < wanted.size())) {
        const auto began = Clock::now();
        const std::clock_t worked = std::clock();
        iterate(++done);
        const double took = std::chrono::duration<double>(Clock::now() - began).count();
        seconds += took, least = std::min(least, took);
        busy = std::min(busy, double(std::clock() - worked) / CLOCKS_PER_SEC);
        if (!wanted.empty() && (done == look || done == most)) {
            look = done + std::max(16, done / 10);
            gap = gap_of_averages();
            for (; met < wanted.size() && gap <= wanted[met]; met++) {
                std::printf("%s{\"gap\": %g, \"iterations\": %d, \"seconds\": %.4f}", comma, wanted[met], done, seconds);
                comma = ", ";
            }
        }
    }
    if (wanted.empty()) gap = gap_of_averages();
    rusage used;
    getrusage(RUSAGE_SELF, &used);
    std::printf("], \"iterations\": %d, \"seconds\": %.4f, \"least\": %.6f, \"busy\": %.6f, \"gap\": %.9f, ", done,
                seconds, least, busy, gap);
    std::printf("\"value\": %.9f, ", Full{0, true}.total());
    std::printf("\"memory\": %ld, \"opening\": [", used.ru_maxrss * 1024L);
    for (int h = 0; h < 13; h++) {
        double q[3];
        Full::behaviour(0, 0, 0, 0, h, DECISIONS[0][0], q);
        std::printf("%s%.9f", h ? ", " : "", q[1]);
    }
    std::printf("]}\n");
}
