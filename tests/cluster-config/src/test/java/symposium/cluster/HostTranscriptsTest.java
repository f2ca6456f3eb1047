package symposium.cluster;

import static symposium.kernel.Printable.print;

import akka.Done;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Behaviors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.Transcript;
import symposium.arbitration.privileges.Privileges;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.cluster.host.HostListeners;
import symposium.cluster.hosted.HostCommand;
import symposium.cluster.hosted.HostEvent;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.cluster.hosted.HostedService;
import symposium.cluster.hosted.ServiceBinding;
import symposium.cluster.settings.Settings;
import symposium.composition.privilegeswithvoters.PrivilegesWithVoters;
import symposium.composition.privilegeswithvoters.SharingWithVoters;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.Sorted;
import symposium.kernel.TraceEvent;
import symposium.kernel.topology.Shape;
import symposium.links.LinkIncarnation;
import symposium.links.LinkState;
import symposium.mutex.MutualExclusion;
import symposium.service.member.MembershipView;
import symposium.service.member.MembershipView.Voting;
import symposium.service.member.Termination;
import symposium.service.member.Warning;
import symposium.telemetry.NodeTelemetry;
import symposium.telemetry.ServiceTelemetry;
import symposium.wire.WireMessage;
import symposium.wire.WireMessage.Ack;
import symposium.wire.WireMessage.Envelope;
import symposium.wire.WireMessage.FormationProposal;
import symposium.wire.WireMessage.LinkHandshake;
import symposium.wire.WireMessage.MembershipConfirmation;
import symposium.wire.WireMessage.MembershipProbe;

/**
 * The host of process 0, as transcripts that anybody can read: each paragraph of a file is a command, a line, and what
 * the host does then, in this order. {@code -Dsymposium.golden=write} writes the files again, for review.
 *
 * <ul>
 *   <li>{@code host of process 0 of 3: ricart-agrawala}, or {@code resources}, or {@code resources, dynamic voters}:
 *       first of all
 *   <li>{@code 0, 1 are up}, {@code 1 is unreachable}, {@code 1 is reachable}, {@code 1 is removed}, {@code 1 returns}:
 *       what the cluster finds; a process that returns is another one of that number
 *   <li>{@code 1 proposes 0, 1, 2}, {@code 1 has begun with 0, 1, 2}: to begin together, or that they have;
 *       {@code , generation 7} is the first one of process 1, or of the group, unless it is 0; a process of a former
 *       life is {@code a former 0}
 *   <li>{@code 1 opens the link 1/1}: the incarnation as process 1 names it
 *   <li>{@code 1 sends acknowledgement}: a message of the algorithm, see {@link HostTranscriptMessages}; {@code 1 sends
 *       it again}
 *   <li>{@code 1 acknowledges 2}: all messages up to the second
 *   <li>{@code 1 asks, probe 1}: whether it is a member still; {@code 1 confirms, probe 1}: that process 0 is one
 *   <li>{@code the user enters}, {@code the user releases}, {@code the user takes a}
 *   <li>{@code 5 s pass}: each second the host says again what is due
 *   <li>{@code the node stands still for 60 s}: its virtual machine does nothing, and then goes on
 *   <li>{@code the node leaves}, {@code the user has finished}
 * </ul>
 *
 * <p>The host answers a question after each command. What it has done by then follows from the command: no timer of
 * Akka expires by itself, since its time is the test's. That the service sees each membership is left out.
 */
class HostTranscriptsTest extends HostFixture {

    private static final Path TRANSCRIPTS = Path.of("src/test/resources/symposium/cluster/transcripts");

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** What a command does, from what its pattern has found. */
    private record Command(Pattern pattern, Consumer<MatchResult> does) {}

    /** Another process as its host would know it. */
    private static final class Other {
        private final ProcessId id;
        private LinkIncarnation incarnation = LinkIncarnation.NONE;
        private long sent;
        private Optional<Envelope> last = Optional.empty();

        Other(ProcessId id) {
            this.id = id;
        }
    }

    private final ManualTime time = ManualTime.get(kit.system());
    /** All that the host does, in order: it sends all of it to this probe itself. */
    private final TestProbe<Object> happened = kit.createTestProbe();

