package symposium.cli.report;

import java.util.List;
import java.util.stream.Stream;
import symposium.eventlog.reading.LogVerifier;
import symposium.eventlog.reading.RunAnswer;

/** What a run says of the user's statements about runs. */
public final class RunAnswers {

    private RunAnswers() {}

    /** A line for each statement, and one for each process of which an end is awaited. */
    public static List<String> lines(LogVerifier.Verdict verdict) {
        return verdict.answers().stream()
                .flatMap(answer -> Stream.concat(
                        Stream.of(answer.statement() + ": " + summary(answer)),
                        answer.pending().stream().map(each -> "  pending: " + each)))
                .toList();
    }

    private static String summary(RunAnswer answer) {
        return answer.tested()
                ? ReportText.counted(
                        "met %,d times, %,d pending",
                        answer.met(), answer.pending().size())
                : "untested, its premise is never true";
    }

    /** The same as JSON objects. */
    public static List<JsonObject> json(LogVerifier.Verdict verdict) {
        return verdict.answers().stream()
                .map(answer -> new JsonObject()
                        .with("statement", answer.statement())
                        .with("tested", answer.tested())
                        .with("met", answer.met())
                        .with("pending", answer.pending()))
                .toList();
    }
}
