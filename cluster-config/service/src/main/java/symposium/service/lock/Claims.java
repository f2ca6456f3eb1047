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
import symposium.input.PlainText;

/**
 * The claims of one request: names, each in a mode. Either all of them are granted together, or none is.
 *
 * <p>A name stands for the resource that the application protects with it. It needs no declaration, and costs nothing
 * while no owner requests or holds it. A name denotes the same lock on every node.
 *
 * <p>A name has 1 to {@link LockService#LONGEST_NAME} characters, not all blank. It must not contain control
 * characters, or characters that are invisible or change how the rest of the name is read. This excludes the Unicode
 * categories Cc, Cf, Zl and Zp, and unpaired surrogates. All other characters are allowed, including private-use
 * characters. Names are compared character by character: case and blanks are significant. A name in Unicode
 * normalization form NFC differs from the same name in NFD. An application that may encounter both must normalize its
 * names first ({@link java.text.Normalizer}).
 *
 * @param modes the mode of each name
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

    /**
     * Claims each of these names in shared mode, like a reader: other owners can hold it in shared mode at the same
     * time.
     */
    public static Claims shared(String... names) {
        return all(Mode.SHARED, names);
    }

    /**
     * Claims some of the permits of a name.
     *
     * @param units the number of permits to claim, from 1
     * @param capacity the total number of permits, less than {@link Integer#MAX_VALUE}. All requests should state the
     *     same capacity; if they differ, the smallest one applies
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
     * Returns these claims combined with others, to be granted together.
     *
     * @throws IllegalArgumentException if both contain the same name
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

    /** Claims the leadership of an election. The claim never conflicts with a lock, whatever the name of the lock. */
    public static Claims leadership(String election) {
        return exclusive(ELECTION + election);
    }

    /**
     * Claims the session of a client with this id: see {@link ClientSessions}. The claim never conflicts with a lock.
     */
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

    /** Returns why the claims are invalid, in one line, or empty if they are valid. */
    public Optional<String> invalid() {
        return modes.isEmpty()
                ? Optional.of("no name is claimed; name at least one")
                : modes.keySet().stream()
                        .flatMap(name -> invalidName(name).stream())
                        .findFirst();
    }

    /** Returns why this is not a valid name of a lock or an election, in one line, or empty if it is valid. */
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

    /** Returns the names as they are shown to people. A claim to the leadership of an election is shown as such. */
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

    /** Returns a name of {@link #modes} as it is shown to people. The name of an election is shown as such. */
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
