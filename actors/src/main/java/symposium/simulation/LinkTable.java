package symposium.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Side;

/** The links of one process, found by the neighbour at the other end. */
final class LinkTable {

    /** Up to so many are looked through one by one; they need no object of this class. */
    static final int FEW = 8;

    private final List<Neighbour> all;
    private final boolean ordered;
    private Map<Neighbour, Integer> numbers;

    LinkTable(Neighbours neighbours) {
        all = neighbours.all();
        ordered = all.size() > FEW && ordered(all);
    }

    private static boolean ordered(List<Neighbour> all) {
        for (int at = 0; at < all.size(); at++) {
            if (all.get(at).side() != Side.NONE
                    || at > 0 && all.get(at - 1).id().compareTo(all.get(at).id()) >= 0) {
                return false;
            }
        }
        return true;
    }

    int size() {
        return all.size();
    }

    /** The number of the link to that neighbour, or -1 where there is none. */
    int number(Neighbour to) {
        if (all.size() <= FEW) {
            return among(all, to);
        }
        return ordered ? search(to) : listed(to);
    }

    /** The number of the link to that neighbour among a few, or -1 where there is none. */
    static int among(List<Neighbour> few, Neighbour to) {
        for (int at = 0; at < few.size(); at++) {
            Neighbour each = few.get(at);
            if (each == to || each.equals(to)) {
                return at;
            }
        }
        return -1;
    }

    private int search(Neighbour to) {
        int low = 0;
        int high = all.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = all.get(middle).id().compareTo(to.id());
            if (order == 0) {
                return to.side() == Side.NONE ? middle : -1;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    private int listed(Neighbour to) {
        if (numbers == null) {
            numbers = new HashMap<>();
            all.forEach(neighbour -> numbers.put(neighbour, numbers.size()));
        }
        return numbers.getOrDefault(to, -1);
    }
}