    private final List<String> lines = new ArrayList<>();
    private final Map<Integer, Other> others = new HashMap<>();
    private final SortedSet<ProcessId> members = new TreeSet<>();
    private final SortedSet<ProcessId> unreachable = new TreeSet<>();
    private final SortedSet<ProcessId> departed = new TreeSet<>();
    private long tickets;
    private Settings chosen;
    private String algorithm;
    private ActorRef<Object> host;
    private String phase = "";
    private Optional<ActorRef<Done>> leaving = Optional.empty();

    private final List<Command> commands = List.of(
            command("host of process 0 of (\\d+): ([a-z-]+)(, dynamic voters)?", this::start),
            command("(.+) (?:is|are) up", found -> changeMembers(found, members, true)),
            command("(.+) (?:is|are) unreachable", found -> changeMembers(found, unreachable, true)),
            command("(.+) (?:is|are) reachable", found -> changeMembers(found, unreachable, false)),
            command("(.+) (?:is|are) removed", this::remove),
            command("(\\d+) returns", this::comeBack),
            command("(\\d+) proposes (.+?)(?:, generation (\\d+))?", found -> propose(found, false)),
            command("(\\d+) has begun with (.+?)(?:, generation (\\d+))?", found -> propose(found, true)),
            command("(\\d+) opens the link (\\d+)/(\\d+)", this::openLink),
            command(
                    "(\\d+) sends it again",
                    found -> host.tell(other(found).last.orElseThrow())),
            command("(\\d+) sends (.+)", this::send),
            command(
                    "(\\d+) acknowledges (\\d+)",
                    found -> host.tell(new Ack(other(found).id, SELF, other(found).incarnation, number(found, 2)))),
            command(
                    "(\\d+) asks, probe (\\d+)",
                    found -> host.tell(new MembershipProbe(other(found).id, SELF, number(found, 2)))),
            command(
                    "(\\d+) confirms, probe (\\d+)",
                    found -> host.tell(new MembershipConfirmation(other(found).id, SELF, number(found, 2)))),
            command("the user enters", found -> ask(MutualExclusion.Input.ENTER)),
            command("the user releases", found -> ask(MutualExclusion.Input.RELEASE)),
            command("the user takes (\\w+)", found -> askResources(take(found.group(1)))),
            command("(\\d+) s pass", this::pass),
            command(
                    "the node stands still for (\\d+) s",
                    found -> clock.addAndGet(
                            SECOND.multipliedBy(number(found, 1)).toNanos())),
            command(
                    "the node leaves",
                    found -> host.tell(new HostCommand.Leave<>(happened.getRef().narrow()))),
            command("the user has finished", found -> leaving.orElseThrow().tell(Done.getInstance())));

    HostTranscriptsTest(TestInfo test) {
        super(test, ManualTime.config());
    }

    private static Command command(String pattern, Consumer<MatchResult> does) {
        return new Command(Pattern.compile(pattern), does);
    }

