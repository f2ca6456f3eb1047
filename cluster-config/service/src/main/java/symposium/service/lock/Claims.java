package symposium.service.lock;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.arbitration.resources.Mode;
import symposium.wire.PlainText;

/**
 * The claims of one request: names, each in a mode. All of them are granted at once, or none.
 *
 * <p>A name stands for whatever the application protects with it. It needs no declaration, and costs nothing while no
 * owner requests or holds it. Names are the same on every node.
 *
 * <p>A name has 1 to {@link LockService#LONGEST_NAME} characters, not all blank. It must not contain control
 * characters, or characters that are invisible or change how the rest is read: none of the Unicode categories Cc, Cf,
 * Zl and Zp, and no half of a surrogate pair. All other characters are allowed, including those of private use. Names
 * are compared character by character: case is significant, and so are blanks. A name in the normal form NFC differs
 * from the same name in NFD; an application that may have both must normalize its names first ({@link
 * java.text.Normalizer}).
 *
 * @param modes by name
 * @since 1.0
 */
public record Claims(SortedMap<String, Mode> modes) {

    /** The first character of the names of elections. No lock has such a name. */
    private static final String ELECTION = "\u0001";

    /** The first character of the names of client sessions. No lock has such a name. */
    private static final String SESSION = "\u0002";

    public Claims {
        Objects.requireNonNull(modes, "modes");
        modes.forEach((name, mode) -> {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(mode, () -> "the mode of " + PlainText.quoted(name));
        });
        modes = Collections.unmodifiableSortedMap(new TreeMap<>(modes));
    }

    /** Claims each of these names exclusively: no other owner holds it in any mode at the same time. */
    public static Claims exclusive(String... names) {
        return all(Mode.EXCLUSIVE, names);
    }

    /** Claims each of these names exclusively. */
    public static Claims exclusive(Collection<String> names) {
        Objects.requireNonNull(names, "names");
        return exclusive(names.toArray(String[]::new));
    }

    /** Claims each of these names in shared mode, together with others that hold it shared, as readers do. */
    public static Claims shared(String... names) {
        return all(Mode.SHARED, names);
    }

    /**
     * Claims some of the permits of a name.
     *
     * @param units how many, from 1
     * @param capacity the number of permits in all, less than {@link Integer#MAX_VALUE}, the same in all requests; if
     *     they differ, the smallest counts
     * @throws IllegalArgumentException unless 1 &le; units &le; capacity
     */
    public static Claims permits(String name, int units, int capacity) {
        Objects.requireNonNull(name, "name");
        if (capacity < 1 || capacity == Integer.MAX_VALUE) {
            throw new IllegalArgumentException(PlainText.quoted(name) + " cannot have " + capacity
                    + " permits: a capacity is from 1 to " + (Integer.MAX_VALUE - 1));
        }
        if (units < 1 || units > capacity) {
            throw new IllegalArgumentException(
                    units + " of " + capacity + " permits of " + PlainText.quoted(name) + " cannot be claimed: "
                            + (capacity == 1 ? "1 of them can" : "from 1 to " + capacity + " of them can"));
        }
        return all(Mode.permits(units, capacity), name);
    }

    /**
     * Returns these claims and others, to be granted at once.
     *
     * @throws IllegalArgumentException if a name is in both
     */
    public Claims and(Claims others) {
        Objects.requireNonNull(others, "others");
        SortedMap<String, Mode> both = new TreeMap<>(modes);
        others.modes.forEach((name, mode) -> {
            if (both.put(name, mode) != null) {
                throw new IllegalArgumentException(
                        PlainText.quoted(name) + " is claimed twice; each name is claimed in one mode");
            }
        });
        return new Claims(both);
    }

    /** Claims the leadership of an election. It never conflicts with a lock, whatever the lock's name. */
    public static Claims leadership(String election) {
        return exclusive(ELECTION + election);
    }

    /** Claims the session of a client with this id: see {@link ClientSessions}. It never conflicts with a lock. */
    public static Claims session(String id) {
        return exclusive(SESSION + id);
    }

    /** Returns the id of the client session, if these claims are for a session. */
    public Optional<String> session() {
        return only(SESSION);
    }

    private Optional<String> only(String prefix) {
        return Optional.of(modes)
                .filter(claimed -> claimed.size() == 1)
                .map(SortedMap::firstKey)
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()));
    }

    /** Returns why the claims are invalid, in one line; empty if they are valid. */
    public Optional<String> invalid() {
        return modes.isEmpty()
                ? Optional.of("no name is claimed; name at least one")
                : modes.keySet().stream()
                        .flatMap(name -> invalidName(name).stream())
                        .findFirst();
    }

    /** Returns why this is not a valid name of a lock or an election, in one line; empty if it is. */
    public static Optional<String> invalidName(String name) {
        if (!name.isBlank() && name.length() <= LockService.LONGEST_NAME && !PlainText.hasControl(name)) {
            return PlainText.malformed(name).map(why -> PlainText.quoted(name) + " is not a name: " + why);
        }
        return Optional.of(PlainText.quoted(name) + " is not a name: a name has 1 to " + LockService.LONGEST_NAME
                + " characters, is not blank, and has " + PlainText.NO_CONTROL);
    }

    /** Returns the name of the election, if these claims are for its leadership. */
    public Optional<String> election() {
        return only(ELECTION);
    }

    /** Returns the names as they are shown to people; claims to lead an election are shown as such. */
    public Set<String> shownNames() {
        return election().isPresent() || session().isPresent() ? Set.of(toString()) : modes.keySet();
    }

    private static Claims all(Mode mode, String... names) {
        SortedMap<String, Mode> modes = new TreeMap<>();
        for (String name : Objects.requireNonNull(names, "names")) {
            modes.put(Objects.requireNonNull(name, "name"), mode);
        }
        return new Claims(modes);
    }

    /** Returns a name of {@link #modes} as it is shown to people; the name of an election is shown as such. */
    public static String shownName(String name) {
        return name.startsWith(ELECTION)
                ? "election " + name.substring(ELECTION.length())
                : name.startsWith(SESSION) ? "session " + name.substring(SESSION.length()) : name;
    }

    @Override
    public String toString() {
        if (election().isPresent() || session().isPresent()) {
            return shownName(modes.firstKey());
        }
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Mode> each : modes.entrySet()) {
            text.append(text.isEmpty() ? "" : ", ").append(each.getKey());
            if (!each.getValue().equals(Mode.EXCLUSIVE)) {
                text.append(' ').append(each.getValue());
            }
        }
        return text.toString();
    }
}
