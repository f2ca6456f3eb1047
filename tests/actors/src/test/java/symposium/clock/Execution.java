package symposium.clock;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import symposium.kernel.ProcessId;

/**
 * A random execution of processes that send each other messages, and which of its events happened before which: worked
 * out from the definition, as the transitive closure of sequential precedence and of sending before receiving, without
 * any clock.
 *
 * @param processes how many processes
 * @param events what happened, in an order in which it can have happened
 */
record Execution(int processes, List<Happening> events) {

    /** In the place of the sending, where an event receives nothing. */
    static final int NOTHING = -1;

    /**
     * One event.
     *
     * @param process at which process
     * @param sending the place of the event that sent what this one receives, or {@link #NOTHING} where this one sends
     */
    record Happening(ProcessId process, int sending) {
        boolean receives() {
            return sending != NOTHING;
        }
    }

    /** So many events; messages overtake each other, and some never arrive. */
    static Execution random(int processes, int length, long seed) {
        Random lot = new Random(seed);
        record Message(int sending, int to) {}
        List<Message> inTransit = new ArrayList<>();
        List<Happening> events = new ArrayList<>();
        for (int at = 0; at < length; at++) {
            if (!inTransit.isEmpty() && lot.nextInt(5) < 3) {
                Message message = inTransit.remove(lot.nextInt(inTransit.size()));
                events.add(new Happening(ProcessId.of(message.to()), message.sending()));
            } else {
                int from = lot.nextInt(processes);
                inTransit.add(new Message(at, (from + 1 + lot.nextInt(Math.max(1, processes - 1))) % processes));
                events.add(new Happening(ProcessId.of(from), NOTHING));
            }
        }
        return new Execution(processes, List.copyOf(events));
    }

    /** For each event, those that happened before it. */
    List<BitSet> before() {
        List<BitSet> before = new ArrayList<>();
        for (int at = 0; at < events.size(); at++) {
            BitSet causes = new BitSet();
            for (int earlier = 0; earlier < at; earlier++) {
                if (events.get(earlier).process().equals(events.get(at).process())
                        || events.get(at).sending() == earlier) {
                    causes.set(earlier);
                    causes.or(before.get(earlier));
                }
            }
            before.add(causes);
        }
        return before;
    }

    /** For each event, the length of a longest chain of events that lead to it. */
    List<Long> longestChains() {
        List<Long> longest = new ArrayList<>();
        for (BitSet causes : before()) {
            longest.add(causes.stream()
                    .mapToLong(cause -> longest.get(cause) + 1)
                    .max()
                    .orElse(0));
        }
        return longest;
    }
}
