package symposium.demo;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import symposium.arbitration.Seats;
import symposium.cluster.MembershipView;
import symposium.demo.Line.Tone;
import symposium.kernel.ProcessId;
import symposium.kernel.Shape;
import symposium.kernel.Topology;
import symposium.kernel.TraceEvent;
import symposium.mutex.Fence;

/** Tells what happens, line by line, as it happens. What it says depends on what it hears alone. */
public final class Narrator implements DemoEvent.Listener {

    /** Whom a line is about when it is about the nodes together. */
    private static final String ALL = "all";

    /** For how long a story may be silent. */
    private static final Duration SILENCE = Duration.ofMillis(2500);

    private final int processes;
    private final Consumer<Line> page;
    private final DemoScript programme;
    private final Names names;
    private final Wording wording;
    private final ProtocolNarrator plot;

    private final Map<ProcessId, MembershipView> views = new TreeMap<>();
    private final Set<ProcessId> up = new HashSet<>();
    private final Set<ProcessId> linked = new HashSet<>();
    private final SortedSet<ProcessId> gone = new TreeSet<>();
    private final SortedSet<ProcessId> hungry = new TreeSet<>();
    private SortedSet<ProcessId> closed = new TreeSet<>();
    private final SortedSet<ProcessId> eaters = new TreeSet<>();
    /** What each has, or wants, as it is listed. */
    private final Map<ProcessId, String> wishes = new HashMap<>();

    private Fence lastFence = Fence.NONE;
    private int meals;
    private Optional<Duration> mourning = Optional.empty();
    private Duration last = Duration.ZERO;

    /**
     * A story that has not begun.
     *
     * @param processes how many there are when all are up
     * @param programme what is on
     * @param names what processes are called
     * @param page is given the lines
     */
    Narrator(int processes, DemoScript programme, Names names, Consumer<Line> page) {
        this.processes = processes;
        this.programme = programme;
        this.names = names;
        this.page = page;
        this.wording = programme.wording();
        this.plot = programme.plot(this::say, names);
    }

    /** Says something of its own about all. */
    public void say(Duration at, Tone tone, String text) {
        say(at, ALL, tone, text);
    }

    /** Says what is being waited for, when nothing has been said for a while. */
    public void breakSilence(Duration now) {
        if (now.minus(last).compareTo(SILENCE) >= 0) {
            say(now, Tone.QUIET, awaited(now));
        }
    }

    private String awaited(Duration now) {
        if (up.size() < processes && closed.isEmpty()) {
            return "waiting for the cluster to form: " + up.size() + " of " + processes + " are up";
        }
        if (mourning.isPresent()) {
            return "waiting for " + awaitedInMourning()
                    + String.format(Locale.ROOT, ", %.1f s after the death", seconds(now.minus(mourning.get())));
        }
        if (meals == 0) {
            return programme.ofSignals() ? "waiting for a token" : wording.nothingYet();
        }
        if (!eaters.isEmpty()) {
            return names.listed(eaters) + " " + (eaters.size() == 1 ? wording.onlyOne() : wording.several());
        }
        return hungry.isEmpty() ? wording.nobodyWaits() : wording.waitingFor() + ": " + names.listed(hungry);
    }

    private String awaitedInMourning() {
        if (views.values().stream().allMatch(view -> view.departed().containsAll(gone))) {
            if (!programme.goesOn()) {
                return "somebody to be granted, which " + programme.algorithm() + " does not provide for";
            }
            return programme.ofSignals() ? "the token to be found lost" : "somebody to be granted";
        }
        boolean missed =
                views.values().stream().anyMatch(view -> !view.unreachable().isEmpty());
        return names.listed(gone) + " to be " + (missed ? "removed" : "missed");
    }

    // --- nodes

    @Override
    public void onStarted(Duration at, DemoEvent.Started it) {
        say(at, it.process(), Tone.QUIET, "starts, and listens at " + it.address());
    }

