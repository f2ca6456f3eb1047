package symposium.epochs;

import java.util.Optional;
import java.util.SortedSet;
import symposium.election.terms.Numbered;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.mutex.Fence;

/**
 * What travels between processes that share tokens in epochs.
 *
 * @param <V> the messages of one election
 * @param <M> the messages of the token algorithm
 */
public sealed interface EpochMessage<V, M> {

    /** The term in which it was sent; of what goes on in an epoch, the number of that epoch. */
    long term();

    /**
     * A message of an election.
     *
     * @param to to which side of its sender on the ring it goes
     * @param vote the election's message
     */
    record Vote<V, M>(Side to, Numbered<V> vote) implements EpochMessage<V, M> {
        @Override
        public long term() {
            return vote.term();
        }

        @Override
        public String toString() {
            return vote.toString();
        }
    }

    /**
     * The leader asks everyone to give up the epoch so far, and who is inside; to the left, once round.
     *
     * @param answered who has given it up, the leader included
     * @param inside who of them has said that it is inside
     */
    record Census<V, M>(long term, SortedSet<ProcessId> answered, Optional<Inside> inside)
            implements EpochMessage<V, M> {
        @Override
        public String toString() {
            return "census " + term + " of " + answered
                    + inside.map(each -> ", inside " + each).orElse("");
        }
    }

    /**
     * An epoch begins; to the left, once round.
     *
     * @param term its number
     * @param holder where its token starts
     * @param members who takes part in it
     */
    record Begins<V, M>(long term, ProcessId holder, SortedSet<ProcessId> members) implements EpochMessage<V, M> {
        @Override
        public String toString() {
            return "epoch " + term + " of " + members + ", the token at " + holder;
        }
    }

    /**
     * A message of the token algorithm.
     *
     * @param term the number of the epoch in which it was sent
     * @param grants the greatest number of a grant of that epoch of which its sender knows, from 0
     * @param message the token algorithm's message
     */
    record Within<V, M>(long term, long grants, M message) implements EpochMessage<V, M> {
        @Override
        public String toString() {
            return message + " of epoch " + term;
        }
    }

    /**
     * Who is inside, and since when.
     *
     * @param who its name
     * @param granted the fence under which it was let in
     */
    record Inside(ProcessId who, Fence granted) {
        @Override
        public String toString() {
            return who + " under " + granted;
        }
    }
}
