package symposium.simulation;

import java.util.List;
import symposium.kernel.InvariantViolation;
import symposium.kernel.problem.Invariant;

/**
 * Holds a run to laws that can be followed step by step: those of one process, of a message and its recipient, and of
 * numbers that add up.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> where a user stands
 */
final class InvariantMonitor<S, M, U> {

    private final List<Invariant.OfProcess<S, M, U>> ofProcesses;
    private final List<Invariant.OfDelivery<S, M, U>> ofDeliveries;
    private final List<Invariant.Count<S, M, U>> counts;
    private final long[] sums;
    private final int[][] shares;

    InvariantMonitor(List<Invariant<S, M, U>> invariants, int processes) {
        ofProcesses = Invariant.ofKind(Invariant.OfProcess.class, invariants);
        ofDeliveries = Invariant.ofKind(Invariant.OfDelivery.class, invariants);
        counts = Invariant.ofKind(Invariant.Count.class, invariants);
        sums = new long[counts.size()];
        shares = new int[counts.size()][processes];
    }

    void moved(int place, S state, U user) {
        for (int at = 0; at < sums.length; at++) {
            int share = counts.get(at).ofProcess().applyAsInt(state, user);
            sums[at] += share - shares[at][place];
            shares[at][place] = share;
        }
        for (int at = 0; at < ofProcesses.size(); at++) {
            Invariant.OfProcess<S, M, U> invariant = ofProcesses.get(at);
            if (invariant.situation().test(state, user)
                    && !invariant.condition().test(state, user)) {
                throw new InvariantViolation(invariant.name(), "the process is " + state + ", its user " + user);
            }
        }
    }

    void gone(int place) {
        for (int at = 0; at < sums.length; at++) {
            sums[at] -= shares[at][place];
            shares[at][place] = 0;
        }
    }

    void sent(M message) {
        add(message, 1);
    }

    void takenOff(M message) {
        add(message, -1);
    }

    private void add(M message, int times) {
        for (int at = 0; at < sums.length; at++) {
            sums[at] += (long) times * counts.get(at).ofMessage().applyAsInt(message);
        }
    }

    void arrives(M message, S recipient) {
        for (int at = 0; at < ofDeliveries.size(); at++) {
            Invariant.OfDelivery<S, M, U> invariant = ofDeliveries.get(at);
            if (invariant.kind().test(message) && !invariant.condition().test(message, recipient)) {
                throw new InvariantViolation(invariant.name(), message + " finds " + recipient);
            }
        }
    }

    /** Looks at the sums, which hold only between steps. */
    void sum() {
        for (int at = 0; at < sums.length; at++) {
            Invariant.Count<S, M, U> invariant = counts.get(at);
            if (sums[at] < invariant.least() || sums[at] > invariant.most()) {
                throw new InvariantViolation(invariant.name(), "there are " + sums[at]);
            }
        }
    }
}
