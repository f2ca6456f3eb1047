package symposium.cluster.host;

import java.util.function.Consumer;
import org.slf4j.Logger;
import symposium.kernel.ProcessId;
import symposium.service.member.Warning;
import symposium.telemetry.ServiceTelemetry;
import symposium.wire.WireMessage;

/** The messages that a host drops, and the versions of the protocol that other nodes speak. */
final class UnreadMessages {

    private final ProcessId self;
    private final PeerHosts hosts;
    private final Consumer<Warning> warnings;
    private final ServiceTelemetry telemetry;
    private final Logger log;
    private long dropped;
    private long warnAt = 1;

    UnreadMessages(
            ProcessId self, PeerHosts hosts, Consumer<Warning> warnings, ServiceTelemetry telemetry, Logger log) {
        this.self = self;
        this.hosts = hosts;
        this.warnings = warnings;
        this.telemetry = telemetry;
        this.log = log;
    }

    /** Notes the version of the protocol that the node of a process speaks. */
    void speaks(ProcessId process, int version) {
        if (hosts.speaks(process, version) && version != hosts.version()) {
            log.info(
                    "the node of process {} speaks version {} of the protocol, and this one version {}: they speak version {}",
                    process,
                    version,
                    hosts.version(),
                    hosts.version(process));
        }
    }

    /** Drops a message with a name that this node does not know, and notifies its sender. */
    void notKnown(ProcessId from, String name) {
        dropped("a message '" + name + "' from process " + from + ": version " + hosts.version()
                + " of the protocol, which this node speaks, has none of this name");
        hosts.tell(new WireMessage.NotUnderstood(self, from, name, hosts.version()));
    }

    /** Logs that the node of a process does not know the name of a message of this node. */
    void notUnderstood(ProcessId from, String name, int version) {
        hosts.speaks(from, version);
        log.warn(
                "process {} does not know the message '{}': its node speaks version {} of the protocol",
                from,
                name,
                version);
    }

    /** Counts a message that is dropped. A warning for each would let another node fill the log. */
    void dropped(String why) {
        dropped++;
        telemetry.messageDropped();
        if (dropped == warnAt) {
            warnAt *= 10;
            String line =
                    "process " + self + " has dropped " + (dropped == 1 ? "" : dropped + " messages, the last ") + why;
            log.warn(line);
            warnings.accept(new Warning(self, Warning.Kind.DROPPED, line));
        }
    }
}