    @Override
    public void onSeen(Duration at, DemoEvent.Seen it) {
        MembershipView view = it.view();
        ProcessId self = view.self();
        if (gone.contains(self)) {
            return;
        }
        MembershipView before = views.put(self, view);
        for (ProcessId member : view.ring()) {
            if (up.add(member)) {
                say(at, member, Tone.NEWS, "is up: " + view.ring().size() + " of " + processes);
            }
        }
        if (before != null) {
            fresh(view.unreachable(), before.unreachable())
                    .forEach(other -> say(
                            at, self, Tone.NEWS, "hears nothing from " + names.of(other) + ": suspects it is dead"));
            fresh(before.unreachable(), view.unreachable()).stream()
                    .filter(view.members()::containsKey)
                    .forEach(other -> say(at, self, Tone.NEWS, "hears from " + names.of(other) + " again"));
        }
        fresh(view.departed(), before == null ? Set.of() : before.departed())
                .forEach(other -> say(
                        at,
                        self,
                        Tone.NEWS,
                        "learns that " + names.of(other) + " has been removed" + freed(view, other)));
        if (!view.cutOff()) {
            linked.add(self);
        } else if (linked.remove(self)) {
            say(at, self, Tone.ALARM, "is cut off: it sees no majority");
        }
        closing(at, view);
    }

    /** What the death of one who shares a fork with this one means for the fork. */
    private String freed(MembershipView view, ProcessId other) {
        return view.topology() instanceof Seats seats
                        && seats.table().share(view.self().number(), other.number())
                ? ": nobody else needs the fork " + names.fork(view.self(), other)
                : "";
    }

    private static SortedSet<ProcessId> fresh(Set<ProcessId> now, Set<ProcessId> before) {
        SortedSet<ProcessId> fresh = new TreeSet<>(now);
        fresh.removeAll(before);
        return fresh;
    }

    /** The ring is closed when all on it, as far as they are heard, see the same. */
    private void closing(Duration at, MembershipView view) {
        SortedSet<ProcessId> ring = view.ring();
        if (!programme.goesOn() && ring.size() < closed.size()) {
            return;
        }
        boolean agreed = !view.cutOff()
                && views.values().stream()
                        .filter(other -> ring.contains(other.self()))
                        .allMatch(other -> other.ring().equals(ring) && !other.cutOff());
        if (agreed && !ring.equals(closed)) {
            String again = closed.isEmpty() ? "" : closed.size() > ring.size() ? " again" : " anew";
            closed = ring;
            Topology topology = view.topology();
            if (programme.ofForks()) {
                String where = again.equals(" again") ? "still at the table: " : "at the table (" + topology + "): ";
                say(at, Tone.NEWS, where + names.listed(ring));
                return;
            }
            if (programme.ofResources()) {
                say(at, Tone.NEWS, "all see each other" + again + ": " + names.listed(ring));
                return;
            }
            say(
                    at,
                    Tone.NEWS,
                    topology == Shape.RING || topology == Shape.CYCLE
                            ? "the ring is closed" + again + ": " + around(ring)
                            : "all are linked" + again + " (" + topology + "): " + names.listed(ring));
        }
    }

    private static String around(SortedSet<ProcessId> ring) {
        return ring.stream().map(ProcessId::toString).collect(Collectors.joining(" -> ", "", " -> " + ring.first()));
    }

    @Override
    public void onKilled(Duration at, DemoEvent.Killed it) {
        ProcessId dead = it.process();
        String doing = eaters.contains(dead) ? doing(dead) : "";
        eaters.remove(dead);
        hungry.remove(dead);
        gone.add(dead);
        views.remove(dead);
        mourning = Optional.of(at);
        say(at, dead, Tone.ALARM, "is killed without goodbye," + doing);
        if (!hungry.isEmpty()) {
            say(
                    at,
                    Tone.QUIET,
                    wording.waitingThen() + " at that moment: "
                            + hungry.stream()
                                    .map(each -> names.of(each)
                                            + (wishes.containsKey(each) ? " for " + wishes.get(each) : ""))
                                    .collect(Collectors.joining(programme.ofResources() ? "; " : ", ")));
        }
    }

    private String doing(ProcessId dead) {
        if (programme.ofResources()) {
            return " while it has " + wishes.get(dead);
        }
        return " while it eats" + fenced(" under fence ", lastFence)
                + (programme.hasToken()
                        ? ": the token dies with it"
                        : programme.ofForks() ? ": it has all its forks" : "");
    }

