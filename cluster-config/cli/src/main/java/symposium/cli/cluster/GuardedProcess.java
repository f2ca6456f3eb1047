package symposium.cli.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A command with the standard streams of this program, which ends it when it must not go on. */
final class GuardedProcess {

    /** What the launcher has changed: an equals sign and the value of LC_ALL, or the empty text if it was not set. */
    private static final String USERS_LOCALE = "symposium.locale";

    private static final String LC_ALL = "LC_ALL";

    private final Process process;

    /** @throws IOException when the command cannot be started */
    GuardedProcess(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        restoreLocale(builder.environment());
        builder.environment().putAll(environment);
        this.process = builder.start();
    }

    /** The launcher may have set LC_ALL for this JVM: the command has what the user has. */
    private static void restoreLocale(Map<String, String> environment) {
        String locale = System.getProperty(USERS_LOCALE);
        if (locale != null) {
            environment.remove(LC_ALL);
            if (locale.startsWith("=")) {
                environment.put(LC_ALL, locale.substring(1));
            }
        }
    }

    /** Completed when the command has ended, by its exit code; as in a shell, 128 + n after signal n. */
    CompletableFuture<Integer> ended() {
        return process.onExit().thenApply(Process::exitValue);
    }

    /**
     * Ends the command and the processes that it has started, by SIGTERM, and waits until all have ended.
     *
     * @param patience after which SIGKILL ends those that are left
     */
    void end(Duration patience) {
        List<ProcessHandle> all = everyone().toList();
        all.forEach(ProcessHandle::destroy);
        CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                .completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        Stream.concat(all.stream(), everyone()).forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
    }

    private Stream<ProcessHandle> everyone() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants());
    }
}
