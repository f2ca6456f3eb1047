package symposium.cluster.execution;

import akka.ConfigurationException;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.remote.artery.tcp.ConfigSSLEngineProvider;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import symposium.service.member.InvalidSetting;

/** What Akka reports of a configuration that it cannot use, as the error of a setting. */
public final class AkkaConfiguration {

    private static final List<String> DISPATCHERS = List.of("symposium.dispatcher", "symposium.callbacks-dispatcher");

    private static final String TRANSPORT = "akka.remote.artery.transport";
    private static final String ENGINES = "akka.remote.artery.ssl.ssl-engine-provider";
    private static final String KEYS = "akka.remote.artery.ssl.config-ssl-engine";

    /** So begins Akka's error for a class that a setting names. */
    private static final String NO_INSTANCE = "Cannot instantiate ";

    private AkkaConfiguration() {}

    /**
     * Checks what Akka reads only when it is used: the dispatchers of a member, and its keys of TLS. The first actor of
     * a dispatcher would fail, and every connection.
     *
     * @throws InvalidSetting if they cannot be used
     */
    public static void require(ActorSystem<?> system) {
        requireDispatchers(system);
        requireKeys(system.settings().config());
    }

    private static void requireDispatchers(ActorSystem<?> system) {
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
     * Checks the keys of TLS, if the transport has TLS and its keys from files. Akka reads them at each connection.
     *
     * @throws InvalidSetting if they cannot be used
     */
    public static void requireKeys(Config config) {
        if (!config.getString(TRANSPORT).equals("tls-tcp")
                || !config.getString(ENGINES).equals(ConfigSSLEngineProvider.class.getName())) {
            return;
        }
        Config keys = config.getConfig(KEYS);
        try {
            KeyStore own = keyStore(keys, "key-store");
            KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm())
                    .init(own, keys.getString("key-password").toCharArray());
            keyStore(keys, "trust-store");
        } catch (GeneralSecurityException unfit) {
            throw unusable(String.valueOf(unfit.getMessage()));
        }
    }

    private static KeyStore keyStore(Config keys, String name) throws GeneralSecurityException {
        Path file = Path.of(keys.getString(name));
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        try (InputStream bytes = Files.newInputStream(file)) {
            store.load(bytes, keys.getString(name + "-password").toCharArray());
            return store;
        } catch (NoSuchFileException missing) {
            throw unusable("there is no file " + file);
        } catch (AccessDeniedException forbidden) {
            throw unusable(file + " may not be read by this user");
        } catch (IOException unfit) {
            throw unusable(file + " is no key store, or has another password"
                    + Optional.ofNullable(unfit.getMessage())
                            .map(why -> ": " + why)
                            .orElse(""));
        }
    }

    private static InvalidSetting unusable(String why) {
        return new InvalidSetting("the keys of TLS cannot be used (" + KEYS + "): " + why);
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
