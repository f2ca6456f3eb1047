package symposium.cli.report;

import static symposium.cli.report.ReportText.counted;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A table of runs in plain text, with a line for each run and columns of fixed widths.
 *
 * @param <R> a run
 */
public final class RunTable<R> {
    private record Column<R>(String heading, String aligned, Function<R, String> value) {}

    private final List<Column<R>> columns = new ArrayList<>();

    /**
     * Appends a column.
     *
     * @param width the width; of a column that is aligned to the left, the negative of it
     * @param format of the value, with numbers as English writes them
     */
    public RunTable<R> with(String heading, int width, String format, Function<R, ?> value) {
        columns.add(new Column<>(heading, "%" + width + "s", run -> counted(format, value.apply(run))));
        return this;
    }

    /** The headings, and a line for each run with a note at its end. */
    public String text(List<R> runs, Function<R, String> note) {
        StringBuilder text = new StringBuilder(line(Column::heading)).append('\n');
        runs.forEach(run -> text.append(line(column -> column.value().apply(run)))
                .append(note.apply(run))
                .append('\n'));
        return text.toString();
    }

    private String line(Function<Column<R>, String> cell) {
        return columns.stream()
                .map(column -> column.aligned().formatted(cell.apply(column)))
                .collect(Collectors.joining(" "));
    }
}
