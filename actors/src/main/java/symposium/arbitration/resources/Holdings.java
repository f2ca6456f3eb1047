package symposium.arbitration.resources;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Where a user of the table stands.
 *
 * @param claims what it waits for and what it has, by ticket
 */
public record Holdings(SortedMap<Long, Claim> claims) {

    /** Nothing asked for, nothing taken. */
    public static final Holdings NONE = new Holdings(Collections.emptySortedMap());

    /**
     * What a user asked for with one ticket.
     *
     * @param taken whether it has it
     */
    public record Claim(SortedSet<String> resources, boolean taken) {
        @Override
        public String toString() {
            return (taken ? "has " : "waits for ") + resources;
        }
    }

    public Holdings {
        claims = Collections.unmodifiableSortedMap(new TreeMap<>(claims));
    }

    /** Whether the user has anything. */
    public boolean has() {
        return claims.values().stream().anyMatch(Claim::taken);
    }

    /** Whether the user waits for anything. */
    public boolean waits() {
        return claims.values().stream().anyMatch(claim -> !claim.taken());
    }

    Holdings with(long ticket, Claim claim) {
        SortedMap<Long, Claim> more = new TreeMap<>(claims);
        more.put(ticket, claim);
        return new Holdings(more);
    }

    Holdings without(long ticket) {
        SortedMap<Long, Claim> fewer = new TreeMap<>(claims);
        fewer.remove(ticket);
        return new Holdings(fewer);
    }

    @Override
    public String toString() {
        return claims.toString();
    }
}
