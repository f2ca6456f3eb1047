package symposium.arbitration.binary;

import java.util.SortedMap;
import java.util.SortedSet;
import symposium.arbitration.Forks;
import symposium.arbitration.Seated;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * A philosopher that grabs its forks one by one.
 *
 * @param self its name
 * @param neighbours with whom it shares forks, in its grabbing order
 * @param mood what it does
 * @param owned how many of its forks it owns: the first so many of its order
 * @param here the forks that lie here, owned or not, by whom they are shared with, and how often they have been used
 * @param blocked the neighbours that are ready for a fork that is owned here, or will be when it comes
 * @param cutOff whether neighbours are out of reach that have not departed: nothing is grabbed any more
 */
public record BinaryState(
        ProcessId self,
        Neighbours neighbours,
        Mood mood,
        int owned,
        SortedMap<ProcessId, Long> here,
        SortedSet<ProcessId> blocked,
        boolean cutOff)
        implements Seated {

    /** What a philosopher does. */
    public enum Mood {
        THINKING,
        /** Between grabbing one fork and becoming ready for the next. */
        DELAYED,
        /** Ready to grab a specified fork, which another owns or has lying about. */
        READY,
        EATING
    }

    /** The neighbour that shares the fork that is grabbed next. */
    Neighbour next() {
        return neighbours.all().get(owned);
    }

    /** Whether a fork that lies here is owned. */
    boolean owns(ProcessId other) {
        return neighbours.all().subList(0, owned).contains(Neighbour.of(other));
    }

    /** Whether no fork is missing. */
    boolean ownsAll() {
        return owned == neighbours.size();
    }

    BinaryState feeling(Mood other) {
        return new BinaryState(self, neighbours, other, owned, here, blocked, cutOff);
    }

    BinaryState owningOneMore() {
        return new BinaryState(self, neighbours, mood, owned + 1, here, blocked, cutOff);
    }

    BinaryState receiving(ProcessId fork, long uses) {
        return new BinaryState(self, neighbours, mood, owned, Forks.with(here, fork, uses), blocked, cutOff);
    }

    BinaryState handing(ProcessId fork) {
        return new BinaryState(
                self, neighbours, mood, owned, Forks.only(here, other -> !other.equals(fork)), blocked, cutOff);
    }

    BinaryState blocking(ProcessId other) {
        return new BinaryState(self, neighbours, mood, owned, here, Forks.with(blocked, other), cutOff);
    }

    BinaryState using(SortedMap<ProcessId, Long> forks) {
        return new BinaryState(self, neighbours, mood, owned, forks, blocked, cutOff);
    }

    /** Thinking, owning nothing; those that were blocked have their forks. */
    BinaryState finished() {
        return new BinaryState(
                self,
                neighbours,
                Mood.THINKING,
                0,
                Forks.only(here, other -> !blocked.contains(other)),
                Forks.none(),
                cutOff);
    }

    /** Among these neighbours, of those that there were. */
    BinaryState among(Neighbours left, boolean apart) {
        int kept = (int) neighbours.all().subList(0, owned).stream()
                .filter(left::contains)
                .count();
        return new BinaryState(
                self,
                left,
                mood,
                kept,
                Forks.only(here, other -> left.contains(Neighbour.of(other))),
                Forks.only(blocked, other -> left.contains(Neighbour.of(other))),
                apart);
    }

    @Override
    public String toString() {
        return mood + " owning " + owned + " here " + here.keySet() + (blocked.isEmpty() ? "" : " blocking " + blocked)
                + (cutOff ? " cut off" : "");
    }
}
