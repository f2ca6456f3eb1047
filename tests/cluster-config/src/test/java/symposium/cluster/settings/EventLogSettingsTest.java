package symposium.cluster.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cluster.host.NodeEvents;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.ewd851.Ewd851;
import symposium.service.member.InvalidSetting;

/** Whether and where a node logs what its processes do. */
class EventLogSettingsTest {

    private static Config config(String said) {
        return ConfigFactory.parseString(said)
                .withFallback(ConfigFactory.load())
                .resolve();
    }

    @Test
    void thereIsNoLogUnlessADirectoryIsNamed() {
        assertEquals(
                new EventLogSettings(Optional.empty(), 100 << 20, true), EventLogSettings.of(ConfigFactory.load()));
        assertEquals(
                new EventLogSettings(Optional.of(Path.of("logs")), 4096, false),
                EventLogSettings.of(config("symposium.event-log { directory = logs, size = 4 KiB, states = off }")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            size = 4095    | symposium.event-log.size is 4095 (String: 1): it is a number of bytes, 0 or at least 4 KiB, such as 100 MiB
            size = -1      | symposium.event-log.size is -1 (String: 1): it is a number of bytes
            size = many    | symposium.event-log.size is "many" (String: 1): it is a number of bytes
            states = some  | symposium.event-log.states is "some" (String: 1): it is on or off
            """)
    void aWrongSettingIsToldInOneLine(String said, String why) {
        InvalidSetting wrong = assertThrows(
                InvalidSetting.class, () -> EventLogSettings.of(config("symposium.event-log { " + said + " }")));
        assertTrue(wrong.getMessage().startsWith(why), wrong.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            action = kill   | symposium.longest-holding.action is "kill" (String: 1): it is one of the words warn and release
            time = 0s       | symposium.longest-holding.time is "0s" (String: 1): it is the word off, or a duration above zero of at most 24 days, such as 10m
            except = { }    | symposium.longest-holding.except is {} (String: 1): it is a list of names
            action = null   | symposium.longest-holding.action is null: leave it out for its default, or give it a value
            """)
    void aWrongLongestHoldingIsToldInOneLineWithItsPlace(String said, String why) {
        InvalidSetting wrong = assertThrows(
                InvalidSetting.class, () -> LongestHolding.of(config("symposium.longest-holding { " + said + " }")));
        assertEquals(why, wrong.getMessage());
    }

    @Test
    void aSectionIsNoWord() {
        InvalidSetting word =
                assertThrows(InvalidSetting.class, () -> EventLogSettings.of(config("symposium.event-log = logs")));
        assertEquals(
                "symposium.event-log is \"logs\" (String: 1): it is a section with settings such as symposium.event-log.directory",
                word.getMessage());
        InvalidSetting number =
                assertThrows(InvalidSetting.class, () -> LongestHolding.of(config("symposium.longest-holding = 2")));
        assertEquals(
                "symposium.longest-holding is 2 (String: 1): it is a section with settings such as symposium.longest-holding.action",
                number.getMessage());
    }

    /** The directory is a file, say: the process goes on. */
    @Test
    void aLogThatCannotBeWrittenEndsAndNothingElse(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "in the way");
        Path logs = directory.resolve("logs");
        ProcessId self = ProcessId.of(0);
        Start start = Start.of(1, 0);
        Neighbours alone = Neighbours.onRing(self, self);
        Protocol<?, ?, ?, ?> protocol = new Ewd851.Entry().protocol(start);
        for (Path place : new Path[] {file, logs}) {
            ActorTestKit kit = ActorTestKit.create(
                    "EventLogSettingsTest",
                    config("akka.actor.provider = local, symposium.event-log.directory = \"" + place + "\""));
            try {
                NodeEvents events = NodeEvents.of(kit.system(), "ewd851", self);
                events.began(self, start, OptionalLong.empty(), alone, protocol);
                events.on(new TraceEvent.Failed(self, new Event.Input<>(Input.ENTER), "no rule admits it"), "");
            } finally {
                kit.shutdownTestKit();
            }
        }
        ActorTestKit kit = ActorTestKit.create(
                "EventLogSettingsTest",
                config("akka.actor.provider = local, symposium.event-log.directory = \"" + logs + "\""));
        try {
            NodeEvents.of(kit.system(), "no-such-algorithm", self)
                    .began(self, start, OptionalLong.empty(), alone, protocol);
        } finally {
            kit.shutdownTestKit();
        }
        assertEquals(3, Files.readAllLines(logs.resolve("ewd851-0-0.ndjson")).size());
        assertEquals("in the way", Files.readString(file));
    }
}
