package symposium.election.bully;

import static symposium.election.bully.Bully.Rule.E0_CALLED;
import static symposium.election.bully.Bully.Rule.E1_CALLED_UNRIVALLED;
import static symposium.election.bully.Bully.Rule.I0_INITIATE;
import static symposium.election.bully.Bully.Rule.N0_CALLS_AGAIN;
import static symposium.election.bully.Bully.Rule.N1_SUCCEEDS;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.step;
import static symposium.kernel.problem.Scenario.NO_DEADLOCK;
import static symposium.kernel.problem.Scenario.crash;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.bully.Bully.Calling;
import symposium.election.bully.Bully.Elected;
import symposium.election.bully.Bully.Message;
import symposium.election.bully.Bully.Part;
import symposium.election.bully.Bully.State;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Variants;

/** What the checker asks of the bully algorithm, and planted faults; the last two show only after a crash. */
final class BullyChecks {

    private static final String WILL_HEAR = "a process that waits will hear";

    private BullyChecks() {}

    static Invariants<State, Message, Voter> invariants() {
        return ElectionInvariants.<State, Message>standard()
                // there is a greater process that has not departed
                .state("a process that has called has a greater one to wait for", State::waits, p -> !p.greatest())
                .state(
                        "a process that knows the leader does not call",
                        p -> p.leader().isPresent(),
                        p -> !p.waits())
                .whole(WILL_HEAR, at -> at.states().anyMatch(State::waits), at -> at.states()
                        .filter(State::waits)
                        .allMatch(p -> hears(at, p)));
    }

    /**
     * Whether the greatest of the processes that p waits for is called, or takes part, or has said that it leads, or
     * has crashed, or is about to see its leader crash.
     */
    private static boolean hears(Configuration<State, Message, Voter> at, State p) {
        List<Neighbour> others = p.neighbours().all();
        ProcessId greatest = others.get(others.size() - 1).id();
        if (!at.alive(greatest)) {
            return true;
        }
        State q = at.state(greatest);
        return q.waits()
                || q.leader().filter(leader -> !at.alive(leader)).isPresent()
                || !at.inTransit(p.number(), greatest, Calling.class).isEmpty()
                || !at.inTransit(greatest, p.number(), Elected.class).isEmpty();
    }

    static Variants<State, Message, Call, Leader> variants() {
        Mutation<State, Message, Call, Leader> leads = next(p -> p.led(p.number()));
        Mutation<State, Message, Call, Leader> idle =
                next(p -> p.with(next -> next.part(Part.IDLE).leader(Optional.empty())));
        Mutation<State, Message, Call, Leader> mute = step(n1 -> new Step<>(n1.rule(), n1.next(), List.of()));
        return Variants.of(new Bully())
                .mutate(
                        E0_CALLED,
                        "answers, and calls no process",
                        step(e0 -> new Step<>(e0.rule(), e0.next(), e0.effects().subList(0, 1))))
                .mutate(E1_CALLED_UNRIVALLED, "answers, and tells no process", silent(Elected.class))
                .mutate(
                        I0_INITIATE,
                        "leads at once",
                        leads.and(step(i0 -> i0.tell(new Leader(i0.next().number())))))
                .mutate(N1_SUCCEEDS, "does nothing", idle.and(mute), crash(2, NO_DEADLOCK))
                .mutate(N0_CALLS_AGAIN, "calls no process", silent(), crash(3, WILL_HEAR));
    }
}
