package symposium.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.program.Laboratory;
import symposium.cli.report.ExitCode;

/** A wrong input is reported in one line: what is wrong, where, and what would be right. */
class BadInputTest {

    @ParameterizedTest(name = "symposium {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', emptyValue = "", textBlock = """
                    ""                                      | symposium: which command? There are: check, check-worker, explore,
                    chekc                                   | symposium: command 'chekc' is none of check, check-worker, explore,
                    --frob                                  | symposium: there is no option '--frob'; see symposium --help
                    check                                   | symposium check: which algorithm? There are:
                    check ewd815 -n 3                       | symposium check: algorithm 'ewd815' is unknown; did you mean ewd851? symposium algorithms lists all
                    check nothing-like-it -n 3              | symposium check: algorithm 'nothing-like-it' is none of
                    check ewd851                            | symposium check: how many processes? -n must be a whole number from 1 to 64
                    check ewd851 -n 0                       | symposium check: -n '0': must be a whole number from 1 to 64
                    check ewd851 -n -1                      | symposium check: -n '-1': must be a whole number from 1 to 64
                    check ewd851 -n three                   | symposium check: -n 'three': must be a whole number from 1 to 64
                    check ewd851 -n 2.5                     | symposium check: -n '2.5': must be a whole number from 1 to 64
                    check ewd851 -n 65                      | symposium check: -n '65': must be a whole number from 1 to 64
                    check ewd851 -n 99999999999999999999999 | symposium check: -n '99999999999999999999999': must be a whole number from 1 to 64
                    check ewd851 -n                         | symposium check: option -n needs a value, N; see symposium check --help
                    check ewd851 -n 3 -n 4                  | symposium check: option -n is given more than once
                    check ewd851 -n 3 --reqests 2           | symposium check: there is no option '--reqests'; did you mean --requests? See
                    check --reqests 2 ewd851 -n 3           | symposium check: there is no option '--reqests'; did you mean --requests? See
                    check --frob 2                          | symposium check: there is no option '--frob'; see
                    check --frob=2 -n 3                     | symposium check: there is no option '--frob=2'; see
                    check -x 2 ewd851 -n                    | symposium check: there is no option '-x'; did you mean -n? See
                    table dine --frob 5                     | symposium table dine: there is no option '--frob'; see
                    check ewd851 -n 3 more                  | symposium check: unexpected argument 'more'
                    check ewd851 -n 3 --topology complete   | symposium check: --topology 'complete': ewd851 does not run on that; it runs on: ring
                    check ewd851 -n 3 --topology rng        | symposium check: --topology 'rng' is none of ring, complete, line, star, tree, petersen, grid:RxC, random:D[:SEED] or a file; did you mean ring?
                    check ewd851 -n 3 --network tcp         | symposium check: --network 'tcp' is none of fifo, unordered, coalescing, duplicating
                    check ewd851 -n 3 --holder 3            | symposium check: --holder '3': must be a whole number from 0 to 2
                    check ewd851 -n 3 --holder -1           | symposium check: --holder '-1': must be a whole number from 0 to 2
                    check ewd851 -n 3 --requests 0          | symposium check: --requests '0': must be a whole number from 1 to 1000
                    check ewd851 -n 3 --loss -1             | symposium check: --loss '-1': must be a whole number from 0 to 100
                    check ewd851 -n 3 --duplicate x         | symposium check: --duplicate 'x': must be a whole number from 0 to 100
                    check ewd851 -n 3 --crash 4             | symposium check: --crash '4': must be a whole number from 0 to 3
                    check ewd851 -n 3 --partition 0,7       | symposium check: --partition '7': must be a whole number from 0 to 2
                    check ewd851 -n 3 --partition 0,1,2     | symposium check: --partition '0,1,2': no process is left on the other side
                    check ewd851 -n 3 --partition 1,1       | symposium check: --partition '1,1': 1 is named twice; name it once
                    check ewd851 -n 3 --false-departure 1   | symposium check: --false-departure 1: ewd851 has fixed membership
                    check lamport -n 3 --false-departure -1 | symposium check: --false-departure '-1': must be a whole number from 0 to 100
                    check ewd851 -n 3 --link-failure 1      | symposium check: --link-failure 1: the links of a ring have sides
                    check ewd851 -n 3 --link-recovery 1     | symposium check: --link-recovery 1: no link recovers that has not failed
                    check ewd851-misra -n 3 --join 2 --holder 2   | symposium check: --join 2: the token starts at 2, which is not there at the start
                    check ewd851 -n 3 --workers 0           | symposium check: --workers '0': must be a whole number from 1 to 256
                    check ewd851 -n 3 --memory much         | symposium check: --memory 'much': must be an amount of memory, a number with k, m or g, as in 4g
                    check ewd851 -n 3 --memory 1k           | symposium check: --memory 1k: the heap has
                    check ewd851 -n 3 --dir /dev/null       | symposium check: --dir '/dev/null': is not a directory, and none can be made there
                    check ewd851 -n 3 --every 0             | symposium check: --every '0'
                    check ewd851 -n 3 --leave 4             | symposium check: --leave '4': must be a whole number from 0 to 3
                    check ewd851 -n 3 --walks 0             | symposium check: --walks '0': must be a whole number from 1 to 1000000
                    check ewd851 -n 3 --max-states 0        | symposium check: --max-states '0': must be a whole number from 1 to
                    check ewd851 -n 3 --seconds 0           | symposium check: --seconds '0': must be a number of seconds from 0.001 to
                    check ewd851 -n 3 --seconds NaN         | symposium check: --seconds 'NaN': must be a number of seconds from 0.001 to
                    check ewd851 -n 3 --variant 0           | symposium check: --variant '0': must be a whole number from 1 to
                    check ewd851 -n 3 --variant nonsense    | symposium check: --variant 'nonsense' is none of the
                    check ewd851 -n 3 --svg /no/such/x.svg  | symposium check: --svg '/no/such/x.svg': cannot be written: there is no such directory
                    explore --never x                       | symposium explore: --never is asked of an algorithm, and none is named
                    explore ewd851 --never p.                | symposium explore: --never: 'p^.': "." is not expected here
                    explore ewd851 --never some~p:p.x       | symposium explore: --never: 'some^~p:p.x': no formula has this character
                    explore ewd851 --leads p.waiting p.crit | symposium explore: --leads: 'p.^crit': a process has no component crit; there are
                    explore ewd851 --never x --always y     | symposium explore: the page asks one question at a time: --never cannot be combined with --always
                    explore ewd851 --until x y --until x y  | symposium explore: the page asks one question at a time: --until is given twice
                    simulate                                | symposium simulate: which algorithm? There are:
                    simulate ewd851                         | symposium simulate: how many processes? -n must be
                    simulate ewd851 -n 3,x                  | symposium simulate: -n 'x': must be a whole number from 1 to
                    check ewd851 --ids 0,5                  | symposium check: --ids '0,5': must be the numbers from 0 to 1, each once
                    simulate ewd851 -n 3 --ids 1,2          | symposium simulate: --ids: there are 2 identifiers for 3 processes
                    simulate ewd851 --ids 1,2,1             | symposium simulate: --ids: 1 is given to positions 0 and 2
                    simulate ewd851 --ids 1,x               | symposium simulate: --ids 'x': must be a whole number from 0 to
                    simulate ewd851 --ids 4,2 --holder 3    | symposium simulate: --holder '3': no process has that identifier; there are: 4, 2
                    simulate chang-roberts -n 3 --initiators 3   | symposium simulate: --initiators '3': must be a whole number from 0 to 2
                    simulate chang-roberts -n 3 --initiators=    | symposium simulate: --initiators '': must be at least one process
                    simulate chang-roberts -n 3 --initiators 1,1 | symposium simulate: --initiators '1,1': 1 is named twice
                    simulate ewd851 -n 3 --topology line    | symposium simulate: --topology 'line': ewd851 does not run on that; it runs on: ring
                    simulate helary-plouzeau-raynal -n 9 --topology petersen | simulate: --topology 'petersen': Petersen's graph has 10 nodes, not 9
                    simulate helary-plouzeau-raynal -n 9 --topology grid:2x4 | --topology 'grid:2x4': a grid of 2 by 4 has 8 nodes, not 9
                    simulate helary-plouzeau-raynal -n 9 --topology grid:2   | --topology 'grid:2': must be grid:RxC
                    simulate helary-plouzeau-raynal -n 9 --topology random:x | --topology 'random:x': must be random:D or random:D:SEED
                    simulate helary-plouzeau-raynal -n 5 --topology random:9 | --topology 'random:9': a node of 5 has at most 4 neighbours; use a smaller mean degree or more nodes
                    check chandy-misra --topology=          | symposium check: --topology '': must be the name of a file
                    check ewd851 -n 3 --dir=                | symposium check: --dir '': must be the name of a directory
                    simulate helary-plouzeau-raynal --topology no/such.dot   | --topology no/such.dot: there is no such file
                    simulate ewd851 -n 3 --network unordered | --network 'unordered': ewd851 needs links that keep their order; use fifo
                    simulate reliable-link -n 3 --network duplicating | --network 'duplicating': use fifo, unordered, or symposium check
                    simulate ewd851 -n 3 --schedule fast    | symposium simulate: --schedule 'fast' is none of synchronous, random
                    simulate ewd851 -n 3 --seed -1          | symposium simulate: --seed '-1': must be a whole number from 0 to
                    simulate ewd851 -n 3 --requester 3      | symposium simulate: --requester '3': must be a whole number from 0 to 2
                    simulate ewd851 -n 3 --requester 1 --requests 2 | symposium simulate: --requester: one process asks, once
                    simulate ewd851 -n 3 --crash 1          | symposium simulate: --crash '1': must be P@T
                    simulate ewd851 -n 3 --crash 7@1        | symposium simulate: --crash '7': must be a whole number from 0 to 2
                    simulate ewd851 -n 3 --link-failure 0-1@5 | symposium simulate: --link-failure '0-1': on a ring whose links have sides
                    simulate ewd851 -n 3 --leave 0@5        | symposium simulate: --leave: ewd851 has no rule by which a process leaves
                    simulate ewd851 -n 3 --join 2@5         | symposium simulate: --join: the processes of ewd851 are all present at the start
                    simulate ewd851-misra -n 3 --join 2     | symposium simulate: --join '2': must be P@T
                    simulate ewd851-misra -n 1 --join 0@5   | symposium simulate: --join '0@5': at least one process is present at the start
                    simulate ewd851 -n 3 --notification-delay x | symposium simulate: --notification-delay 'x': must be T or T..T2
                    simulate ewd851 -n 3,4 --never true     | symposium simulate: --events, --svg and formulas are for one run
                    simulate ewd851 -n 3 --variant 1 --never true | symposium simulate: a formula cannot be combined with --variant
                    check ewd851 -n 3 --never false&&x.y    | symposium check: --never: 'false&&x^.y': "." is not expected here
                    algorithms more                         | symposium algorithms: algorithm 'more' is none of
                    algorithms ewd851 more                  | symposium algorithms: unexpected argument 'more'
                    """)
    void isReportedInOneLine(String command, String wanted) {
        Run run = Commands.line(command);

        assertEquals(ExitCode.USAGE, run.code());
        assertEquals("", run.out());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().startsWith("symposium") && run.err().contains(wanted), run.err());
    }

    @Test
    void aSimilarVariantNameIsSuggested() {
        Run run = Commands.of("check", "ewd851", "-n", "3", "--variant", "s.0 stays wite");

        assertTrue(run.err().strip().endsWith("did you mean s.0 stays white?"), run.err());
    }

    /** As from a variable of the shell that is not set. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "trace list | symposium trace list: file '': must be the name of a file or a directory",
                "trace merge | symposium trace merge: file '': must be the name of a file or a directory",
                "table analyse | symposium table analyse: '': must be the name of a file"
            })
    void anEmptyNameIsNoFile(String command, String wanted) {
        String[] words = command.split(" ");
        Run run = Commands.of(words[0], words[1], "");
        assertEquals(ExitCode.USAGE, run.code(), run.out());
        assertEquals(wanted, run.err().strip());
    }

    @Test
    void aDirectoryIsRefusedAsOutputFile(@TempDir Path directory) {
        Run run = Commands.of("check", "ewd851", "-n", "2", "--svg", directory.toString());

        assertEquals(ExitCode.USAGE, run.code());
        assertEquals(1, run.err().lines().count(), run.err());
    }

    @Test
    void anUnwritableFileIsReportedBeforeTheSearch() {
        Run run = Commands.of("check", "ewd851", "-n", "64", "--svg", "/no/such/x.svg");

        assertEquals(ExitCode.USAGE, run.code());
        assertEquals("", run.out());
    }

    @Test
    void aFailedCommandLeavesNoFile(@TempDir Path directory) throws IOException {
        Run run = Commands.of(
                "check",
                "ewd851",
                "-n",
                "65",
                "--svg",
                directory.resolve("x.svg").toString());
        Run late = Commands.of(
                "check",
                "bully",
                "-n",
                "2",
                "--holder",
                "2",
                "--svg",
                directory.resolve("x.svg").toString());

        assertEquals(ExitCode.USAGE, run.code());
        assertEquals(ExitCode.USAGE, late.code());
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void controlCharactersInAValueDoNotBreakTheLine() {
        Run run = Commands.of("check", "ewd851\nand more", "-n", "2");

        assertEquals(ExitCode.USAGE, run.code());
        assertEquals(1, run.err().lines().count(), run.err());
    }

    @Test
    void anUnwritableStandardOutputIsAnError() {
        PrintStream full = new PrintStream(new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException("no space");
            }
        });

        assertEquals(
                ExitCode.USAGE,
                Laboratory.program()
                        .run(new String[] {"algorithms"}, full, new PrintStream(OutputStream.nullOutputStream())));
    }

    @Test
    void aFaultOfTheProgramIsReportedInOneLine() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        assertEquals(
                ExitCode.UNEXPECTED,
                Laboratory.program().run(new String[] {"algorithms"}, broken(), new PrintStream(err)));

        assertEquals(
                "symposium algorithms: a fault of this program: IllegalStateException: broken; --debug shows where\n",
                err.toString());
    }

    @Test
    void debugPrintsTheStackTraceOfAFault() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        Laboratory.program().run(new String[] {"algorithms", "--debug"}, broken(), new PrintStream(err));

        assertTrue(err.toString().contains("\tat symposium.cli.catalogue.AlgorithmsCommand"), err.toString());
    }

    private static PrintStream broken() {
        return new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public void write(byte[] octets, int from, int count) {
                throw new IllegalStateException("broken");
            }
        };
    }

    @Test
    void anExistingFileIsUnchangedUntilTheCommandWritesIt(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("old.svg"), "old");

        Run run = Commands.of("check", "ewd851", "-n", "2", "--loss", "-1", "--svg", file.toString());

        assertEquals(ExitCode.USAGE, run.code());
        assertEquals("old", Files.readString(file));
        assertFalse(run.err().isEmpty());
    }
}
