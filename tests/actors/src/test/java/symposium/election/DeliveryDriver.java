package symposium.election;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.actor.ProcessActor;
import symposium.actor.ProcessContext;
import symposium.actor.TimerDurations;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.kernel.Effect;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Side;
import symposium.kernel.TraceEvent;

/**
 * A ring of typed actors on which messages go to the left, each handed over by the test, one at a time and in the order
 * of sending: so a paper's story is told in the paper's order, and its messages can be counted.
 */
public final class DeliveryDriver<S, M> {

    private final List<Integer> leftwards;
    private final SortedMap<Integer, ActorRef<ProcessActor.Command<M, Call>>> actors = new TreeMap<>();
    private final SortedMap<Integer, TestProbe<ProcessActor.Command<M, Call>>> mail = new TreeMap<>();
    private final TestProbe<TraceEvent> log;
    private final SortedMap<Integer, Integer> waiting = new TreeMap<>();
    private final SortedMap<Integer, Leader> told = new TreeMap<>();
    private final List<Object> sent = new ArrayList<>();

    DeliveryDriver(ActorTestKit kit, Protocol<S, M, Call, Leader> protocol, int... ring) {
        leftwards = Arrays.stream(ring).boxed().toList();
        log = kit.createTestProbe("log");
        for (int number : ring) {
            mail.put(number, kit.createTestProbe("mail"));
            waiting.put(number, 0);
        }
        for (int number : ring) {
            ProcessId self = ProcessId.of(number);
            Neighbours neighbours =
                    Neighbours.onRing(ProcessId.of(beside(number, 1)), ProcessId.of(beside(number, ring.length - 1)));
            actors.put(
                    number,
                    kit.spawn(ProcessActor.create(
                            self,
                            neighbours,
                            protocol,
                            new ProcessContext<>(
                                    (to, message) -> post(self, to, message),
                                    leader -> {},
                                    TimerDurations.all(Duration.ofSeconds(1)),
                                    occurrence -> log.getRef().tell(occurrence)))));
        }
    }

    private int beside(int number, int places) {
        return leftwards.get((leftwards.indexOf(number) + places) % leftwards.size());
    }

    private void post(ProcessId from, Neighbour to, M message) {
        if (to.side() != Side.LEFT) {
            throw new IllegalArgumentException(message + " goes to the right");
        }
        mail.get(to.id().number()).getRef().tell(new ProcessActor.Delivery<>(from, Side.RIGHT, message));
    }

    /** The user of each of these calls for an election. */
    public DeliveryDriver<S, M> initiating(int... processes) {
        for (int process : processes) {
            actors.get(process).tell(new ProcessActor.Ask<>(Call.INITIATE));
            taken();
        }
        return this;
    }

    public DeliveryDriver<S, M> allInitiating() {
        return initiating(leftwards.stream().mapToInt(each -> each).toArray());
    }

    /** Its oldest message is handed to that process. */
    public DeliveryDriver<S, M> handingTo(int process) {
        waiting.merge(process, -1, Integer::sum);
        actors.get(process).tell(mail.get(process).receiveMessage());
        taken();
        return this;
    }

    /** Everything that is in transit is handed over once, and nothing that is sent upon it. */
    public DeliveryDriver<S, M> handingRound() {
        new TreeMap<>(waiting).forEach((process, count) -> {
            for (int message = 0; message < count; message++) {
                handingTo(process);
            }
        });
        return this;
    }

    /** Everything is handed over, until nothing is in transit any more. */
    public DeliveryDriver<S, M> untilItIsOver() {
        while (waiting.values().stream().anyMatch(count -> count > 0)) {
            handingRound();
        }
        return this;
    }

    private void taken() {
        TraceEvent.Stepped step = log.expectMessageClass(TraceEvent.Stepped.class);
        for (Effect<?, ?> effect : step.effects()) {
            if (effect instanceof Effect.Send<?, ?> send) {
                waiting.merge(send.to().id().number(), 1, Integer::sum);
                sent.add(send.message());
            } else if (effect instanceof Effect.Output<?, ?> output) {
                told.put(step.process().number(), (Leader) output.output());
            }
        }
    }

    /** How many messages of that type have been sent. */
    public long sent(Class<? extends M> type) {
        return sent.stream().filter(type::isInstance).count();
    }

    /** How often that message has been sent, by anybody. */
    public long sent(M message) {
        return sent.stream().filter(message::equals).count();
    }

    /** Whom the users were told of, by their processes. */
    public SortedMap<Integer, Leader> told() {
        return told;
    }
}
