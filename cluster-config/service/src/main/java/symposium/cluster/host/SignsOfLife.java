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

/** Which other processes are heard. One that the cluster reaches and that is not heard is sent to another way. */
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

    /** A message of a process has come. */
    void heard(ProcessId other) {
        if (silence.heard(other)) {
            log.info("process {} of {} hears process {} again", self, algorithm, other);
        }
    }

    /** Sends another way to those that are silent. */
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

    /** A process does not hear this one. It may be its answers that do not come: nothing is due to it then. */
    void unheard(ProcessId from, boolean departed) {
        heard(from);
        if (!departed) {
            hosts.renew(from);
            log.info("process {} of {} is not heard by process {}: it sends another way", self, algorithm, from);
        }
    }
}
