package symposium.eventlog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON texts, and the values that they say: maps by name in their order, lists, texts, whole numbers as {@link Long},
 * others as {@link Double}, booleans and null.
 */
public final class Json {

    private static final String ESCAPED = "\"\\";
    private static final String MEANT = "\"\\/bfnrt";
    private static final String MEANING = "\"\\/\b\f\n\r\t";
    private static final int HEXADECIMAL = 16;
    private static final int DIGITS = 4;

    /** Deeper texts are refused: each level takes some of the stack. */
    private static final int MOST_DEPTH = 500;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    // --- writing

    /** The text of a value, in one line. Of anything else, its own text is the text. */
    public static String text(Object value) {
        StringBuilder to = new StringBuilder();
        write(value, to);
        return to.toString();
    }

    private static void write(Object value, StringBuilder to) {
        if (value instanceof Map<?, ?> map) {
            char before = '{';
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                to.append(before);
                quote(String.valueOf(entry.getKey()), to);
                to.append(':');
                write(entry.getValue(), to);
                before = ',';
            }
            to.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            char before = '[';
            for (Object each : list) {
                to.append(before);
                write(each, to);
                before = ',';
            }
            to.append(list.isEmpty() ? "[]" : "]");
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            to.append(value);
        } else {
            quote(value.toString(), to);
        }
    }

    private static void quote(String plain, StringBuilder to) {
        to.append('"');
        for (int each = 0; each < plain.length(); each++) {
            char letter = plain.charAt(each);
            int meaning = letter < ' ' ? MEANING.indexOf(letter) : -1;
            if (ESCAPED.indexOf(letter) >= 0) {
                to.append('\\').append(letter);
            } else if (meaning >= 0) {
                to.append('\\').append(MEANT.charAt(meaning));
            } else if (letter < ' ') {
                String digits = Integer.toHexString(letter);
                to.append("\\u").append("0000", 0, DIGITS - digits.length()).append(digits);
            } else {
                to.append(letter);
            }
        }
        to.append('"');
    }

    // --- reading

    /**
     * The value that a text says.
     *
     * @throws IllegalArgumentException when it is no JSON; the message says where
     */
    public static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value();
        if (json.peek() != 0) {
            throw json.unfit("the end");
        }
        return value;
    }

    /** The next letter that is no space; 0 at the end. */
    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private IllegalArgumentException unfit(String wanted) {
        return new IllegalArgumentException(
                wanted + " must come at letter " + (at + 1) + (at < text.length() ? "" : ", where it ends"));
    }

    private void take(char letter) {
        if (peek() != letter) {
            throw unfit(String.valueOf(letter));
        }
        at++;
    }

    private Object value() {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private void deeper() {
        if (++depth > MOST_DEPTH) {
            throw new IllegalArgumentException("there are more than " + MOST_DEPTH + " values in each other");
        }
        at++;
    }

    private Map<String, Object> object() {
        deeper();
        Map<String, Object> map = new LinkedHashMap<>();
        if (peek() != '}') {
            at--;
            do {
                at++;
                peek();
                String name = string();
                take(':');
                map.put(name, value());
            } while (peek() == ',');
        }
        take('}');
        depth--;
        return map;
    }

    private List<Object> array() {
        deeper();
        List<Object> list = new ArrayList<>();
        if (peek() != ']') {
            at--;
            do {
                at++;
                list.add(value());
            } while (peek() == ',');
        }
        take(']');
        depth--;
        return list;
    }

    private Object word(String word, Object meaning) {
        if (!text.startsWith(word, at)) {
            throw unfit("a value");
        }
        at += word.length();
        return meaning;
    }

    private Object number() {
        int begin = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(begin, at);
        try {
            boolean whole = digits.chars().noneMatch(letter -> ".eE".indexOf(letter) >= 0);
            return whole ? (Object) Long.parseLong(digits) : (Object) finite(Double.parseDouble(digits));
        } catch (NumberFormatException malformed) {
            at = begin;
            throw unfit("a value");
        }
    }

    private static double finite(double number) {
        if (Double.isInfinite(number)) {
            throw new NumberFormatException("a greater number than there is");
        }
        return number;
    }

    private String string() {
        if (at >= text.length() || text.charAt(at) != '"') {
            throw unfit("a text");
        }
        StringBuilder plain = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            char letter = text.charAt(at);
            plain.append(letter == '\\' ? escaped() : letter);
        }
        if (at >= text.length()) {
            throw unfit("\"");
        }
        at++;
        return plain.toString();
    }

    private char escaped() {
        at++;
        char letter = at < text.length() ? text.charAt(at) : 0;
        if (letter == 'u' && at + DIGITS < text.length()) {
            try {
                int code = Integer.parseInt(text.substring(at + 1, at + 1 + DIGITS), HEXADECIMAL);
                at += DIGITS;
                return (char) code;
            } catch (NumberFormatException malformed) {
                throw unfit("\\u and four digits");
            }
        }
        int meant = MEANT.indexOf(letter);
        if (meant < 0) {
            throw unfit("one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0000");
        }
        return MEANING.charAt(meant);
    }
}
