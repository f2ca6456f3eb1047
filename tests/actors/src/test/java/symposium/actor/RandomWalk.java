package symposium.actor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Supplier;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Problem;
import symposium.kernel.topology.Topology;

/**
 * A run of a protocol without any actor: at each moment one of the things that may happen does, drawn from a seeded
 * lot.
 */
final class RandomWalk<S, M, U, I, O> {

    /** If users asked whenever they may, every process would always wait and no token would rest. */
    private static final int DEMANDS_ONE_IN = 8;

    private record Link(Neighbour from, ProcessId to) {}

    private final Protocol<S, M, I, O> protocol;
    private final Problem<U, I, O> problem;
    private final Random lot;
    private final Map<ProcessId, S> states = new TreeMap<>();
    private final Map<ProcessId, U> users = new TreeMap<>();
    private final Map<ProcessId, Set<Timer>> running = new TreeMap<>();
    private final Map<Link, List<M>> inTransit = new HashMap<>();
    private final List<Link> links = new ArrayList<>();

    RandomWalk(
            Protocol<S, M, I, O> protocol,
            Problem<U, I, O> problem,
            Topology topology,
            SortedSet<ProcessId> members,
            long seed) {
        this.protocol = protocol;
        this.problem = problem;
        this.lot = new Random(seed);
        for (ProcessId member : members) {
            states.put(member, protocol.initial(member, topology.neighbours(member, members)));
            users.put(member, problem.initial());
            running.put(member, new LinkedHashSet<>(protocol.initialTimers(states.get(member))));
        }
    }

    /** The next {@code steps} steps, or fewer when nothing more can happen. */
    List<TraceEvent> steps(int steps) {
        List<TraceEvent> path = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            List<Supplier<TraceEvent>> possible = possible(lot.nextInt(DEMANDS_ONE_IN) == 0);
            if (possible.isEmpty()) {
                possible = possible(true);
            }
            if (possible.isEmpty()) {
                break;
            }
            path.add(possible.get(lot.nextInt(possible.size())).get());
        }
        return path;
    }

    /** The messages that have been sent and not received. */
    long inTransit() {
        return inTransit.values().stream().mapToLong(List::size).sum();
    }

    private List<Supplier<TraceEvent>> possible(boolean demands) {
        List<Supplier<TraceEvent>> possible = new ArrayList<>();
        states.forEach((process, state) -> {
            for (I input : problem.mayAsk(users.get(process))) {
                if (problem.demands(input) && !demands) {
                    continue;
                }
                possible.add(() -> {
                    users.computeIfPresent(process, (id, user) -> problem.asked(user, input));
                    return step(process, new Event.Input<>(input));
                });
            }
            for (Timer timer : running.get(process)) {
                possible.add(() -> {
                    running.get(process).remove(timer);
                    return step(process, new Event.Timeout<>(timer));
                });
            }
        });
        for (Link link : links) {
            List<M> messages = inTransit.get(link);
            if (!messages.isEmpty() && protocol.admits(states.get(link.to()), link.from(), messages.get(0))) {
                possible.add(() -> step(link.to(), new Event.Received<>(link.from(), messages.remove(0))));
            }
        }
        return possible;
    }

    private TraceEvent step(ProcessId process, Event<M, I> event) {
        Step<S, M, O> step = protocol.step(states.get(process), event);
        states.put(process, step.next());
        for (Effect<M, O> effect : step.effects()) {
            if (effect instanceof Effect.Send<M, O> send) {
                Link link = new Link(send.to().seenBack(process), send.to().id());
                inTransit
                        .computeIfAbsent(link, fresh -> {
                            links.add(fresh);
                            return new ArrayList<>();
                        })
                        .add(send.message());
            } else if (effect instanceof Effect.Output<M, O> output) {
                users.computeIfPresent(process, (id, user) -> problem.told(user, output.output()));
            } else if (effect instanceof Effect.Schedule<M, O> schedule) {
                running.get(process).add(schedule.timer());
            } else if (effect instanceof Effect.Cancel<M, O> cancel) {
                running.get(process).remove(cancel.timer());
            }
        }
        return new TraceEvent.Stepped(process, event, step.rule(), step.effects());
    }
}
