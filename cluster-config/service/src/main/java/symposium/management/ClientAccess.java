package symposium.management;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.headers.TlsSessionInfo;
import com.typesafe.config.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import symposium.service.member.InvalidSetting;

/** Who may use the endpoints for clients: {@code symposium.clients.authentication}. */
sealed interface ClientAccess {

    /** Whether a request shows what it has to. */
    boolean admits(HttpRequest request);

    /** Anybody who can connect. */
    record Anybody() implements ClientAccess {
        @Override
        public boolean admits(HttpRequest request) {
            return true;
        }
    }

    /** Who knows a token. */
    record Token(byte[] token) implements ClientAccess {

        private static final String BEARER = "Bearer ";
        private static final int SHORTEST = 16;

        static Token of(Path file) {
            try {
                String token = Files.readString(file).replace("\uFEFF", "").strip();
                if (token.length() < SHORTEST || !token.matches("[!-~]+")) {
                    throw new InvalidSetting(TOKEN_FILE + " (" + file + "): must be a token of one line, of at least "
                            + SHORTEST + " letters, digits and signs");
                }
                return new Token(token.getBytes(StandardCharsets.UTF_8));
            } catch (NoSuchFileException missing) {
                throw new InvalidSetting(TOKEN_FILE + " (" + file + "): there is no such file");
            } catch (IOException unreadable) {
                throw new InvalidSetting(TOKEN_FILE + " (" + file + ") cannot be read: " + unreadable);
            }
        }

        @Override
        public boolean admits(HttpRequest request) {
            String shown = request.getHeader("Authorization")
                    .map(header -> header.value())
                    .orElse("");
            return shown.startsWith(BEARER)
                    && MessageDigest.isEqual(
                            token, shown.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Who has a certificate that the server trusts. */
    record Certificate() implements ClientAccess {
        @Override
        public boolean admits(HttpRequest request) {
            return request.getHeader(TlsSessionInfo.class)
                    .filter(header -> {
                        try {
                            return header.getSession().getPeerCertificates().length > 0;
                        } catch (SSLPeerUnverifiedException nobody) {
                            return false;
                        }
                    })
                    .isPresent();
        }
    }

    /** The setting. */
    String AUTHENTICATION = "symposium.clients.authentication";

    /** The file with the token. */
    String TOKEN_FILE = "symposium.clients.token-file";

    /**
     * That of these settings.
     *
     * @throws InvalidSetting when they are wrong, or would let anybody in from elsewhere
     */
    static ClientAccess of(Config config) {
        String kind = config.getString(AUTHENTICATION);
        switch (kind) {
            case "none" -> {
                Optional<String> beyond = ManagementAddress.beyondLoopback(config);
                if (beyond.isPresent()) {
                    throw new InvalidSetting(AUTHENTICATION + " is none, and Akka Management is bound to "
                            + beyond.get() + ", which others can reach: it must be token or mutual-tls there");
                }
                return new Anybody();
            }
            case "token" -> {
                String file = config.getString(TOKEN_FILE);
                if (file.equals("off")) {
                    throw new InvalidSetting(AUTHENTICATION + " is token, and " + TOKEN_FILE
                            + " is off: it must be a file with the token");
                }
                return Token.of(Path.of(file));
            }
            case "mutual-tls" -> {
                return new Certificate();
            }
            default -> throw new InvalidSetting(AUTHENTICATION + " is " + kind + ": must be none, token or mutual-tls");
        }
    }
}
