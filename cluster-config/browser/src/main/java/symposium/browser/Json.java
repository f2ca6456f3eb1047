package symposium.browser;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON text of maps, lists, texts, numbers and booleans: the answers of the {@link Engine}. */
final class Json {

    private static final String ESCAPED = "\"\\";

    private Json() {}

    static String of(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> text(String.valueOf(entry.getKey())) + ":" + of(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Json::of).collect(Collectors.joining(",", "[", "]"));
        }
        return value == null || value instanceof Number || value instanceof Boolean
                ? String.valueOf(value)
                : text(value.toString());
    }

    private static String text(String plain) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char letter : plain.toCharArray()) {
            if (ESCAPED.indexOf(letter) >= 0) {
                quoted.append('\\').append(letter);
            } else if (letter < ' ') {
                String digits = Integer.toHexString(letter);
                quoted.append("\\u").append("0000", 0, 4 - digits.length()).append(digits);
            } else {
                quoted.append(letter);
            }
        }
        return quoted.append('"').toString();
    }
}
