package symposium.regeneration.misrak;

import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.problem.Scenario.loss;
import static symposium.regeneration.misrak.MisraK.Rule.TOKEN_MEETS;
import static symposium.regeneration.misrak.MisraK.Rule.TOKEN_REGENERATES;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.kernel.Sorted;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.regeneration.Regeneration.NoInput;
import symposium.regeneration.Regeneration.Regenerated;
import symposium.regeneration.Regeneration.User;
import symposium.regeneration.misrak.MisraK.Pair;
import symposium.regeneration.misrak.MisraK.State;
import symposium.regeneration.misrak.MisraK.Token;
import symposium.regeneration.misrak.MisraK.Watching;

/**
 * That there are never two tokens of a kind; a wrong generalization, and the misprints of Misra's two tokens in their
 * new shape.
 */
final class MisraKChecks {

    private MisraKChecks() {}

    private static String oneToken(int number) {
        return "never two of a kind: at most one token " + number;
    }

    static Invariants<State, Token, User> invariants(int k) {
        Invariants<State, Token, User> invariants = new Invariants<>();
        for (int token = 0; token < k; token++) {
            int number = token;
            invariants.count(oneToken(number), p -> p.holds(number), it -> it.number() == number, 0, 1);
        }
        return invariants;
    }

    static Variants<State, Token, NoInput, Regenerated> variants(Start start, int k) {
        Mutation<State, Token, NoInput, Regenerated> markedAfter = next(MisraKChecks::markedAfter);
        return Variants.of(new MisraK(start.holder(), k))
                .add(
                        "each token regenerates every other",
                        new MisraK(start.holder(), k, Watching.EVERY_OTHER),
                        loss(1, oneToken(2)))
                .mutate(TOKEN_MEETS, "counts the meeting before it marks", markedAfter)
                .mutate(TOKEN_REGENERATES, "marks afterwards", markedAfter, loss(1, oneToken(1)));
    }

    /** Each token that is here marks the process, and has passed no other since it last met one. */
    private static State markedAfter(State p) {
        SortedMap<Integer, Token> tokens = new TreeMap<>(p.tokens());
        SortedSet<Pair> marks = new TreeSet<>(p.marks());
        for (Token token : p.tokens().values()) {
            Token marking = token;
            for (int watched : token.alone().keySet()) {
                marking = marking.met(watched);
                marks.add(new Pair(token.number(), watched));
            }
            tokens.put(token.number(), marking.passing(p.self()));
        }
        return p.with(next -> next.marks(Sorted.set(marks)).tokens(Sorted.map(tokens)));
    }
}
