package symposium.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * A grid: the process in row r and column c has the number {@code r * columns + c}, and links to
 * the processes beside, above and below it.
 *
 * @param rows at least 1
 * @param columns at least 1
 */
public record Grid(int rows, int columns) implements Topology {

    /** @throws IllegalArgumentException when there is no row or no column, or there are more cells than numbers */
    public Grid {
        if (rows < 1 || columns < 1 || (long) rows * columns > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a grid has at least one row and one column, and fewer than 2^31 cells");
        }
    }

    @Override
    public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
        return Shape.adjacent(self, members, around(self));
    }

    @Override
    public List<Neighbours> everyones(SortedSet<ProcessId> members) {
        return Shape.everyonesByNumber(members, this::around);
    }

    @Override
    public Optional<String> misfit(int processes) {
        return processes == rows * columns
                ? Optional.empty()
                : Optional.of("a grid of " + rows + " by " + columns + " has " + rows * columns + " nodes");
    }

    private List<Integer> around(ProcessId self) {
        int row = self.number() / columns;
        int column = self.number() % columns;
        List<Integer> found = new ArrayList<>();
        if (row > 0) {
            found.add(self.number() - columns);
        }
        if (column > 0) {
            found.add(self.number() - 1);
        }
        if (column < columns - 1) {
            found.add(self.number() + 1);
        }
        if (row < rows - 1) {
            found.add(self.number() + columns);
        }
        return found;
    }

    @Override
    public String toString() {
        return "grid:" + rows + "x" + columns;
    }
}
