package symposium.cluster.status;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import symposium.service.member.MembershipView;
import symposium.service.member.Warning;
import symposium.telemetry.NodeListener;

/**
 * Finds whether a node serves requests: it does when the processes of all its services have begun and it sees a
 * majority, until it ends. For any thread.
 */
public final class NodeReadiness implements NodeListener {

    private static final Set<Warning.Kind> LASTING =
            EnumSet.of(Warning.Kind.EXCLUDED, Warning.Kind.TOO_FEW, Warning.Kind.SERVICE_FAILED);

    private final Readiness readiness = new Readiness("the node starts");
    private final SortedSet<String> starting;
    private MembershipView view;
    private final int processes;
    private final int majority;
    private Optional<String> excluded = Optional.empty();

    /**
     * That of a node that starts.
     *
     * @param services those that are to begin
     * @param processes how many are configured
     * @param majority how many of them are a majority
     */
    public NodeReadiness(SortedSet<String> services, int processes, int majority, MembershipView view) {
        this.starting = new TreeSet<>(services);
        this.processes = processes;
        this.majority = majority;
        this.view = view;
    }

    /** These observers, with this one before them. */
    public Observers before(Observers observers) {
        Consumer<MembershipView> views = this::seen;
        Consumer<Warning> warnings = this::warned;
        return new Observers(
                observers.steps(),
                observers.elections(),
                observers.resources(),
                views.andThen(observers.views()),
                warnings.andThen(observers.warnings()));
    }

    private synchronized void seen(MembershipView now) {
        view = now;
        change();
    }

    /** What lets a process grant nothing until its node, or all, are restarted. */
    private synchronized void warned(Warning warning) {
        if (LASTING.contains(warning.kind())) {
            excluded = Optional.of(warning.line());
            change();
        }
    }

    @Override
    public synchronized void began(String service) {
        starting.remove(service);
        change();
    }

    private void change() {
        readiness.is(
                excluded.isPresent()
                        ? excluded
                        : view.cutOff() || !votes()
                                ? Optional.of(noMajority())
                                : starting.isEmpty()
                                        ? Optional.empty()
                                        : Optional.of("these services have not begun: " + String.join(", ", starting)));
    }

    /** Where voters change, a node that has come is ready once it is one: then the next may leave. */
    private boolean votes() {
        return view.voting()
                .map(voting -> voting.voters().members().contains(view.self()))
                .orElse(true);
    }

    private String noMajority() {
        return view.unformed().orElseGet(() -> view.voting()
                .map(voting -> voting.quorate()
                        ? "the node is not a voter yet"
                        : voting.voters().version() == 0
                                ? "the node knows no voters: the group has not begun, or has not let this node in yet"
                                : "the node reaches no majority of the voters "
                                        + voting.voters().members() + ", version "
                                        + voting.voters().version())
                .orElseGet(this::cutOff));
    }

    private String cutOff() {
        long reached = view.members().keySet().stream()
                .filter(process -> !view.unreachable().contains(process))
                .count();
        return "the node sees no majority: it is not up yet, or is cut off; it reaches " + reached + " of " + processes
                + " processes (symposium.processes), and " + majority + " are a majority";
    }

    public Readiness readiness() {
        return readiness;
    }

    /** The membership as the node has seen it last. */
    public synchronized MembershipView view() {
        return view;
    }
}
