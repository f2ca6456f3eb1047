package symposium.demo.narration;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import symposium.arbitration.Seats;
import symposium.demo.event.DemoEvent;
import symposium.demo.event.DemoEvent.Grant;
import symposium.demo.event.Reactions;
import symposium.demo.narration.Line.Tone;
import symposium.demo.script.DemoScript;
import symposium.demo.script.DemoScript.Service;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.mutex.Fence;
import symposium.service.member.MembershipView;
import symposium.service.participant.LeaderElection;
import symposium.service.participant.LeaderElection.Leaderless;
import symposium.service.participant.LeaderElection.Leads;
import symposium.service.participant.LeaderElection.Why;

/** Tells what happens, line by line, as it happens. The story follows from the events alone. */
public final class Narrator extends Reactions {

    /** The subject of a line about the nodes together. */
    private static final String ALL = "all";

    /** The longest silence of a story. */
    private static final Duration SILENCE = Duration.ofMillis(2500);

    private final int processes;
    private final Consumer<Line> page;
    private final DemoScript script;
    private final Names names;

    private final StepNarrator steps;

    private final Map<ProcessId, MembershipView> views = new TreeMap<>();
    private final Set<ProcessId> up = new HashSet<>();
    private final Set<ProcessId> linked = new HashSet<>();
    private final SortedSet<ProcessId> dead = new TreeSet<>();
    private SortedSet<ProcessId> agreed = new TreeSet<>();

    private final SortedSet<ProcessId> waiting = new TreeSet<>();
    private final Map<ProcessId, Grant> grants = new TreeMap<>();
    private final Map<ProcessId, String> wanted = new HashMap<>();
    private final Map<ProcessId, LeaderElection.News> news = new TreeMap<>();
    private boolean granted;
    private Optional<Duration> death = Optional.empty();
    private Duration last = Duration.ZERO;

    /**
     * A story that has not begun.
     *
     * @param processes the number of processes when all are up
     * @param script of the demo
     * @param names of the processes
     * @param page is given the lines
     */
    public Narrator(int processes, DemoScript script, Names names, Consumer<Line> page) {
        this.processes = processes;
        this.script = script;
        this.names = names;
        this.page = page;

        this.steps = new StepNarrator(script, names, this::say);
        on(
                DemoEvent.Started.class,
                (at, it) -> say(at, it.process(), Tone.QUIET, "starts, and listens at " + it.address()));
        onAlive(DemoEvent.Seen.class, (at, it) -> seen(at, it.view()));
        onAlive(DemoEvent.Stepped.class, (at, it) -> {
            if (it.part() == script.service().part()) {
                steps.tell(at, it.event());
            }
        });
        onAlive(DemoEvent.Requested.class, (at, it) -> requested(at, it.process(), String.join(", ", it.resources())));
        on(DemoEvent.Granted.class, (at, it) -> granted(at, it.process(), it.grant()));
        onAlive(DemoEvent.Released.class, (at, it) -> released(at, it.process(), it.grant()));
        on(DemoEvent.Lost.class, (at, it) -> lost(at, it.process(), it.fence()));
        onAlive(DemoEvent.News.class, (at, it) -> told(at, it.process(), it.news()));
        on(DemoEvent.Killed.class, (at, it) -> killed(at, it.process()));
        on(DemoEvent.Suffered.class, (at, it) -> say(at, it.process(), Tone.ALARM, it.what()));
        on(DemoEvent.TokenLost.class, (at, it) -> say(at, it.process(), Tone.ALARM, it.what()));
        onAlive(
                DemoEvent.Warned.class,
                (at, it) -> say(
                        at, it.process(), Tone.ALARM, "warns: " + it.warning().line()));
        on(DemoEvent.NodeEnded.class, (at, it) -> {
            forget(it.process());
            say(at, it.process(), Tone.ALARM, "ends: " + it.ended().why());
        });
    }

    /** Tells an event, unless it comes late from a process that is dead. */
    private <E extends DemoEvent> void onAlive(Class<E> type, BiConsumer<Duration, E> telling) {
        on(type, (at, it) -> {
            if (!dead.contains(it.process())) {
                telling.accept(at, it);
            }
        });
    }

    /** Says something about all. */
    public void say(Duration at, Tone tone, String text) {
        say(at, ALL, tone, text);
    }

    private void say(Duration at, ProcessId who, Tone tone, String text) {
        say(at, names.of(who), tone, text);
    }

    private void say(Duration at, String who, Tone tone, String text) {
        last = at;
        page.accept(new Line(at, who, tone, text));
    }

