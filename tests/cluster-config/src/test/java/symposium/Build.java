package symposium;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The run of Maven that these tests are a part of; an editor that runs a test says nothing of it. */
public final class Build {

    /** The goals and phases that Maven was called with: {@code goals [clean, verify]}. */
    private static final String GOALS = System.getProperty("symposium.goals", "");

    private static final List<String> PACKAGING = List.of("package", "verify", "install", "deploy");

    private Build() {}

    /** Whether all modules that these tests use have been packaged before them. */
    public static boolean packages() {
        if (GOALS.contains("$")) {
            throw new IllegalStateException("Maven does not tell its goals: " + GOALS);
        }
        List<String> goals = List.of(GOALS.split("\\W+"));
        return PACKAGING.stream().anyMatch(goals::contains);
    }

    /** Skips a test under {@code mvn test}, which packages nothing. Anywhere else a missing jar is a failure. */
    public static Path packaged(Path jar) {
        if (!packages()) {
            assumeTrue(false, "nothing is packaged: mvn verify runs this test");
        }
        assertTrue(Files.isRegularFile(jar), () -> "there is no " + jar);
        return jar;
    }

    /** The zip of the command line, which the profile {@code distribution} makes; skips a test without it. */
    public static Path zip() {
        String zip = System.getProperty("symposium.zip", "");
        assumeTrue(!zip.isEmpty(), "there is no zip: mvn verify -P distribution runs this test");
        return packaged(Path.of(zip));
    }

    /** The options of another Maven, which finds what this one has found. */
    public static List<String> mavenOptions() {
        List<String> options = new ArrayList<>();
        if (System.getProperty("symposium.offline", "").equals("offline true")) {
            options.add("-o");
        }
        String repository = System.getProperty("symposium.repository", "");
        if (!repository.isEmpty()) {
            options.add("-Dmaven.repo.local=" + repository);
        }
        return options;
    }
}
