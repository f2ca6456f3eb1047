package symposium.trace;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Tables in plain text. */
public final class TextTable {

    private TextTable() {}

    /**
     * A line for each row, without blanks at its end. A row may be shorter than others.
     *
     * @param between what stands between two columns
     * @param right whether a column, counted from 0, is aligned to the right
     */
    public static List<String> lines(List<List<String>> rows, String between, IntPredicate right) {
        int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        return rows.stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(column -> aligned(row.get(column), widths[column], right.test(column)))
                        .collect(Collectors.joining(between))
                        .stripTrailing())
                .toList();
    }

    private static String aligned(String cell, int width, boolean right) {
        String blanks = " ".repeat(width - cell.length());
        return right ? blanks + cell : cell + blanks;
    }
}
