package symposium.management;

import akka.http.javadsl.model.HttpRequest;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import symposium.input.PlainText;

/**
 * Decodes the text of requests strictly. Bytes that are not UTF-8 would otherwise all become the same replacement
 * character, and two names of locks would become one.
 */
final class RequestText {

    private static final char REPLACEMENT = '\uFFFD';
    private static final int HEX = 16;

    private RequestText() {}

    /**
     * Decodes bytes in UTF-8.
     *
     * @param what they are, for the error
     * @throws InvalidRequest if they are something else
     */
    static String utf8(String what, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException other) {
            throw new InvalidRequest(what + " must be text in UTF-8, found bytes that are not UTF-8");
        }
    }

    /**
     * Returns a text that names something.
     *
     * @throws InvalidRequest if a part of it has been lost when it was decoded, here or by the client
     */
    static String whole(String what, String text) {
        if (text.indexOf(REPLACEMENT) >= 0) {
            throw new InvalidRequest(what + " must be text in UTF-8 without the replacement character U+FFFD,"
                    + " found " + PlainText.quoted(text));
        }
        return text;
    }

    /**
     * Returns the parameters of a request.
     *
     * @throws InvalidRequest if they are malformed
     */
    static Map<String, List<String>> parameters(HttpRequest request) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (String each : request.getUri().rawQueryString().orElse("").split("&")) {
            if (!each.isEmpty()) {
                int equals = each.indexOf('=');
                String name = decoded(equals < 0 ? each : each.substring(0, equals));
                String value = equals < 0 ? "" : decoded(each.substring(equals + 1));
                parameters.computeIfAbsent(name, any -> new ArrayList<>()).add(value);
            }
        }
        return parameters;
    }

    /**
     * Returns a parameter that may be given once.
     *
     * @throws InvalidRequest if it is given more often, or is malformed
     */
    static Optional<String> parameter(HttpRequest request, String name) {
        List<String> values = parameters(request).getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw new InvalidRequest(
                    "the parameter " + name + " must be given once, found " + values.size() + " values");
        }
        return values.stream().findFirst();
    }

    private static String decoded(String part) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(part.length());
        for (int at = 0; at < part.length(); at++) {
            char each = part.charAt(at);
            if (each == '%') {
                int byteOf = at + 2 < part.length() ? hex(part.charAt(at + 1)) * HEX + hex(part.charAt(at + 2)) : -1;
                if (byteOf < 0) {
                    throw new InvalidRequest(
                            "the query must have two hexadecimal digits after each %, found " + PlainText.quoted(part));
                }
                bytes.write(byteOf);
                at += 2;
            } else if (each > '~') {
                throw new InvalidRequest("the query must have characters beyond ASCII in UTF-8 and"
                        + " percent-encoded, found " + PlainText.quoted(part));
            } else {
                bytes.write(each == '+' ? ' ' : each);
            }
        }
        return whole("the query", utf8("the query", bytes.toByteArray()));
    }

    /** The value of a digit; below zero, however it is combined, for another character. */
    private static int hex(char digit) {
        int value = Character.digit(digit, HEX);
        return value < 0 || digit > '~' ? -HEX * HEX : value;
    }
}
