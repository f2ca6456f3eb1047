package symposium.edition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("fast")
class PekkoEditionTest {

    private static final byte[] BINARY = {(byte) 0xFF, 'a', 'k', 'k', 'a'};

    @TempDir
    private Path directory;

    @Test
    void namesOfClassesSettingsAndTheProduct() {
        Map.of(
                        "import akka.actor.typed.javadsl.Behaviors;",
                        "import org.apache.pekko.actor.typed.javadsl.Behaviors;",
                        "\"akka.serialization.jackson.AkkaJacksonModule\"",
                        "\"org.apache.pekko.serialization.jackson.PekkoJacksonModule\"",
                        "akka.cluster.roles = [\"symposium\"]",
                        "pekko.cluster.roles = [\"symposium\"]",
                        "\"akka://shop@10.0.0.1:2551\"",
                        "\"pekko://shop@10.0.0.1:2551\"",
                        "Akka's settings in symposium-akka.conf",
                        "Pekko's settings in symposium-pekko.conf",
                        "${akka.actor.typed.default-dispatcher}",
                        "${pekko.actor.typed.default-dispatcher}",
                        "<groupId>com.typesafe.akka</groupId>",
                        "<groupId>org.apache.pekko</groupId>",
                        "import akka.remote.testkit.Direction;",
                        "import org.apache.pekko.remote.transport.ThrottlerTransportAdapter.Direction;",
                        "com.typesafe.config and makkama stay",
                        "com.typesafe.config and makkama stay")
                .forEach((akka, pekko) -> assertEquals(pekko, PekkoEdition.of(akka)));
    }

    @Test
    void filesAreRewrittenAndThoseThatAreGoneAreRemoved() throws IOException {
        Path from = Files.createDirectories(directory.resolve("from/java"));
        Path to = directory.resolve("to");
        Files.writeString(from.resolve("AkkaSettings.java"), "class AkkaSettings {}");
        Files.writeString(from.resolve("Other.java"), "class Other {}");
        Files.write(from.resolve("picture.png"), BINARY);
        run(from.getParent(), to);
        assertEquals(List.of("Other.java", "PekkoSettings.java", "picture.png"), names(to.resolve("java")));
        assertEquals("class PekkoSettings {}", Files.readString(to.resolve("java/PekkoSettings.java")));
        assertArrayEquals(BINARY, Files.readAllBytes(to.resolve("java/picture.png")));

        // What has not changed is not compiled again.
        FileTime earlier = FileTime.fromMillis(0);
        Files.setLastModifiedTime(to.resolve("java/PekkoSettings.java"), earlier);
        Files.delete(from.resolve("Other.java"));
        run(from.getParent(), to);
        assertEquals(List.of("PekkoSettings.java", "picture.png"), names(to.resolve("java")));
        assertEquals(earlier, Files.getLastModifiedTime(to.resolve("java/PekkoSettings.java")));
    }

    @Test
    void wrongArgumentsAreRefused() {
        assertEquals(
                "must be pairs of directories: that of the sources, and that to write",
                assertThrows(IllegalArgumentException.class, () -> PekkoEdition.main(new String[] {"one"}))
                        .getMessage());
        Path none = directory.resolve("none");
        assertEquals(
                "must be the directory of the sources: " + none,
                assertThrows(IllegalArgumentException.class, () -> run(none, directory))
                        .getMessage());
    }

    private static void run(Path from, Path to) throws IOException {
        PekkoEdition.main(new String[] {from.toString(), to.toString()});
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }
}
