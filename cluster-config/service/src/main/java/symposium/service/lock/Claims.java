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
 * What is asked for: names, each in a mode. All are granted at once, or none.
 *
 * <p>A name stands for whatever the application protects by it. It needs no declaration, and costs nothing while nobody
 * asks for it. Names are the same on every node.
 *
 * <p>A name has 1 to {@link LockService#LONGEST_NAME} characters, not all blank. It has no control character and none
 * that is not seen or changes how the rest is read: none of the Unicode categories Cc, Cf, Zl and Zp, and no half of a
 * surrogate pair. All others are admitted, those of private use too. Names are compared character by character:
 * capitals count, and so do blanks. A name in the normal form NFC is another than the same in NFD; an application that
 * may have both normalizes its names first ({@link java.text.Normalizer}).
 *
 * @param modes by name
 * @since 1.0
 */
public record Claims(SortedMap<String, Mode> modes) {

    /** With this the names of elections begin. No lock has such a name. */
    private static final String ELECTION = "\u0001";

    /** With this the names of client sessions begin. No lock has such a name. */
    private static final String SESSION = "\u0002";

    public Claims {
        Objects.requireNonNull(modes, "modes");
        modes.forEach((name, mode) -> {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(mode, () -> "the mode of " + PlainText.quoted(name));
        });
        modes = Collections.unmodifiableSortedMap(new TreeMap<>(modes));
    }

    /** Each of these names alone: no other holds it in any mode at the same time. */
    public static Claims exclusive(String... names) {
        return all(Mode.EXCLUSIVE, names);
    }

    /** Each of these names alone. */
    public static Claims exclusive(Collection<String> names) {
        Objects.requireNonNull(names, "names");
        return exclusive(names.toArray(String[]::new));
    }

    /** Each of these names with others that hold it shared, as readers do. */
    public static Claims shared(String... names) {
        return all(Mode.SHARED, names);
    }

    /**
     * Some of the permits of a name.
     *
     * @param units how many, from 1
     * @param capacity how many there are in all, fewer than {@link Integer#MAX_VALUE}, the same for all that ask; where
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
     * These and others, at once.
     *
     * @throws IllegalArgumentException when a name is in both
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

    /** To lead the election of this name. No lock is meant by it, whatever its name. */
    public static Claims leadership(String election) {
        return exclusive(ELECTION + election);
    }

    /** To be a client session of this id: see {@link ClientSessions}. No lock is meant by it. */
    public static Claims session(String id) {
        return exclusive(SESSION + id);
    }

    /** The id of the client session, if these claims are to be one. */
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

    /** Why no service takes these claims, in one line; empty for valid ones. */
    public Optional<String> invalid() {
        return modes.isEmpty()
                ? Optional.of("no name is claimed; name at least one")
                : modes.keySet().stream()
                        .flatMap(name -> invalidName(name).stream())
                        .findFirst();
    }

    /** Why this cannot be the name of a lock or an election, in one line; empty for a valid one. */
    public static Optional<String> invalidName(String name) {
        if (!name.isBlank() && name.length() <= LockService.LONGEST_NAME && !PlainText.hasControl(name)) {
            return PlainText.malformed(name).map(why -> PlainText.quoted(name) + " is not a name: " + why);
        }
        return Optional.of(PlainText.quoted(name) + " is not a name: a name has 1 to " + LockService.LONGEST_NAME
                + " characters, is not blank, and has " + PlainText.NO_CONTROL);
    }

    /** The name of the election, if these claims are to lead one. */
    public Optional<String> election() {
        return only(ELECTION);
    }

    /** The names as people are told them: of claims to lead an election, that it is one. */
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

    /** A name among {@link #modes} as people are told it: of an election, that it is one. */
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
