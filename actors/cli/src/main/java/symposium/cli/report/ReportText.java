package symposium.cli.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** The text of a report: lines with a heading each, wrapped where they are long. */
public final class ReportText {

    /** A blank at which no line is wrapped. */
    public static final char NO_BREAK = '\u00a0';

    private static final int HEADING = 15;
    private static final int WIDTH = 100;

    private final StringBuilder text = new StringBuilder();

    /** Appends text as it is. */
    public ReportText append(String verbatim) {
        text.append(verbatim);
        return this;
    }

    /** Appends a heading and what it says; each part begins a line, and is wrapped where it is long. */
    public ReportText line(String heading, String... parts) {
        String label = heading + " ".repeat(Math.max(1, HEADING - heading.length()));
        for (String part : parts) {
            StringBuilder line = new StringBuilder(label);
            label = " ".repeat(HEADING);
            boolean first = true;
            for (String word : part.split(" (?! )")) {
                if (!first && line.length() + word.length() + 1 > WIDTH) {
                    append(line);
                    line = new StringBuilder(label + word.stripLeading());
                } else {
                    line.append(first ? "" : " ").append(word);
                }
                first = false;
            }
            append(line);
        }
        return this;
    }

    private void append(StringBuilder line) {
        text.append(line.toString().replace(NO_BREAK, ' ').stripTrailing()).append('\n');
    }

    @Override
    public String toString() {
        return text.toString().stripTrailing();
    }

    /** The things, separated by commas. */
    public static String listed(Collection<?> things) {
        return things.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    /** A number of things, such as "1 step" or "2 steps". */
    public static String number(int count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }

    /** A format with numbers as English writes them. */
    public static String counted(String format, Object... numbers) {
        return String.format(Locale.ROOT, format, numbers);
    }

    /** A number of seconds, with three decimals below ten and one above. */
    public static String seconds(double seconds) {
        BigDecimal rounded = BigDecimal.valueOf(seconds).setScale(seconds < 10 ? 3 : 1, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
