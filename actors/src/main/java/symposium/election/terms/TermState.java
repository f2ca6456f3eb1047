package symposium.election.terms;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * A process between elections, and in one.
 *
 * @param self its name
 * @param neighbours its neighbours
 * @param term the latest term of which it has heard, from 0
 * @param ballot where it stands in the election of that term
 * @param elected who has been elected in it, as far as it knows
 * @param following who is known to follow this process, while it has been elected and does not lead yet
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
        Optional<ProcessId> elected,
        SortedSet<ProcessId> following,
        Optional<ProcessId> leader,
        boolean open,
        boolean called,
        boolean cutOff) {

    public TermState {
        following = Collections.unmodifiableSortedSet(new TreeSet<>(following));
    }

    static <S> TermState<S> start(ProcessId self, Neighbours neighbours, long term, S ballot, boolean cutOff) {
        return new TermState<>(
                self,
                neighbours,
                term,
                ballot,
                Optional.empty(),
                Collections.emptySortedSet(),
                Optional.empty(),
                false,
                false,
                cutOff);
    }

    TermState<S> voting(S next) {
        return new TermState<>(self, neighbours, term, next, elected, following, leader, open, called, cutOff);
    }

    TermState<S> calling() {
        return new TermState<>(self, neighbours, term, ballot, elected, following, leader, open, true, cutOff);
    }

    TermState<S> answered() {
        return new TermState<>(self, neighbours, term, ballot, elected, following, leader, open, false, cutOff);
    }

    TermState<S> electing(ProcessId one) {
        return new TermState<>(
                self, neighbours, term, ballot, Optional.of(one), following, leader, open, called, cutOff);
    }

    TermState<S> followedBy(ProcessId other) {
        SortedSet<ProcessId> more = new TreeSet<>(following);
        more.add(other);
        return new TermState<>(self, neighbours, term, ballot, elected, more, leader, open, called, cutOff);
    }

    TermState<S> led() {
        return new TermState<>(
                self, neighbours, term, ballot, elected, Collections.emptySortedSet(), elected, open, false, cutOff);
    }

    /** In a later term, of which nothing is known but that there is an election. */
    TermState<S> in(long later, S fresh) {
        return in(later, fresh, true);
    }

    /** In a later term, in whose election it does not take part. */
    TermState<S> waiting(long later, S idle) {
        return in(later, idle, false);
    }

    private TermState<S> in(long later, S fresh, boolean takingPart) {
        return new TermState<>(
                self,
                neighbours,
                later,
                fresh,
                Optional.empty(),
                Collections.emptySortedSet(),
                Optional.empty(),
                takingPart,
                called,
                cutOff);
    }

    TermState<S> among(Neighbours others, boolean apart) {
        Optional<ProcessId> known = apart ? Optional.empty() : leader;
        return new TermState<>(
                self, others, term, ballot, known, Collections.emptySortedSet(), known, false, called, apart);
    }

    @Override
    public String toString() {
        return "term " + term + leader.map(id -> " led by " + id).orElse("") + (open ? ": " + ballot : ", closed")
                + (leader.isEmpty() && elected.isPresent() ? ", followed by " + following : "")
                + (called ? ", called" : "") + (cutOff ? ", cut off" : "");
    }
}