    /** Says what the demo waits for, if nothing has been said for a while. */
    public void breakSilence(Duration now) {
        if (now.minus(last).compareTo(SILENCE) >= 0 && !settled()) {
            say(now, Tone.QUIET, awaited(now));
        }
    }

    /** Whether every process that has been told anything follows a leader. */
    private boolean settled() {
        return death.isEmpty() && !news.isEmpty() && news.values().stream().allMatch(Leads.class::isInstance);
    }

    private String awaited(Duration now) {
        boolean elects = script.service() == Service.ELECTION;
        if (up.size() < processes && (elects || agreed.isEmpty())) {
            return "waiting for the cluster to form: " + up.size() + " of " + processes + " are up";
        }
        if (death.isPresent()) {
            return "waiting for " + recovery() + ", " + Line.seconds(now.minus(death.get())) + " after the crash";
        }
        if (elects) {
            return "waiting for a leader that all " + processes + " follow";
        }
        if (!granted) {
            return script.ofSignals() ? "waiting for a token" : "no process has " + script.words("done") + " yet";
        }
        if (!grants.isEmpty()) {
            return "still " + script.words("doing") + ": " + names.listed(grants.keySet());
        }
        return waiting.isEmpty() ? script.words("idle") : script.words("waiting-for") + ": " + names.listed(waiting);
    }

    /** The next thing to happen after a crash. */
    private String recovery() {
        if (!views.values().stream().allMatch(view -> view.departed().containsAll(dead))) {
            boolean suspected =
                    views.values().stream().anyMatch(view -> !view.unreachable().isEmpty());
            return names.listed(dead) + " to be " + (suspected ? "removed" : "suspected");
        }
        if (script.service() == Service.ELECTION) {
            return "a leader that all survivors follow";
        }
        if (!script.goesOn()) {
            return "a grant, which " + script.algorithm() + " does not tolerate after a crash";
        }
        return script.ofSignals() ? "the loss of the token to be detected" : "the next grant";
    }

    // --- nodes

    private void seen(Duration at, MembershipView view) {
        ProcessId self = view.self();
        Optional<MembershipView> before = Optional.ofNullable(views.put(self, view));
        for (ProcessId member : view.ring()) {
            if (up.add(member)) {
                say(at, member, Tone.NEWS, "is up: " + view.ring().size() + " of " + processes);
            }
        }
        Set<ProcessId> unreachable =
                before.<Set<ProcessId>>map(MembershipView::unreachable).orElse(Set.of());
        for (ProcessId other : without(view.unreachable(), unreachable)) {
            say(at, self, Tone.NEWS, "hears nothing from " + names.of(other) + ", and suspects that it is dead");
        }
        for (ProcessId other : without(unreachable, view.unreachable())) {
            if (view.members().containsKey(other)) {
                say(at, self, Tone.NEWS, "hears from " + names.of(other) + " again");
            }
        }
        Set<ProcessId> departed =
                before.<Set<ProcessId>>map(MembershipView::departed).orElse(Set.of());
        for (ProcessId other : without(view.departed(), departed)) {
            say(at, self, Tone.NEWS, "learns that " + names.of(other) + " has been removed" + freed(view, other));
        }
        if (!view.cutOff()) {
            linked.add(self);
        } else if (linked.remove(self)) {
            say(at, self, Tone.ALARM, "is cut off: it sees no majority");
        }
        tellAgreement(at, view);
    }

    /** The fate of the fork that a process shared with one that departed. */
    private String freed(MembershipView view, ProcessId other) {
        boolean shared = view.topology() instanceof Seats seats
                && seats.table().share(view.self().number(), other.number());
        return shared ? ": the fork " + names.fork(view.self(), other) + " is not needed any more" : "";
    }

    private static SortedSet<ProcessId> without(Set<ProcessId> some, Set<ProcessId> others) {
        SortedSet<ProcessId> rest = new TreeSet<>(some);
        rest.removeAll(others);
        return rest;
    }

    /** Tells that all members that have been heard see the same members. */
    private void tellAgreement(Duration at, MembershipView view) {
        SortedSet<ProcessId> members = view.ring();
        boolean fewer = members.size() < agreed.size();
        boolean agree = !view.cutOff()
                && views.values().stream()
                        .filter(other -> members.contains(other.self()))
                        .allMatch(other -> other.ring().equals(members) && !other.cutOff());
        if (agree && !members.equals(agreed) && (script.goesOn() || !fewer)) {
            String again = agreed.isEmpty() ? "" : " again";
            agreed = members;
            say(at, Tone.NEWS, agreement(view.topology(), again, fewer));
        }
    }

