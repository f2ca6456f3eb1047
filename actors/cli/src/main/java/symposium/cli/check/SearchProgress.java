package symposium.cli.check;

import static symposium.cli.report.ReportText.counted;

import symposium.checker.model.Progress;

/** Says how far a search has come, how fast it is, and when it may end. */
final class SearchProgress {

    private Progress last;
    private long lastAt;

    /** The line for what has been reached now. */
    String line(Progress reached) {
        String line = counted(
                "%,d states, %,d of them waiting, at depth %,d", reached.states(), reached.waiting(), reached.depth());
        if (last != null) {
            line += pace(reached);
        }
        last = reached;
        lastAt = System.nanoTime();
        return line;
    }

    private String pace(Progress reached) {
        double seconds = Math.max(System.nanoTime() - lastAt, 1) / 1e9;
        long rate = Math.round((reached.states() - last.states()) / seconds);
        double falling = (last.waiting() - reached.waiting()) / seconds;
        // The states that wait become more, then fewer, and at the end none.
        return counted("; %,d states per second", rate)
                + (falling > 0 ? counted("; some %,d s left", Math.round(reached.waiting() / falling)) : "");
    }
}
