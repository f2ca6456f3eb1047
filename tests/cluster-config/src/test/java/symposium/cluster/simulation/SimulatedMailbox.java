package symposium.cluster.simulation;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.typed.internal.AdaptMessage;
import akka.actor.typed.internal.TimerSchedulerImpl;
import akka.dispatch.Envelope;
import akka.dispatch.MailboxType;
import akka.dispatch.MessageQueue;
import akka.dispatch.ProducesMessageQueue;
import akka.dispatch.UnboundedMailbox;
import com.typesafe.config.Config;
import scala.Option;

/** The mailbox of all simulated actors. It drops the messages of a planted fault. */
public final class SimulatedMailbox implements MailboxType, ProducesMessageQueue<UnboundedMailbox.MessageQueue> {

    private final SimulatedTime.Machine machine;

    /** Called by Akka. */
    public SimulatedMailbox(ActorSystem.Settings settings, Config config) {
        this.machine = SimulatedTime.machine(settings.config().getInt(SimulatedNode.MACHINE));
    }

    @Override
    public MessageQueue create(Option<ActorRef> owner, Option<ActorSystem> system) {
        return new UnboundedMailbox.MessageQueue() {
            @Override
            public void enqueue(ActorRef receiver, Envelope envelope) {
                if (!machine.drops(meant(envelope.message()))) {
                    super.enqueue(receiver, envelope);
                }
            }
        };
    }

    /** A message as its sender knows it; of a timer, the key. */
    private static Object meant(Object message) {
        if (message instanceof TimerSchedulerImpl.TimerMsg timer) {
            return timer.key();
        }
        return message instanceof AdaptMessage<?, ?> adapted ? adapted.message() : message;
    }
}