    static Stream<Path> transcripts() throws IOException {
        return Transcript.in(TRANSCRIPTS);
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void happensAsItIsWritten(Path transcript) throws IOException {
        Transcript.follow(transcript, command -> {
            lines.clear();
            carryOut(command);
            observe();
            return lines;
        });
    }

    private void carryOut(String line) {
        for (Command command : commands) {
            Matcher found = command.pattern().matcher(line);
            if (found.matches()) {
                command.does().accept(found);
                return;
            }
        }
        throw new IllegalArgumentException("no command: " + line);
    }

    // --- commands

    private void start(MatchResult found) {
        boolean dynamic = found.group(3) != null;
        boolean resources = found.group(2).equals("resources");
        algorithm = dynamic ? PrivilegesWithVoters.NAME : resources ? Privileges.NAME : found.group(2);
        Map<String, Object> said = new HashMap<>(Map.of(
                "symposium.processes",
                Integer.parseInt(found.group(1)),
                "symposium.handshake-interval",
                SECOND,
                "symposium.silence-timeout",
                "1h"));
        if (resources) {
            said.put("symposium.services", List.of("resources"));
            said.put("symposium.voters", dynamic ? "dynamic" : "static");
        } else {
            said.put("symposium.algorithm", algorithm);
        }
        chosen = settings(said);
        host = resources ? open(HostedAlgorithms.resources(chosen)) : open(HostedAlgorithms.process(chosen));
    }

    private <S, M, I, O> ActorRef<Object> open(HostedAlgorithm<S, M, I, O> hosted) {
        return host(
                chosen,
                Shape.COMPLETE,
                hosted.withService(observed(hosted.service())),
                happened.getRef().narrow());
    }

    /** In the place of the service there is the user itself, who is told what the host tells the service. */
    private <C, I, O> ServiceBinding<Object, I, O> observed(ServiceBinding<C, I, O> service) {
        return new ServiceBinding<>(
                Object.class,
                (view, process) -> Behaviors.ignore(),
                event -> {
                    happened.getRef().tell(event);
                    return event;
                },
                service.raised(),
                service.excludes(),
                service.finishes());
    }

    @Override
    HostListeners listeners() {
        return new HostListeners(
                happened.getRef()::tell, happened.getRef()::tell, happened.getRef()::tell, happened.getRef()::tell);
    }

    private void changeMembers(MatchResult found, SortedSet<ProcessId> some, boolean added) {
        for (ProcessId id : ids(found.group(1))) {
            if (added) {
                some.add(id);
            } else {
                some.remove(id);
            }
        }
        tellMembership();
    }

    private void remove(MatchResult found) {
        List<ProcessId> removed = ids(found.group(1));
        removed.forEach(members::remove);
        removed.forEach(unreachable::remove);
        departed.addAll(removed);
        tellMembership();
    }

    private void comeBack(MatchResult found) {
        ProcessId former = other(found).id;
        Other other = new Other(new ProcessId(former.number(), former.incarnation() + 1));
        others.put(former.number(), other);
        members.add(other.id);
        tellMembership();
    }

    /** As the membership of a node sees it: without a majority it is cut off, unless that is for the voters to find. */
    private void tellMembership() {
        for (ProcessId id : Sorted.without(members, SELF)) {
            host.tell(
                    new HostCommand.Located<>(id, Optional.of(happened.getRef().narrow())));
        }
        boolean up = members.contains(SELF);
        boolean dynamic = chosen.voters() == Settings.Voters.DYNAMIC;
        boolean majority = members.size() - unreachable.size() >= chosen.majority();
        MembershipView view = view(List.copyOf(members), List.copyOf(unreachable), List.copyOf(departed));
        host.tell(new HostCommand.Seen<>(new MembershipView(
                SELF,
                view.topology(),
                view.members(),
                view.unreachable(),
                view.departed(),
                !up || !dynamic && !majority,
                dynamic && up ? Optional.of(Voting.NONE) : Optional.empty(),
                Optional.empty())));
    }

    private void propose(MatchResult found, boolean begun) {
        long floor = found.group(3) == null ? 0 : Long.parseLong(found.group(3));
        host.tell(new FormationProposal(other(found).id, SELF, ids(found.group(2)), floor, begun));
    }

    private void openLink(MatchResult found) {
        Other other = other(found);
        other.incarnation = new LinkIncarnation(number(found, 2), number(found, 3));
        other.sent = 0;
        host.tell(new LinkHandshake(other.id, SELF, other.incarnation, LinkState.OPENING));
    }

    private void send(MatchResult found) {
        Other other = other(found);
        other.sent++;
        Object message = HostTranscriptMessages.read(algorithm, other.id, found.group(2), this::ids);
        other.last =
                Optional.of(new Envelope(algorithm, other.id, SELF, Side.NONE, other.incarnation, other.sent, message));
        host.tell(other.last.get());
    }

    private void ask(Object input) {
        host.tell(new HostCommand.Input<>(input));
    }

    private void askResources(Request request) {
        ask(chosen.voters() == Settings.Voters.DYNAMIC ? new SharingWithVoters.Input.Ask(request) : request);
    }

    private Request take(String name) {
        tickets++;
        return new Request.Take(tickets, Mode.exclusively(Set.of(name)));
    }

    private void pass(MatchResult found) {
        for (long second = 0; second < number(found, 1); second++) {
            clock.addAndGet(SECOND.toNanos());
            time.timePasses(SECOND);
            observe();
        }
    }

    private static long number(MatchResult found, int group) {
        return Long.parseLong(found.group(group));
    }

    private Other other(MatchResult found) {
        return other(Integer.parseInt(found.group(1)));
    }

    private Other other(int number) {
        return others.computeIfAbsent(number, fresh -> new Other(ProcessId.of(number)));
    }

    /** The processes of these numbers; {@code a former 1} is the one before the last of its number. */
    private List<ProcessId> ids(String text) {
        List<ProcessId> ids = new ArrayList<>();
        for (String name : text.split(", ")) {
            String[] words = name.split(" ");
            ProcessId id = other(Integer.parseInt(words[words.length - 1])).id;
            ids.add(words.length == 1 ? id : new ProcessId(id.number(), id.incarnation() - 1));
        }
        return ids;
    }

    // --- what the host does

    /** The host has done all that it had to when it does nothing between two answers. */
    private void observe() {
        ActorRef<HostedService<?, ?>> asker = happened.getRef().narrow();
        boolean quiet = false;
        while (!quiet) {
            quiet = true;
            host.tell(new HostCommand.GetService<>(asker));
            Object next = happened.receiveMessage();
            while (!(next instanceof HostedService<?, ?>)) {
                quiet = false;
                line(next).ifPresent(lines::add);
                next = happened.receiveMessage();
            }
        }
        ServiceTelemetry counted =
                NodeTelemetry.get(kit.system()).service("host").orElseThrow();
        String now = counted.stopped() ? "stopped" : counted.begun() ? "running" : "waiting";
        if (!now.equals(phase)) {
            phase = now;
            lines.add("phase: " + phase);
        }
    }

    private Optional<String> line(Object what) {
        if (what instanceof WireMessage message) {
            return Optional.of("to " + message.to() + ": " + words(message));
        }
        if (what instanceof TraceEvent.Stepped step) {
            return Optional.of("step " + step.rule().label() + " on " + step.event());
        }
        if (what instanceof HostEvent.Seen<?>) {
            return Optional.empty();
        }
        if (what instanceof HostEvent<?> event) {
            return Optional.of("user: " + words(event));
        }
        return Optional.of("node: " + forNode(what));
    }

    private static String words(WireMessage message) {
        if (message instanceof Envelope envelope) {
            return print(envelope.message()) + " (message " + envelope.number() + ")";
        }
        if (message instanceof Ack ack) {
            return "has taken messages up to " + ack.upTo();
        }
        if (message instanceof LinkHandshake handshake) {
            return "link " + print(handshake.state()) + ", incarnation " + handshake.incarnation();
        }
        if (message instanceof FormationProposal proposal) {
            return (proposal.begun() ? "has begun with " : "proposes ") + proposal.founders() + ", generation "
                    + proposal.floor();
        }
        if (message instanceof MembershipProbe probe) {
            return "am I a member? probe " + probe.number();
        }
        return message instanceof MembershipConfirmation confirmation
                ? "you are a member, probe " + confirmation.number()
                : message.toString();
    }

    private String words(HostEvent<?> event) {
        if (event instanceof HostEvent.Told<?> told) {
            return told.output().toString();
        }
        if (event instanceof HostEvent.Warned<?> warned) {
            return "warning " + warned.warning().kind();
        }
        if (event instanceof HostEvent.Leaving<?> leaves) {
            leaving = Optional.of(leaves.replyTo());
            return "the node leaves, finish within " + leaves.within().toSeconds() + " s";
        }
        return event.toString();
    }

    private static String forNode(Object what) {
        if (what instanceof Warning warning) {
            return "warning " + warning.kind() + ": " + warning.line();
        }
        if (what instanceof Termination end) {
            return "ends, " + end.cause() + ": " + end.why();
        }
        if (what instanceof Voting voting) {
            return "voters " + voting.voters().members() + ", version "
                    + voting.voters().version() + ": " + (voting.quorate() ? "a majority" : "no majority")
                    + " is reached";
        }
        return what instanceof Done ? "may leave" : what.toString();
    }
}
