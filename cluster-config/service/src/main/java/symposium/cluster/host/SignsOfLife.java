package symposium.cluster.host;

import akka.actor.Address;
import java.time.Duration;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import symposium.cluster.membership.SilenceDetector;
import symposium.kernel.ProcessId;
import symposium.service.member.Warning;
import symposium.telemetry.ServiceTelemetry;
import symposium.wire.WireMessage;

/**
 * Which other processes are heard. A process that the cluster reaches and that is silent gets its messages by another
 * route.
 */
final class SignsOfLife {

    private final ProcessId self;
    private final String algorithm;
    private final Duration timeout;
    private final SilenceDetector<ProcessId> silence;
    private final PeerHosts hosts;
    private final ServiceTelemetry telemetry;
    private final Logger log;

    /**
     * @param algorithm its name
     * @param timeout after which a process that owes an answer is silent
     * @param nanoTime in nanoseconds
     */
    SignsOfLife(
            ProcessId self,
            String algorithm,
            Duration timeout,
            LongSupplier nanoTime,
            PeerHosts hosts,
            ServiceTelemetry telemetry,
            Logger log) {
        this.self = self;
        this.algorithm = algorithm;
        this.timeout = timeout;
        this.silence = new SilenceDetector<>(timeout, nanoTime);
        this.hosts = hosts;
        this.telemetry = telemetry;
        this.log = log;
    }

    /** Notes a message of a process. */
    void heard(ProcessId other) {
        if (silence.heard(other)) {
            log.info("process {} of {} hears process {} again", self, algorithm, other);
        }
    }

    /** Uses another route to the processes that are silent. */
    void breakSilence(SortedSet<ProcessId> due, Map<ProcessId, Address> nodes, Consumer<Warning> warn) {
        for (ProcessId other : silence.overdue(due)) {
            hosts.renew(other);
            hosts.tell(new WireMessage.Unheard(self, other));
            telemetry.silence();
            warn.accept(new Warning(
                    self,
                    Warning.Kind.SILENCE,
                    "process " + self + " of " + algorithm + " has heard nothing from process " + other + " for "
                            + timeout.toMillis()
                            + " ms (symposium.silence-timeout), though the cluster reaches its node "
                            + nodes.get(other) + " and an answer is due: asks again, another way"));
        }
        telemetry.silent(silence.silent());
    }

    /** Uses another route to a process that does not hear this one. */
    void unheard(ProcessId from, boolean departed) {
        heard(from);
        if (!departed) {
            hosts.renew(from);
            log.info("process {} of {} is not heard by process {}: it sends another way", self, algorithm, from);
        }
    }
}
