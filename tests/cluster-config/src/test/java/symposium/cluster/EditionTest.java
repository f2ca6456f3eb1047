package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.cluster.settings.Settings;
import symposium.service.member.InvalidSetting;

/** Mistakes of an application that changes from one edition to the other. */
@Tag("fast")
class EditionTest {

    @TempDir
    private Path directory;

    @Test
    void twoEditionsOnTheClassPathAreNamedWithTheirPlaces() throws IOException {
        assertEquals(Optional.empty(), Edition.conflict(EditionTest.class.getClassLoader()));
        Path other = directory.resolve("symposium");
        Files.writeString(Files.createDirectory(other).resolve("edition.txt"), Edition.other());
        try (URLClassLoader both = loader()) {
            String conflict = Edition.conflict(both).orElseThrow();
            assertTrue(conflict.contains(Edition.other()) && conflict.contains(Edition.NAME), conflict);
            assertTrue(conflict.contains(other.toUri().toURL().toString()), conflict);
        }

        // The same edition twice, as some class paths have it, is harmless.
        Files.writeString(other.resolve("edition.txt"), Edition.NAME + "\n");
        try (URLClassLoader twice = loader()) {
            assertEquals(Optional.empty(), Edition.conflict(twice));
        }
    }

    private URLClassLoader loader() throws IOException {
        return new URLClassLoader(new URL[] {directory.toUri().toURL()}, EditionTest.class.getClassLoader());
    }

    @Test
    void settingsOfTheOtherEditionAreNotTakenForItsOwn() {
        Config config = ConfigFactory.parseString(Edition.other() + ".cluster.roles = [\"symposium\"]\n" + Edition.NAME
                        + ".actor.provider = cluster\nsymposium.processes = 1")
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve();
        String wrong = assertThrows(InvalidSetting.class, () -> AkkaSettings.require(config, Settings.from(config)))
                .getMessage();
        assertTrue(wrong.startsWith(Edition.NAME + ".cluster.roles is []"), wrong);
        assertTrue(wrong.endsWith("write " + Edition.NAME + " in place of " + Edition.other()), wrong);
    }
}
