package symposium.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * A question to a node over HTTP, and its answer. It uses what starts fastest: the old HTTP client of the JDK.
 *
 * @param body of the question; empty for none
 * @param took from the question to the end of the answer
 * @param status of the answer; {@link #UNANSWERED} if no complete one has come
 * @param json whether the answer says that it is JSON
 * @param answer its body, or why there is none
 */
public record HttpExchange(
        URI node, String method, String path, String body, Duration took, int status, boolean json, String answer) {

    /** The status of what has not been answered. */
    public static final int UNANSWERED = 0;

    private static final int LONGEST_BODY = 1 << 20;

    /** @param body empty for none */
    public static HttpExchange of(
            URI node,
            String method,
            String path,
            String body,
            Optional<String> token,
            Duration connect,
            Duration read) {
        long asked = System.nanoTime();
        int status = UNANSWERED;
        boolean json = false;
        String answer;
        try {
            HttpURLConnection connection = connection(node, method, path, token, connect, read);
            if (!body.isEmpty()) {
                connection.setDoOutput(true);
                connection.setRequestProperty("Content-Type", "application/json");
                connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            }
            int answered = connection.getResponseCode();
            try (InputStream text = answered < HttpURLConnection.HTTP_BAD_REQUEST
                    ? connection.getInputStream()
                    : connection.getErrorStream()) {
                answer = text == null ? "" : new String(text.readNBytes(LONGEST_BODY), StandardCharsets.UTF_8);
                json = text != null
                        && String.valueOf(connection.getContentType()).startsWith("application/json");
            }
            status = answered;
        } catch (IOException unreachable) {
            answer = reason(unreachable);
        }
        return new HttpExchange(
                node, method, path, body, Duration.ofNanos(System.nanoTime() - asked), status, json, answer);
    }

    /** Why there is no answer, in a few words. */
    static String reason(IOException unreachable) {
        return unreachable instanceof UnknownHostException
                ? "there is no such host"
                : String.valueOf(unreachable.getMessage());
    }

    static HttpURLConnection connection(
            URI node, String method, String path, Optional<String> token, Duration connect, Duration read)
            throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(node + path).toURL().openConnection();
        connection.setRequestMethod(method);
        connection.setConnectTimeout((int) connect.toMillis());
        connection.setReadTimeout((int) read.toMillis());
        // It would be followed by GET, which renews nothing.
        connection.setInstanceFollowRedirects(false);
        token.ifPresent(shown -> connection.setRequestProperty("Authorization", "Bearer " + shown));
        return connection;
    }
}