    private String agreement(Topology topology, String again, boolean fewer) {
        String all = names.listed(agreed);
        return switch (script.service()) {
            case PHILOSOPHER -> (fewer ? "still at the table: " : "at the table (" + topology + "): ") + all;
            case RESOURCES, ELECTION -> "all see each other" + again + ": " + all;
            case LOCK ->
                topology == Shape.RING || topology == Shape.CYCLE
                        ? "the ring is closed" + again + ": " + all.replace(", ", " -> ") + " -> "
                                + names.of(agreed.first())
                        : "all are linked" + again + " (" + topology + "): " + all;
        };
    }

    private void killed(Duration at, ProcessId process) {
        say(at, process, Tone.ALARM, "is killed without goodbye" + doing(process));
        forget(process);
        dead.add(process);
        death = Optional.of(at);
        if (!waiting.isEmpty()) {
            String all = waiting.stream()
                    .map(each -> names.of(each) + (wanted.get(each).isEmpty() ? "" : " for " + wanted.get(each)))
                    .collect(Collectors.joining(script.service() == Service.RESOURCES ? "; " : ", "));
            say(at, Tone.QUIET, script.words("waiting") + " at that moment: " + all);
        }
    }

    private String doing(ProcessId process) {
        if (news.get(process) instanceof Leads leads && leads.self()) {
            return ", while it leads";
        }
        Grant grant = grants.get(process);
        if (grant == null) {
            return "";
        }
        if (grant instanceof Grant.OfResources set) {
            return ", while it has " + String.join(", ", set.resources()) + " under fence " + set.fence();
        }
        return ", while it eats" + fenced(" under fence ", grant.fence())
                + (script.hasToken()
                        ? ": the token is lost with it"
                        : grant instanceof Grant.OfForks ? ": it has all its forks" : "");
    }

    private void forget(ProcessId process) {
        grants.remove(process);
        waiting.remove(process);
        views.remove(process);
        news.remove(process);
    }

    // --- users

    private void requested(Duration at, ProcessId process, String resources) {
        waiting.add(process);
        wanted.put(process, resources);
        say(at, process, Tone.HUNGRY, resources.isEmpty() ? "is hungry" : "wants " + resources);
    }

    private void granted(Duration at, ProcessId process, Grant grant) {
        waiting.remove(process);
        grants.put(process, grant);
        granted = true;
        say(at, process, Tone.EATING, begins(process, grant));
        recovers(at);
    }

    private void recovers(Duration at) {
        death.ifPresent(
                since -> say(at, Tone.NEWS, "work continues, " + Line.seconds(at.minus(since)) + " after the crash"));
        death = Optional.empty();
    }

    private String begins(ProcessId process, Grant grant) {
        if (grant instanceof Grant.OfResources set) {
            return "takes " + String.join(", ", set.resources()) + ", fence " + set.fence();
        }
        if (grant instanceof Grant.OfForks forks && !forks.uses().isEmpty()) {
            return forks.uses().entrySet().stream()
                    .map(use -> names.fork(process, use.getKey()) + " (use " + use.getValue() + ")")
                    .collect(Collectors.joining(", ", "eats with ", ""));
        }
        return "eats" + fenced(", fence ", grant.fence());
    }

    private void released(Duration at, ProcessId process, Grant grant) {
        grants.remove(process);
        String done = grant instanceof Grant.OfResources set
                ? "gives back " + String.join(", ", set.resources())
                : "has eaten";
        say(at, process, Tone.PLAIN, done + fenced(", fence ", grant.fence()));
    }

    private void lost(Duration at, ProcessId process, Fence fence) {
        grants.remove(process);
        String what =
                switch (script.service()) {
                    case RESOURCES -> "its resources";
                    case PHILOSOPHER -> "its forks";
                    case LOCK, ELECTION -> "the lock";
                };
        say(at, process, Tone.ALARM, "learns that it has lost " + what + fenced(", fence ", fence));
    }

    private void told(Duration at, ProcessId process, LeaderElection.News latest) {
        news.put(process, latest);
        if (latest instanceof Leads leads && leads.self()) {
            say(at, process, Tone.EATING, "leads, term " + leads.term());
            recovers(at);
        } else if (latest instanceof Leads leads) {
            say(at, process, Tone.PLAIN, "follows " + names.of(leads.leader()) + ", term " + leads.term());
        } else {
            String why = latest instanceof Leaderless none
                    ? none.why() == Why.CUT_OFF ? "it does not see a majority" : "there is an election"
                    : ((LeaderElection.Unavailable) latest).why();
            say(at, process, Tone.HUNGRY, "follows no leader: " + why);
        }
    }

    // --- words

    /** Some algorithms know no fences. */
    private static String fenced(String before, Fence fence) {
        return fence.equals(Fence.NONE) ? "" : before + fence;
    }
}
