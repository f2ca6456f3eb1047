package symposium.arbitration.privileges;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.Parts;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.problem.Channels;
import symposium.kernel.runtime.ProcessRuntime;

/**
 * Process runtimes in one thread, whose messages take one unit of time each, and whose users are always hungry: each
 * asks again as soon as it has given back, and holds what it takes for a number of units.
 *
 * @param <S> the states of the processes
 * @param <M> their messages
 */
final class BusyNames<S, M> {

    private record Sent<M>(long due, ProcessId from, ProcessId to, M message) {}

    private record Client(ProcessId at, long ticket) {}

    /**
     * What a run comes to.
     *
     * @param grants how many sets were taken
     * @param moves how many were taken by another process than the one that had the name before
     * @param messages how many were sent
     * @param steps how many steps the processes took
     * @param units the time simulated, in delays of a message
     * @param seconds the time that the run took
     */
    record Figures(long grants, long moves, long messages, long steps, long units, double seconds) {
        /** How long it takes from a release to the next grant elsewhere, where one name is held for that long. */
        double handOff(int hold) {
            return ((double) units - hold * grants) / moves;
        }

        double messagesPerGrant() {
            return (double) messages / grants;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d grants, %.3f moves per unit, %.2f messages per grant; %.0f steps/s, %.0f grants/s",
                    grants,
                    (double) moves / units,
                    messagesPerGrant(),
                    steps / seconds,
                    grants / seconds);
        }
    }

    private final int hop;
    private final int hold;
    private final int names;
    private final int shift;
    private final TreeMap<ProcessId, ProcessRuntime<S, M, Request, Grant>> processes = new TreeMap<>();
    private final TreeMap<Long, List<Runnable>> agenda = new TreeMap<>();
    private final Deque<Sent<M>> inTransit = new ArrayDeque<>();
    private final Map<String, ProcessId> last = new HashMap<>();
    private final Map<Client, Integer> round = new HashMap<>();
    private long now;
    private long grants;
    private long moves;
    private long messages;
    private long steps;

    /**
     * @param protocol of each process
     * @param processes how many there are
     * @param clients how many each has; the client of this number at each process takes the same name
     * @param hop how many units of time a message takes, 1 or more
     * @param hold for how many a client holds what it takes, 1 or more
     * @param shift how far a client moves on among the names after each turn, 0 if it asks for the same one
     */
    BusyNames(Protocol<S, M, Request, Grant> protocol, int processes, int clients, int hop, int hold, int shift) {
        this.hop = hop;
        this.hold = hold;
        this.names = clients;
        this.shift = shift;
        List<ProcessId> all =
                IntStream.range(0, processes).mapToObj(ProcessId::of).toList();
        for (ProcessId self : all) {
            Neighbours others = Neighbours.of(
                    all.stream().filter(other -> !other.equals(self)).toList());
            this.processes.put(self, ProcessRuntime.start(self, others, protocol, Channels.FIFO, true));
        }
        for (ProcessId self : all) {
            for (int client = 0; client < clients; client++) {
                Client hungry = new Client(self, client);
                // Spread over some time, so that not all ask at once for ever.
                at((client + self.number()) % hold, () -> asks(hungry));
            }
        }
    }

    private void at(long time, Runnable what) {
        agenda.computeIfAbsent(time, any -> new ArrayList<>()).add(what);
    }

    private void asks(Client client) {
        int turn = round.merge(client, 1, Integer::sum) - 1;
        String name = "name-" + (client.ticket() + (long) turn * shift) % names;
        happens(client.at(), new Event.Input<>(new Request.Take(client.ticket(), Mode.exclusively(List.of(name)))));
    }

    private void happens(ProcessId self, Event<M, Request> event) {
        var turn = processes.get(self).on(event);
        turn.refused().ifPresent(refused -> {
            throw refused.violation();
        });
        processes.put(self, turn.next());
        for (var taken : turn.steps()) {
            steps++;
            for (Effect<M, Grant> effect : taken.step().effects()) {
                if (effect instanceof Effect.Send<M, Grant> send) {
                    messages++;
                    inTransit.add(new Sent<>(now + hop, self, send.to().id(), send.message()));
                } else if (effect instanceof Effect.Output<M, Grant> output
                        && output.output() instanceof Grant.Taken grant) {
                    granted(self, grant);
                }
            }
        }
    }

    private void granted(ProcessId self, Grant.Taken grant) {
        grants++;
        ProcessId before = last.put(grant.modes().firstKey(), self);
        moves += self.equals(before) ? 0 : 1;
        at(now + hold, () -> {
            happens(self, new Event.Input<>(new Request.Release(grant.ticket())));
            asks(new Client(self, grant.ticket()));
        });
    }

    /** Goes on for that many units of time, or that many seconds. */
    Figures run(long units, double most) {
        long began = System.nanoTime();
        long grantsBefore = grants;
        long movesBefore = moves;
        long messagesBefore = messages;
        long stepsBefore = steps;
        long end = now + units;
        long start = now;
        while (now < end && (System.nanoTime() - began) / 1e9 < most) {
            while (!inTransit.isEmpty() && inTransit.peek().due() <= now) {
                Sent<M> sent = inTransit.remove();
                happens(sent.to(), new Event.Received<>(Neighbour.of(sent.from()), sent.message()));
            }
            Optional.ofNullable(agenda.remove(now)).ifPresent(due -> due.forEach(Runnable::run));
            now++;
        }
        return new Figures(
                grants - grantsBefore,
                moves - movesBefore,
                messages - messagesBefore,
                steps - stepsBefore,
                now - start,
                (System.nanoTime() - began) / 1e9);
    }

    /** Users of one privilege for each part of the names. */
    static BusyNames<?, ?> of(int processes, int clients, int hop, int hold, int shift) {
        return new BusyNames<>(new Privileges(processes / 2 + 1, 1, Parts.MOST), processes, clients, hop, hold, shift);
    }

    private static void oneName(BusyNames<?, ?> one, int processes, int hold, int hop) {
        one.run(10_000, 10);
        Figures figures = one.run(100_000, 20);
        System.out.printf(
                Locale.ROOT,
                "one name, %d processes, held for %.1f hops: %.2f hops from a release to a grant elsewhere; %s%n",
                processes,
                (double) hold / hop,
                figures.handOff(hold) / hop,
                figures);
    }

    /** One name among 2, 3 and 5 processes, then many names among three. */
    public static void main(String[] args) {
        for (int hold : new int[] {1, 5, 10, 40}) {
            for (int processes : new int[] {2, 3, 5, 9}) {
                oneName(of(processes, 1, 10, hold, 0), processes, hold, 10);
            }
        }
        for (int names : new int[] {1, 100, 1_000, 10_000}) {
            for (int shift : new int[] {0, 7}) {
                BusyNames<?, ?> many = of(3, names, 1, 10, shift);
                many.run(1_000, 5);
                System.out.println(names + " names, 3 processes, shift " + shift + ": " + many.run(10_000, 10));
            }
        }
    }
}
