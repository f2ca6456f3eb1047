package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import symposium.actor.Links;
import symposium.actor.ProcessActor;
import symposium.actor.Surroundings;
import symposium.cluster.wire.Envelope;
import symposium.kernel.Neighbours;
import symposium.kernel.Occurrence;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.Start;
import symposium.mutex.Ask;
import symposium.mutex.Told;

/** Hosts this node's process, sends its messages to where the others are, and tells it of the membership. */
final class Host<S, M> {

    /** What can be said to a host. */
    sealed interface Command<M> {}

    /** The user asks. */
    record Input<M>(Ask ask) implements Command<M> {}

    /** A message for the process has arrived. */
    record Arrived<M>(ProcessId from, Side side, M message) implements Command<M> {}

    /** The membership is this from now on. */
    record Seen<M>(View view) implements Command<M> {}

    private record ProcessStopped<M>() implements Command<M> {}

    private final ActorContext<Command<M>> context;
    private final ProcessId self;
    private final Settings settings;
    private final Pace pace;
    private final Residency<S, M> residency;
    private final Consumer<Told> user;
    private final Consumer<Occurrence> log;
    private final Consumer<Ended> ended;

    /** Read on the thread of the process. */
    private final Map<ProcessId, ActorRef<Envelope>> posts = new ConcurrentHashMap<>();

    private final List<ProcessActor.Command<M, Ask>> before = new ArrayList<>();
    private Optional<ActorRef<ProcessActor.Command<M, Ask>>> process = Optional.empty();
    private View view;

    private Host(
            ActorContext<Command<M>> context,
            ProcessId self,
            Settings settings,
            Residency<S, M> residency,
            Consumer<Told> user,
            Consumer<Occurrence> log,
            Consumer<Ended> ended) {
        this.context = context;
        this.self = self;
        this.settings = settings;
        this.residency = residency;
        this.user = user;
        this.log = log;
        this.ended = ended;
        this.view = View.alone(self);
        this.pace = new Pace(settings.timings(), settings.hurried(), settings.hurry(), System::nanoTime);
    }

    /**
     * The host of the process {@code self}.
     *
     * @param user is told what the process tells its user
     * @param log is told of every step of the process
     * @param ended is told when the process has stopped
     */
    static <S, M> Behavior<Command<M>> create(
            ProcessId self,
            Settings settings,
            Residency<S, M> residency,
            Consumer<Told> user,
            Consumer<Occurrence> log,
            Consumer<Ended> ended) {
        return Behaviors.setup(context -> {
            Host<S, M> host = new Host<>(context, self, settings, residency, user, log, ended);
            if (residency.formation() == Residency.Formation.AT_ONCE) {
                host.begin(Start.of(settings.processes(), 0), Neighbours.none());
            }
            return Behaviors.receiveMessage(host::onCommand);
        });
    }

    private Behavior<Command<M>> onCommand(Command<M> command) {
        if (command instanceof Input<M> input) {
            tellProcess(new ProcessActor.Ask<>(input.ask()));
        } else if (command instanceof Arrived<M> arrived) {
            tellProcess(new ProcessActor.Delivery<>(arrived.from(), arrived.side(), arrived.message()));
        } else if (command instanceof Seen<M> seen) {
            onSeen(seen.view());
        } else {
            ended.accept(new Ended(
                    Ended.Cause.REFUTED, "process " + self + " has stopped, as the line above says; its node leaves"));
        }
        return Behaviors.same();
    }

    private void onSeen(View now) {
        View was = view;
        view = now;
        if (!was.departed().containsAll(now.departed()) || !was.neighbours().equals(now.neighbours())) {
            pace.change();
        }
        now.members()
                .forEach((id, address) -> posts.computeIfAbsent(id, fresh -> Post.at(address, context.getSystem())));
        posts.keySet().removeAll(now.departed());
        switch (residency.formation()) {
            case AT_ONCE -> tellProcess(new ProcessActor.NeighboursChanged<>(now.neighbours(), now.departed()));
            case COMPLETE -> {
                if (process.isEmpty() && !now.cutOff() && now.members().size() == settings.processes()) {
                    begin(residency.start(now), now.neighbours());
                } else if (process.isPresent() && !now.cutOff() && !now.ring().equals(was.ring())) {
                    context.getLog()
                            .warn(
                                    "the ring is {} now, which {} does not provide for: what was at a process that has departed is lost",
                                    now.ring(),
                                    residency.algorithm());
                }
            }
        }
    }

    private void begin(Start start, Neighbours neighbours) {
        Links<M> links = (to, message) -> {
            ActorRef<Envelope> post = posts.get(to.id());
            if (post != null) {
                post.tell(new Envelope(
                        residency.algorithm(), self, to.id(), to.seenBack(self).side(), message));
            }
        };
        ActorRef<ProcessActor.Command<M, Ask>> begun = context.spawn(
                ProcessActor.create(
                        self,
                        neighbours,
                        residency.protocol().apply(start),
                        new Surroundings<>(links, user, pace, log)),
                "process");
        context.watchWith(begun, new ProcessStopped<>());
        process = Optional.of(begun);
        before.forEach(begun::tell);
        before.clear();
    }

    private void tellProcess(ProcessActor.Command<M, Ask> command) {
        process.ifPresentOrElse(begun -> begun.tell(command), () -> before.add(command));
    }
}
