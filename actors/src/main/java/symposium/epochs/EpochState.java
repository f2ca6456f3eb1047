package symposium.epochs;

import java.util.Optional;
import symposium.election.terms.TermState;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Start;
import symposium.mutex.Fence;

/**
 * A process that shares tokens in epochs.
 *
 * @param terms where it stands in elections; the neighbours there are those on the ring of the election
 * @param links its links, none when it is cut off, or alone where the ring is that of the names
 * @param begun the latest epoch that it has begun, from 0
 * @param epoch what goes on here in that epoch; empty once it has been given up
 * @param waiting whether its user has asked to enter
 * @param granted the fence under which its user is inside; empty when it is not
 * @param <B> where a process stands in one election
 * @param <S> where it stands in the token algorithm
 */
public record EpochState<B, S>(
        TermState<B> terms,
        Neighbours links,
        long begun,
        Optional<Epoch<S>> epoch,
        boolean waiting,
        Optional<Fence> granted) {

    /**
     * What goes on in an epoch at one process.
     *
     * @param start who takes part, and where the token started
     * @param neighbours with whom the process is linked in it, whoever has come since
     * @param grants the greatest number of a grant of this epoch of which the process knows, from 0
     * @param process where it stands in the token algorithm
     */
    public record Epoch<S>(Start start, Neighbours neighbours, long grants, S process) {

        Epoch<S> granting() {
            return new Epoch<>(start, neighbours, grants + 1, process);
        }

        Epoch<S> knowing(long others) {
            return others <= grants ? this : new Epoch<>(start, neighbours, others, process);
        }

        Epoch<S> with(S next) {
            return new Epoch<>(start, neighbours, grants, next);
        }
    }

    /** Its name. */
    public ProcessId self() {
        return terms.self();
    }

    /** Whether it has been elected, and the term goes on. */
    public boolean leads() {
        return terms.leader().filter(self()::equals).isPresent();
    }

    /** Whether its user is in its critical section. */
    public boolean inside() {
        return granted.isPresent();
    }

    @Override
    public String toString() {
        return "epoch " + begun
                + epoch.map(here -> ": " + here.process() + (here.grants() > 0 ? ", " + here.grants() + " grants" : ""))
                        .orElse(" given up")
                + (waiting ? ", waiting" : "")
                + granted.map(fence -> ", inside under " + fence).orElse("")
                + "; " + terms;
    }
}
