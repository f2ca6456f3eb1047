package symposium.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.EventType;
import jdk.jfr.Recording;
import jdk.jfr.SettingDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.election.terms.LeadershipInTerms;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.mutex.Fence;
import symposium.mutex.suzukikasami.census.SuzukiKasamiCensus;

/** What happens at a node becomes events of the Flight Recorder, and is counted. */
@Tag("fast")
class FlightRecorderTest {

    private static final String NODE = "akka://flight@here";
    private static final ProcessId SELF = ProcessId.of(1);
    private static final ProcessId OTHER = ProcessId.of(2);

    @TempDir
    Path directory;

    private final Listeners listeners = new Listeners();

    FlightRecorderTest() {
        listeners.add(new FlightRecorder(NODE));
    }

    /** What all events have in common is said at their superclasses. */
    @Test
    void eventsAreOfOneCategoryWithoutStackTraces() {
        for (Class<? extends jdk.jfr.Event> event : List.of(
                FlightRecorder.Acquire.class,
                FlightRecorder.Release.class,
                FlightRecorder.Loss.class,
                FlightRecorder.Regeneration.class,
                FlightRecorder.Election.class)) {
            EventType type = EventType.getEventType(event);
            assertEquals(List.of("Symposium"), type.getCategoryNames());
            assertEquals(
                    List.of("false"),
                    type.getSettingDescriptors().stream()
                            .filter(setting -> setting.getName().equals("stackTrace"))
                            .map(SettingDescriptor::getDefaultValue)
                            .toList());
        }
    }

    @Test
    void requestsAreRecordedFromTheirArrivalToTheirEnd() throws Exception {
        RequestTelemetry telemetry = new RequestTelemetry(listeners);
        RequestTelemetry.Tracker tracker = telemetry.tracker(Optional.empty());
        List<RecordedEvent> events = recorded(() -> {
            tracker.waits(1, Set.of("a"), () -> "owner 1");
            tracker.waits(2, Set.of("b"), () -> "owner 2");
            tracker.waits(3, Set.of("c"), () -> "owner 3");
            assertEquals(3, telemetry.waiting());
            tracker.granted(1, new Fence(7, 1));
            tracker.granted(2, new Fence(7, 2));
            assertEquals(1, telemetry.waiting());
            assertEquals(2, telemetry.held());
            tracker.ended(1, Outcome.RELEASED);
            tracker.ended(2, Outcome.LOST);
            tracker.ended(3, Outcome.TIMED_OUT);
            tracker.rejected(names(21), () -> "owner 4", Outcome.REFUSED);
        });
        assertEquals(
                List.of("a granted 7.1", "b granted 7.2", "c timed_out ", printed(20) + " and 1 more refused "),
                of(events, "Acquire", "names", "outcome", "fence"));
        assertEquals(List.of("a released 7.1"), of(events, "Release", "names", "outcome", "fence"));
        assertEquals(List.of("b 7.2"), of(events, "Loss", "names", "fence"));
        assertEquals(List.of("owner 1", "owner 2", "owner 3", "owner 4"), of(events, "Acquire", "owner"));
        assertEquals(List.of("owner 1"), of(events, "Release", "owner"));
        assertEquals(List.of("owner 2"), of(events, "Loss", "owner"));
        assertTrue(events.stream().allMatch(event -> event.getString("node").equals(NODE)), events.toString());
        assertEquals(0, telemetry.waiting());
        assertEquals(0, telemetry.held());
        assertEquals(2, telemetry.grants());
        assertEquals(1, telemetry.withoutGrant(Outcome.TIMED_OUT));
        assertEquals(1, telemetry.withoutGrant(Outcome.REFUSED));
        assertEquals(1, telemetry.leasesEnded(Outcome.LOST));
        assertEquals(0, telemetry.withoutGrant(Outcome.LOST));
    }

    /** Without a recording nothing is told, and everything is counted. */
    @Test
    void withoutARecordingNothingListens() {
        assertEquals(RequestListener.NONE, listeners.requested(Set.of("a"), () -> "billing"));
    }

    @Test
    void stepsThatIssueATokenAndLeadersAreRecorded() throws Exception {
        ServiceTelemetry service = new ServiceTelemetry(
                "process", "suzuki-kasami-census", new SuzukiKasamiCensus.Entry().regenerations(), listeners);
        List<RecordedEvent> events = recorded(() -> {
            service.step(step(SuzukiKasamiCensus.Rule.ISSUE_LOST, List.of()));
            service.step(step(SuzukiKasamiCensus.Rule.TOKEN_DISCARDED, List.of()));
            service.step(step(
                    SuzukiKasamiCensus.Rule.TOKEN_DISCARDED,
                    List.of(new Effect.Output<>(new LeadershipInTerms.News.Elected(5, SELF)))));
            service.step(step(
                    SuzukiKasamiCensus.Rule.TOKEN_DISCARDED,
                    List.of(new Effect.Output<>(new LeadershipInTerms.News.Elected(6, OTHER)))));
            service.leads("news", SELF, new Fence(0, 7));
        });
        assertEquals(
                List.of("process suzuki-kasami-census 1 issue.lost"),
                of(events, "Regeneration", "service", "algorithm", "process", "rule"));
        assertEquals(
                List.of(" 1 1 true 5", " 1 2 false 6", "news 1 1 true 7"),
                of(events, "Election", "election", "process", "leader", "self", "term"));
        assertEquals(1, service.regenerations());
        assertEquals(3, service.elections());
        assertEquals(2, service.leaderships());
    }

    /** A listener that throws harms neither the node nor the others. */
    @Test
    void aListenerThatThrowsHarmsNoOther() throws Exception {
        Listeners both = new Listeners();
        both.add(new NodeListener() {
            @Override
            public RequestListener requested(Set<String> names, Supplier<String> owner) {
                throw new IllegalStateException("on purpose");
            }
        });
        both.add(new FlightRecorder(NODE));
        RequestTelemetry.Tracker tracker = new RequestTelemetry(both).tracker(Optional.empty());
        List<RecordedEvent> events = recorded(() -> {
            tracker.waits(1, Set.of("a"), () -> "owner 1");
            tracker.ended(1, Outcome.CANCELLED);
        });
        assertEquals(List.of("a cancelled"), of(events, "Acquire", "names", "outcome"));
    }

    private static TraceEvent step(SuzukiKasamiCensus.Rule rule, List<Effect<?, ?>> effects) {
        return new TraceEvent.Stepped(SELF, new Event.Leave<>(), rule, effects);
    }

    private static Set<String> names(int count) {
        TreeSet<String> names = new TreeSet<>();
        IntStream.range(0, count).forEach(each -> names.add("name " + (char) ('a' + each)));
        return names;
    }

    private static String printed(int count) {
        return String.join(", ", names(count));
    }

    private List<RecordedEvent> recorded(Runnable what) throws Exception {
        Path file = directory.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            List.of("Acquire", "Release", "Loss", "Regeneration", "Election")
                    .forEach(kind -> recording.enable("symposium." + kind));
            recording.start();
            what.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("symposium."))
                .toList();
    }

    /** These fields of the events of this kind, sorted. */
    private static List<String> of(List<RecordedEvent> events, String kind, String... fields) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("symposium." + kind))
                .map(event -> String.join(
                        " ",
                        Stream.of(fields)
                                .map(field -> String.valueOf(event.<Object>getValue(field)))
                                .toList()))
                .sorted()
                .toList();
    }
}
