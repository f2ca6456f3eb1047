package symposium.demo.narration;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;

/** Prints a story: a line for each event, with columns for the time and the process. */
public final class Page implements Consumer<Line> {

    /** Whether lines are coloured. */
    public enum Colours {
        /** They are, for a terminal. */
        ANSI,
        /** They are not. */
        NONE;

        /** @param coloured whether lines are coloured */
        public static Colours of(boolean coloured) {
            return coloured ? ANSI : NONE;
        }
    }

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    private final PrintWriter out;
    private final Colours colours;
    private final Function<Duration, String> time;
    private int widest = 7;

    private Page(PrintWriter out, Colours colours, Function<Duration, String> time) {
        this.out = out;
        this.colours = colours;
        this.time = time;
    }

    /** Shows seconds since the beginning. */
    public static Page sinceTheBeginning(PrintWriter out, Colours colours) {
        return new Page(out, colours, at -> String.format(Locale.ROOT, "%7.2f", at.toMillis() / 1000.0));
    }

    /**
     * Shows the time of day, by which the pages of several nodes can be laid side by side.
     *
     * @param beginning when the story began
     */
    public static Page byTheClock(PrintWriter out, Colours colours, Instant beginning) {
        return new Page(out, colours, at -> CLOCK.format(beginning.plus(at).atZone(ZoneId.systemDefault())));
    }

    @Override
    public void accept(Line line) {
        widest = Math.max(widest, line.who().length());
        String plain = time.apply(line.at()) + "  " + String.format(Locale.ROOT, "%-" + widest + "s ", line.who());
        out.println(
                colours == Colours.NONE
                        ? plain + line.text()
                        : "\u001b[2m" + plain + "\u001b[0m\u001b[" + line.tone().ansi() + "m" + line.text()
                                + "\u001b[0m");
        out.flush();
    }
}
