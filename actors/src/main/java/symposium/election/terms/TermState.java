package symposium.election.terms;

import java.util.Optional;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * A process between elections, and in one.
 *
 * @param self its name
 * @param neighbours its neighbours
 * @param term the latest term of which it has heard, from 0
 * @param ballot where it stands in the election of that term
 * @param leader who leads that term, as far as it knows
 * @param open whether messages of that term still count
 * @param called whether its user waits for an election
 * @param cutOff whether it reaches no majority
 */
public record TermState<S>(
        ProcessId self,
        Neighbours neighbours,
        long term,
        S ballot,
        Optional<ProcessId> leader,
        boolean open,
        boolean called,
        boolean cutOff) {

    TermState<S> voting(S next) {
        return new TermState<>(self, neighbours, term, next, leader, open, called, cutOff);
    }

    TermState<S> calling() {
        return new TermState<>(self, neighbours, term, ballot, leader, open, true, cutOff);
    }

    TermState<S> answered() {
        return new TermState<>(self, neighbours, term, ballot, leader, open, false, cutOff);
    }

    TermState<S> led(ProcessId by) {
        return new TermState<>(self, neighbours, term, ballot, Optional.of(by), open, false, cutOff);
    }

    /** In a later term, of which nothing is known but that there is an election. */
    TermState<S> in(long later, S fresh) {
        return new TermState<>(self, neighbours, later, fresh, Optional.empty(), true, called, cutOff);
    }

    /** In a later term, in whose election it does not take part. */
    TermState<S> waiting(long later, S idle) {
        return new TermState<>(self, neighbours, later, idle, Optional.empty(), false, called, cutOff);
    }

    TermState<S> among(Neighbours others, boolean apart) {
        return new TermState<>(self, others, term, ballot, apart ? Optional.empty() : leader, false, called, apart);
    }

    @Override
    public String toString() {
        return "term " + term + leader.map(id -> " led by " + id).orElse("") + (open ? ": " + ballot : ", closed")
                + (called ? ", called" : "") + (cutOff ? ", cut off" : "");
    }
}
