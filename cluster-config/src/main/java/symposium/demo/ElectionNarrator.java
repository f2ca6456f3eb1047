package symposium.demo;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import symposium.cluster.LeaderElection;
import symposium.cluster.LeaderElection.Leaderless;
import symposium.cluster.LeaderElection.Leads;
import symposium.cluster.LeaderElection.Why;
import symposium.cluster.MembershipView;
import symposium.demo.Line.Tone;
import symposium.kernel.ProcessId;

/** Tells of elections, line by line, as they happen. */
public final class ElectionNarrator implements DemoEvent.Listener {

    /** Whom a line is about when it is about the nodes together. */
    private static final String ALL = "all";

    private static final Duration SILENCE = Duration.ofMillis(2500);

    private final int processes;
    private final Consumer<Line> page;
    private final ProtocolNarrator plot;
    private final Map<ProcessId, MembershipView> views = new HashMap<>();
    private final Set<ProcessId> gone = new HashSet<>();
    private Duration last = Duration.ZERO;

    /**
     * A bulletin on which nothing is written.
     *
     * @param processes how many there are when all are up
     * @param page is given the lines
     */
    public ElectionNarrator(int processes, Consumer<Line> page) {
        this.processes = processes;
        this.page = page;
        this.plot = new PlainNarrator((at, who, tone, text) -> say(at, who.toString(), tone, text));
    }

    /** Says something about all. */
    public void say(Duration at, Tone tone, String text) {
        say(at, ALL, tone, text);
    }

    private void say(Duration at, String who, Tone tone, String text) {
        last = at;
        page.accept(new Line(at, who, tone, text));
    }

    /** Says that nothing happens, when nothing has been said for a while. */
    public void breakSilence(Duration now, String awaited) {
        if (now.minus(last).compareTo(SILENCE) >= 0) {
            say(now, Tone.QUIET, awaited);
        }
    }

    @Override
    public void onStarted(Duration at, DemoEvent.Started it) {
        say(at, it.process().toString(), Tone.QUIET, "starts, and listens at " + it.address());
    }

    @Override
    public void onSeen(Duration at, DemoEvent.Seen it) {
        MembershipView view = it.view();
        MembershipView before = views.put(view.self(), view);
        if (gone.contains(view.self())) {
            return;
        }
        String who = view.self().toString();
        if (before == null || before.members().size() != view.members().size()) {
            say(at, who, Tone.QUIET, "sees " + view.members().size() + " of " + processes + " up");
        }
        for (ProcessId departed : view.departed()) {
            if (before == null || !before.departed().contains(departed)) {
                say(at, who, Tone.NEWS, "learns that " + departed + " has been removed");
            }
        }
        for (ProcessId silent : view.unreachable()) {
            if (before == null || !before.unreachable().contains(silent)) {
                say(at, who, Tone.QUIET, "hears nothing from " + silent);
            }
        }
    }

    @Override
    public void onPolled(Duration at, DemoEvent.Polled it) {
        if (!gone.contains(it.occurrence().process())) {
            plot.tell(at, it.occurrence());
        }
    }

    @Override
    public void onNews(Duration at, DemoEvent.News it) {
        if (!gone.contains(it.process())) {
            say(at, it.process().toString(), tone(it.news()), text(it.news()));
        }
    }

    private static Tone tone(LeaderElection.News news) {
        return news instanceof Leads leads ? leads.self() ? Tone.EATING : Tone.PLAIN : Tone.HUNGRY;
    }

    private static String text(LeaderElection.News news) {
        if (news instanceof Leads leads) {
            return leads.self()
                    ? "leads, term " + leads.term()
                    : "follows " + leads.leader() + ", term " + leads.term();
        }
        if (news instanceof Leaderless nobody) {
            return "follows nobody"
                    + (nobody.why() == Why.CUT_OFF ? ": it does not see a majority" : ": there is an election");
        }
        return "follows nobody: " + ((LeaderElection.Unavailable) news).why();
    }

    @Override
    public void onKilled(Duration at, DemoEvent.Killed it) {
        gone.add(it.process());
        say(at, it.process().toString(), Tone.ALARM, "is killed without goodbye, while it leads");
    }

    @Override
    public void onRemarked(Duration at, DemoEvent.Remarked it) {
        say(
                at,
                it.remark().process().toString(),
                Tone.ALARM,
                "warns: " + it.remark().line());
    }

    @Override
    public void onEnded(Duration at, DemoEvent.NodeEnded it) {
        say(at, it.process().toString(), Tone.ALARM, it.ended().why());
    }
}
