package symposium.input;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** Text that can be told to people and sent between nodes: in logs and on terminals it shows what it is. */
public final class PlainText {

    /** That a text has nothing that {@link #hasControl} finds, for messages: after the word has. */
    public static final String NO_CONTROL = "no control or invisible characters (Unicode Cc, Cf, Zl, Zp)";

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
    private static final Pattern NOT_SHOWN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");
    private static final int LONGEST_SHOWN = 60;

    private PlainText() {}

    /** Whether a character begins a line, reverses the direction of writing, is invisible, or controls a terminal. */
    public static boolean hasControl(String text) {
        return CONTROL.matcher(text).find();
    }

    /** Whether there is half a surrogate pair, which UTF-8 cannot write. */
    public static boolean isMalformed(String text) {
        return !StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** Why this is no Unicode text, in a clause; empty when it is. */
    public static Optional<String> malformed(String text) {
        return isMalformed(text)
                ? Optional.of("a surrogate character without the other of its pair is not Unicode text")
                : Optional.empty();
    }

    /** The text with a question mark for each character that could mislead. */
    public static String masked(String text) {
        return NOT_SHOWN.matcher(text).replaceAll("?");
    }

    /** The text in quotation marks, in part when it is long. */
    public static String quoted(String text) {
        String shown = masked(text);
        return "'" + (shown.length() > LONGEST_SHOWN ? shown.substring(0, LONGEST_SHOWN) + "..." : shown) + "'";
    }
}