    @Override
    public void onEnded(Duration at, DemoEvent.NodeEnded it) {
        eaters.remove(it.process());
        hungry.remove(it.process());
        views.remove(it.process());
        say(at, it.process(), Tone.ALARM, "ends: " + it.ended().why());
    }

    @Override
    public void onRemarked(Duration at, DemoEvent.Remarked it) {
        ProcessId self = it.remark().process();
        if (!gone.contains(self)) {
            say(at, self, Tone.ALARM, "warns: " + it.remark().line());
        }
    }

    // --- processes

    @Override
    public void onStepped(Duration at, DemoEvent.Stepped it) {
        TraceEvent occurrence = it.occurrence();
        if (!gone.contains(occurrence.process())) {
            plot.tell(at, occurrence);
        }
    }

    // --- philosophers

    @Override
    public void onHungry(Duration at, DemoEvent.Hungry it) {
        if (gone.contains(it.process())) {
            return;
        }
        hungry.add(it.process());
        say(at, it.process(), Tone.HUNGRY, "is hungry");
    }

    @Override
    public void onEating(Duration at, DemoEvent.Eating it) {
        lastFence = it.fence();
        has(at, it.process(), "eats" + fenced(", fence ", it.fence()));
    }

    @Override
    public void onDining(Duration at, DemoEvent.Dining it) {
        has(
                at,
                it.process(),
                it.uses().entrySet().stream()
                        .map(use -> names.fork(it.process(), use.getKey()) + " (use " + use.getValue() + ")")
                        .collect(Collectors.joining(", ", it.uses().isEmpty() ? "eats" : "eats with ", "")));
    }

    @Override
    public void onWanting(Duration at, DemoEvent.Wanting it) {
        if (gone.contains(it.process())) {
            return;
        }
        hungry.add(it.process());
        wishes.put(it.process(), String.join(", ", it.resources()));
        say(at, it.process(), Tone.HUNGRY, "wants " + wishes.get(it.process()));
    }

    @Override
    public void onTaking(Duration at, DemoEvent.Taking it) {
        String all = String.join(", ", it.resources());
        wishes.put(it.process(), all + " under fence " + it.fence());
        has(at, it.process(), "takes " + all + ", fence " + it.fence());
    }

    @Override
    public void onReturning(Duration at, DemoEvent.Returning it) {
        if (gone.contains(it.process())) {
            return;
        }
        eaters.remove(it.process());
        say(at, it.process(), Tone.PLAIN, "gives back " + String.join(", ", it.resources()) + ", fence " + it.fence());
    }

    private void has(Duration at, ProcessId process, String what) {
        hungry.remove(process);
        eaters.add(process);
        meals++;
        say(at, process, Tone.EATING, what);
        if (mourning.isPresent()) {
            say(
                    at,
                    Tone.NEWS,
                    String.format(
                            Locale.ROOT,
                            "%s since the death, %.1f s ago; work goes on",
                            wording.firstAgain(),
                            seconds(at.minus(mourning.get()))));
            mourning = Optional.empty();
        }
    }

    @Override
    public void onSated(Duration at, DemoEvent.Sated it) {
        if (gone.contains(it.process())) {
            return;
        }
        eaters.remove(it.process());
        say(at, it.process(), Tone.PLAIN, "has eaten" + fenced(", fence ", it.fence()));
    }

    @Override
    public void onRobbed(Duration at, DemoEvent.Robbed it) {
        eaters.remove(it.process());
        say(
                at,
                it.process(),
                Tone.ALARM,
                programme.ofResources()
                        ? "is told that what it took is its no more, fence " + it.fence()
                        : programme.ofForks()
                                ? "is told that its forks are lost"
                                : "is told that the lock is its no more, fence " + it.fence());
    }

    // --- lines

    /** Some algorithms know no fences. */
    private static String fenced(String before, Fence fence) {
        return fence.equals(Fence.NONE) ? "" : before + fence;
    }

    private static double seconds(Duration span) {
        return span.toMillis() / 1000.0;
    }

    private void say(Duration at, ProcessId who, Tone tone, String text) {
        say(at, names.of(who), tone, text);
    }

    private void say(Duration at, String who, Tone tone, String text) {
        last = at;
        page.accept(new Line(at, who, tone, text));
    }

    /** Lines about one process. */
    interface Voice {
        void say(Duration at, ProcessId who, Tone tone, String text);
    }
}
