package symposium.cli.option;

import static symposium.cli.option.Values.quoted;

import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;
import symposium.simulation.Durations;
import symposium.topology.InvalidTopology;
import symposium.topology.Topologies;

/** Converts the values of options to types of the library. What they throw begins with the value. */
public final class Converters {

    private static final int MOST_TICKS = 1_000_000_000;
    private static final Pattern TICKS = Pattern.compile("([0-9]{1,9})(?:\\.\\.([0-9]{1,9}))?");

    private Converters() {}

    /** The topology of a name, or of a file. */
    static Topologies.Named topology(String text) {
        try {
            return Topologies.named(text);
        } catch (InvalidTopology invalid) {
            throw new BadInput(invalid.getMessage() + Values.meant(text, Topologies.plainNames()));
        }
    }

    /** The name of a file or a directory. An empty one, as of a variable of the shell that is not set, is wrong. */
    static Path path(String text) {
        if (!text.isBlank()) {
            try {
                return Path.of(text);
            } catch (InvalidPathException unfit) {
                throw new BadInput(quoted(text) + ": no file can have this name");
            }
        }
        throw new BadInput(quoted(text) + ": must be the name of a file or a directory");
    }

    /** A time in seconds, from a millisecond. */
    static Duration seconds(String text) {
        if (text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
            Duration time = Duration.ofMillis(Math.round(Double.parseDouble(text) * 1000));
            if (!time.isZero()) {
                return time;
            }
        }
        throw new TypeConversionException(text);
    }

    /** A time as {@link #seconds} reads it. */
    public static String inSeconds(Duration time) {
        return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString();
    }

    /** A number of ticks, T or T..T2. */
    public static Durations ticks(String text) {
        Matcher matcher = TICKS.matcher(text.strip());
        if (matcher.matches()) {
            int least = Integer.parseInt(matcher.group(1));
            int most = matcher.group(2) == null ? least : Integer.parseInt(matcher.group(2));
            if (least <= most && most <= MOST_TICKS) {
                return Durations.between(least, most);
            }
        }
        throw new BadInput(quoted(text) + ": must be T or T..T2, ticks from 0, the lesser number first");
    }
}
