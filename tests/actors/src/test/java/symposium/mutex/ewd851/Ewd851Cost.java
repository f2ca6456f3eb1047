package symposium.mutex.ewd851;

import java.util.List;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851.Signal;
import symposium.mutex.ewd851.Ewd851.Token;

/**
 * What the messages of a run add up to.
 *
 * <p>"Machines on ring segments traversed to the right by signals but not yet traversed to the left by the token will
 * be black": over each link signals and tokens take turns, a signal first. So the signals sent exceed the tokens sent
 * by the number of links that carry a signal or have a black machine at their right end, which is at most n-1 on a ring
 * of n machines. Hence there are, but for that, two messages per hop of the token, and what an entry costs is told by
 * the hops of the token since the entry before: at most n-1.
 */
public final class Ewd851Cost {

    private Ewd851Cost() {}

    /** That the books balance. */
    public static List<Invariant<Ewd851.State, Ewd851.Message, User>> invariants() {
        return List.of(
                new Invariant.OfConfiguration<>(
                        "at most n-1 signals have not been answered by a token",
                        ring -> owed(ring) > 0,
                        ring -> owed(ring) <= ring.processes().size() - 1),
                new Invariant.OfStep<>(
                        "signals sent - tokens sent = signals under way + black machines",
                        occurrence -> occurrence instanceof TraceEvent.Stepped,
                        (before, occurrence, after) -> owed(after) - owed(before) == balance(occurrence)));
    }

    private static int balance(TraceEvent occurrence) {
        int balance = 0;
        for (Effect<?, ?> effect : ((TraceEvent.Stepped) occurrence).effects()) {
            if (effect instanceof Effect.Send<?, ?> send) {
                balance += send.message() instanceof Signal ? 1 : 0;
                balance -= send.message() instanceof Token ? 1 : 0;
            }
        }
        return balance;
    }

    private static int owed(Configuration<Ewd851.State, Ewd851.Message, User> ring) {
        int owed = 0;
        for (ProcessId machine : ring.processes()) {
            owed += ring.state(machine).black() ? 1 : 0;
            owed += Ewd851Invariant4.link(ring, machine).equals("s") ? 1 : 0;
        }
        return owed;
    }
}
