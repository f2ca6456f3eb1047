package symposium.kernel.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;

/**
 * A grid: the process in row r and column c has the number {@code r * columns + c}, and links to the processes on its
 * left and right, above and below it.
 *
 * @param rows at least 1
 * @param columns at least 1
 */
public record Grid(int rows, int columns) implements LinkedByNumber {

    /** @throws IllegalArgumentException if there is no row or no column, or there are more cells than numbers */
    public Grid {
        Require.that(
                rows >= 1 && columns >= 1 && (long) rows * columns <= Integer.MAX_VALUE,
                "a grid has at least one row and one column, and fewer than 2^31 cells");
    }

    @Override
    public Optional<String> misfit(int processes) {
        return processes == rows * columns
                ? Optional.empty()
                : Optional.of("a grid of " + rows + " by " + columns + " has " + rows * columns + " nodes");
    }

    @Override
    public List<Integer> linked(int number, SortedSet<ProcessId> members) {
        int row = number / columns;
        int column = number % columns;
        List<Integer> found = new ArrayList<>();
        if (row > 0) {
            found.add(number - columns);
        }
        if (column > 0) {
            found.add(number - 1);
        }
        if (column < columns - 1) {
            found.add(number + 1);
        }
        if (row < rows - 1) {
            found.add(number + columns);
        }
        return found;
    }

    @Override
    public String toString() {
        return "grid:" + rows + "x" + columns;
    }
}
