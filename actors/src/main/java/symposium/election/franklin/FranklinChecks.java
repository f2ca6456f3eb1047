package symposium.election.franklin;

import static symposium.election.franklin.Franklin.Rule.A0_WOKEN;
import static symposium.election.franklin.Franklin.Rule.A2_STAYS;
import static symposium.election.franklin.Franklin.Rule.A4_WON;
import static symposium.kernel.composition.Mutation.admitting;
import static symposium.kernel.composition.Mutation.misreading;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.step;

import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.RingElection.Part;
import symposium.election.franklin.Franklin.Message;
import symposium.election.franklin.Franklin.Number;
import symposium.election.franklin.Franklin.State;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Variants;

/**
 * What the checker asks of Franklin's election, and planted faults: what the chapter, which has no program, leaves to
 * the reader.
 */
final class FranklinChecks {

    private static final ProcessId BELOW_ALL = new ProcessId(0, Long.MIN_VALUE);
    private static final ProcessId ABOVE_ALL = ProcessId.of(Integer.MAX_VALUE);

    private FranklinChecks() {}

    static Invariants<State, Message, Voter> invariants() {
        return ElectionInvariants.<State, Message>standard()
                // "an active process tests to see if its identifier is greater than those of its neighbours"; one is
                // greater than all
                .whole(
                        "the greatest is never defeated",
                        at -> at.allAlive() && !greatest(at).asleep(),
                        at -> greatest(at).part() == Part.ACTIVE
                                || greatest(at).leader().isPresent())
                .state(
                        "a process that has heard from both sides has decided",
                        p -> p.fromLeft().isPresent() || p.fromRight().isPresent(),
                        p -> p.fromLeft().isEmpty() || p.fromRight().isEmpty());
    }

    private static State greatest(Configuration<State, Message, Voter> at) {
        return at.state(ElectionInvariants.greatestName(at));
    }

    static Variants<State, Message, Call, Leader> variants() {
        Mutation<State, Message, Call, Leader> handedOn = step((asleep, woken) -> {
            Neighbour from = woken.next().fromLeft().isPresent() ? asleep.left() : asleep.right();
            return Step.<State, Message, Leader>by(woken.rule(), asleep)
                    .send(
                            asleep.beyond(from),
                            new Number(woken.next().from(from).orElseThrow()));
        });
        return Variants.of(new Franklin())
                .mutate(
                        "the own number is not greater than the own number: the last active process becomes passive,"
                                + " as worded",
                        takingItsOwnNumberFor(ABOVE_ALL))
                .mutate(
                        "the own number is as good as a smaller one: the last active process begins another round",
                        takingItsOwnNumberFor(BELOW_ALL))
                .mutate("a second number of a round does not wait", admitting((p, message) -> true))
                .mutate(A0_WOKEN, "hands nothing out", silent())
                .mutate(A2_STAYS, "sends nothing", silent())
                .mutate(A0_WOKEN, "only hands on", handedOn)
                .mutate(A4_WON, "tells no other process", silent());
    }

    /**
     * Section 5.5.1 to the letter does not mention equality: an active process takes its own number for another one's.
     */
    private static Mutation<State, Message, Call, Leader> takingItsOwnNumberFor(ProcessId other) {
        return misreading((p, message) ->
                p.part() == Part.ACTIVE && message.equals(new Number(p.number())) ? new Number(other) : message);
    }
}
