package symposium.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import symposium.cli.Commands;
import symposium.cli.Run;

/** The value of an option. The first line is the option, the second its value; the command is a short one. */
@Tag("fuzz")
class OptionFuzzTest {

    private static final int UNEXPECTED = 70;

    private static final List<String> CHECK =
            List.of("check", "ewd851-misra", "--max-states", "50", "--seconds", "0.05", "--safety");

    private static final List<String> SIMULATE = List.of("simulate", "ewd851-misra", "--ticks", "50");

    /** None writes a file, or makes a run long. */
    private static final Set<String> OF_CHECK = Set.of(
            "-n",
            "--topology",
            "--network",
            "--holder",
            "--loss",
            "--duplicate",
            "--crash",
            "--partition",
            "--false-departure",
            "--link-failure",
            "--link-recovery",
            "--join",
            "--leave",
            "--ids",
            "--quorum",
            "--variant",
            "--requests",
            "--initiators",
            "--memory");

    private static final Set<String> OF_SIMULATE = Set.of(
            "--topology",
            "--network",
            "--holder",
            "--crash",
            "--partition",
            "--false-departure",
            "--link-failure",
            "--join",
            "--leave",
            "--ids",
            "--quorum",
            "--variant",
            "--initiators",
            "--requester",
            "--seed",
            "--schedule",
            "--spread",
            "--think",
            "--timer",
            "--notification-delay",
            "--requests");

    @FuzzTest(maxDuration = "10m")
    void anyInput(byte[] input) {
        read(input);
    }

    static void read(byte[] input) {
        String[] lines = Parsing.text(input).split("\n", 2);
        // A run of many processes is long, and some files have no end.
        if (!Parsing.fits(input) || lines.length < 2 || lines[1].matches("(?s).*([0-9]{2}|/(dev|proc|sys)).*")) {
            return;
        }
        if (OF_CHECK.contains(lines[0])) {
            run(CHECK, lines);
        }
        if (OF_SIMULATE.contains(lines[0])) {
            run(SIMULATE, lines);
        }
    }

    private static void run(List<String> command, String[] option) {
        List<String> words = new ArrayList<>(command);
        if (!option[0].equals("-n") && !option[0].equals("--ids") && !option[0].equals("--topology")) {
            words.addAll(List.of("-n", "3"));
        }
        words.add(option[0] + "=" + option[1]);
        Run run = Commands.of(words.toArray(String[]::new));
        assertTrue(run.code() != UNEXPECTED, () -> words + ": " + run.err());
        if (run.code() == 64) {
            assertTrue(run.err().lines().count() == 1 && !run.err().isBlank(), () -> words + ": " + run.err());
        }
    }
}
