package symposium.cluster.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import symposium.service.lock.Claims;
import symposium.service.member.InvalidSetting;

/**
 * How long a lock may be held, which shows leases that nobody releases. Leaders may lead for any time.
 *
 * @param time empty for any time
 * @param release whether the lease is taken back then, and not only warned of
 * @param except the names of locks that may be held for any time; one that ends with {@code *} stands for all that
 *     begin so
 */
public record LongestHolding(Optional<Duration> time, boolean release, List<String> except) {

    private static final String SECTION = "symposium.longest-holding.";
    private static final String TIME = SECTION + "time";
    private static final String ACTION = SECTION + "action";
    private static final String EXCEPT = SECTION + "except";
    private static final Duration LONGEST = Duration.ofDays(24);

    /**
     * Reads and checks the settings.
     *
     * @throws InvalidSetting for the first setting that is wrong
     */
    public static LongestHolding of(Config config) {
        Object action = Hocon.said(config, ACTION);
        if (!List.of("warn", "release").contains(action)) {
            throw Hocon.wrong(config, ACTION, "one of the words warn and release");
        }
        try {
            return new LongestHolding(time(config), action.equals("release"), config.getStringList(EXCEPT));
        } catch (ConfigException unfit) {
            throw Hocon.wrong(config, EXCEPT, "a list of names");
        }
    }

    private static Optional<Duration> time(Config config) {
        Object said = Hocon.said(config, TIME);
        if (said.equals("off") || said.equals(false)) {
            return Optional.empty();
        }
        try {
            Duration time = config.getDuration(TIME);
            if (time.compareTo(Duration.ZERO) > 0 && time.compareTo(LONGEST) <= 0) {
                return Optional.of(time);
            }
        } catch (ConfigException unreadable) {
            throw wrongTime(config);
        }
        throw wrongTime(config);
    }

    private static InvalidSetting wrongTime(Config config) {
        return Hocon.wrong(
                config,
                TIME,
                "the word off, or a duration above zero of at most " + LONGEST.toDays() + " days, such as 10m");
    }

    /** How long these claims may be held; empty for any time. */
    public Optional<Duration> of(Claims claims) {
        return time.filter(any ->
                claims.election().isEmpty() && !claims.modes().keySet().stream().allMatch(this::excepted));
    }

    private boolean excepted(String name) {
        return except.stream()
                .anyMatch(each ->
                        each.endsWith("*") ? name.startsWith(each.substring(0, each.length() - 1)) : name.equals(each));
    }
}
