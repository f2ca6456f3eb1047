package symposium.cluster.execution;

import akka.ConfigurationException;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import com.typesafe.config.ConfigException;
import java.util.List;
import java.util.Optional;
import symposium.service.member.InvalidSetting;

/** What Akka reports of a configuration that it cannot use, as the error of a setting. */
public final class AkkaConfiguration {

    private static final List<String> DISPATCHERS = List.of("symposium.dispatcher", "symposium.callbacks-dispatcher");

    /** So begins Akka's error for a class that a setting names. */
    private static final String NO_INSTANCE = "Cannot instantiate ";

    private AkkaConfiguration() {}

    /**
     * Checks the dispatchers of a member. Akka reads them only when the first of their actors starts, which then fails.
     *
     * @throws InvalidSetting if one of them cannot be used
     */
    public static void requireDispatchers(ActorSystem<?> system) {
        for (String dispatcher : DISPATCHERS) {
            try {
                system.dispatchers().lookup(DispatcherSelector.fromConfig(dispatcher));
            } catch (RuntimeException failed) {
                throw fault(dispatcher, failed)
                        .map(RuntimeException.class::cast)
                        .orElse(failed);
            }
        }
    }

    /**
     * Returns the error of a setting if Akka has failed for its configuration; empty if it has failed for another
     * reason.
     *
     * @param subject what cannot be used, with which the message begins
     */
    public static Optional<InvalidSetting> fault(String subject, Throwable failed) {
        Optional<InvalidSetting> fault = Optional.empty();
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConfigException
                    || cause instanceof ConfigurationException
                    || String.valueOf(cause.getMessage()).startsWith(NO_INSTANCE)) {
                fault = Optional.of(new InvalidSetting(subject + " cannot be used: " + cause.getMessage()));
            }
        }
        return fault;
    }
}
