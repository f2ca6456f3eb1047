package symposium.cli.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.Pages;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.catalogue.Family;

@Tag("slow")
class AlgorithmsCommandTest {

    @Test
    void theCatalogueNamesProblemTopologyAssumptionsCostAndPaper() {
        Run run = Commands.line("algorithms");

        assertEquals(ExitCode.DONE, run.code());
        assertTrue(run.out().contains("""
                                ewd851
                                  problem          mutual exclusion
                                  topologies       ring
                                  channels         fifo
                                """), run.out());
    }

    /** The text describes a family once, and only names its members. */
    @Test
    void theTextNamesTheMembersOfAFamilyAndShowsOneInFullOnRequest() {
        String list = Commands.line("algorithms").out();

        for (Family family : Catalogue.families()) {
            List<String> members = family.over(Catalogue.byThemselves()).stream()
                    .<String>map(Algorithm::name)
                    .sorted()
                    .toList();
            String line = members.isEmpty() ? "  others" : "  members          " + String.join(", ", members) + "\n";
            assertTrue(list.contains("\n" + family.name() + "\n" + line), list);
            for (String member : members) {
                assertFalse(list.contains("\n" + member + "\n"), member);
                assertTrue(Commands.line("algorithms " + member).out().startsWith(member + "\n  problem"), member);
                assertEquals(
                        member,
                        Commands.line("algorithms --json " + member)
                                .json()
                                .at("/algorithms/0/name")
                                .textValue());
            }
        }
        assertEquals(
                Catalogue.all().size(),
                Commands.line("algorithms --json").json().path("algorithms").size());
        assertTrue(list.contains("\n  others           TOKEN-by-ELECTION, "), list);
        assertTrue(
                Commands.line("algorithms token-ring-by-peterson")
                        .out()
                        .startsWith("token-ring-by-peterson\n  problem"),
                "one that is not listed");
    }

    @Test
    void everyAlgorithmStatesItsPromiseUnderAFalseDeparture() {
        assertTrue(Commands.line("algorithms privileges")
                .out()
                .contains("\n  false departure  in one generation no resource is taken beyond its capacity, and"));
        assertTrue(Commands.line("algorithms bully").out().contains("\n  false departure  nothing: "));
    }

    @Test
    void theJsonCatalogueHasEveryField() {
        JsonNode ewd851 = entry(Commands.line("algorithms --json").json().get("algorithms"));

        for (String field :
                List.of("problem", "topologies", "channels", "assumptions", "cost", "source", "falseDeparture")) {
            assertTrue(ewd851.has(field), field);
        }
        assertTrue(ewd851.get("variants").intValue() >= 13);
    }

    /**
     * Other tests hold that every scenario refutes its variant; this one holds the commands, one for each form of an
     * option.
     */
    @Test
    void everyErratumComesWithACommandThatRefutesIt() {
        JsonNode errata = Commands.line("algorithms --variants --json").json().get("errata");

        assertTrue(errata.size() >= 100, "" + errata.size());
        Map<String, JsonNode> byOptions = new TreeMap<>();
        for (JsonNode erratum : errata) {
            assertTrue(erratum.get("command").isTextual(), erratum.toString());
            String command = erratum.get("command").textValue();
            byOptions.merge(
                    command.replaceAll("^symposium check [^ ]+|[^ ]*[0-9][^ ]*", ""),
                    erratum,
                    (one, other) -> processes(other) < processes(one) ? other : one);
        }
        assertTrue(byOptions.size() >= 5, byOptions.toString());
        for (JsonNode erratum : byOptions.values()) {
            String command = erratum.get("command").textValue();
            Run run = Commands.line(command.replaceFirst("symposium ", ""));
            assertEquals(ExitCode.VIOLATED, run.code(), command);
            assertTrue(
                    run.out().contains("violated: " + erratum.get("violates").textValue()), command + "\n" + run.out());
        }
    }

    private static int processes(JsonNode erratum) {
        return Integer.parseInt(erratum.get("command").textValue().replaceFirst(".* -n ([0-9]+).*", "$1"));
    }

    @ParameterizedTest
    @CsvSource({"misra-4, 1", "token-ring-4, 1", "misra-2, 2", "token-ring-1, 2"})
    void tokensMayBeOfAnyNumber(String name, int processes) {
        Run run = Commands.line("check " + name + " -n " + processes);

        assertEquals(ExitCode.DONE, run.code(), run::toString);
        assertTrue(run.out().startsWith(name + ", ring of " + processes), run::toString);
    }

    @Test
    void everyErratumBreaksWhatItsCommandsShowOrSaysWhyItBreaksNothing() throws IOException {
        JsonNode errata = Commands.line("algorithms --errata --json").json().get("errata");

        assertEquals(67, errata.size());
        int shown = 0;
        for (JsonNode erratum : errata) {
            shown += erratum.get("commands").isEmpty() ? 0 : 1;
            assertTrue(
                    erratum.get("commands").isEmpty()
                            ^ erratum.get("breaksNothing").isNull(),
                    erratum.toString());
            for (JsonNode command : erratum.get("commands")) {
                assertEquals(
                        ExitCode.VIOLATED,
                        Commands.line(command.textValue().replaceFirst("symposium ", ""))
                                .code(),
                        erratum.toString());
            }
        }
        assertTrue(
                Pages.text("README.md")
                        .replaceAll("\\s+", " ")
                        .contains("lists 67 places at which their print is wrong, misleading or incomplete, and for "
                                + shown + " of them"),
                "README.md: " + shown);
    }

    @Test
    void theErrataOfOneAlgorithmShowWhatIsPrintedAndWhatIsRight() {
        assertEquals("""
                Raynal, Chang-Roberts
                    printed: "j < my_number and participant"
                    right:   "and not participant"
                    breaks:  symposium check chang-roberts -n 2 --variant 1

                Raynal, Chang-Roberts, the messages "elected"
                    printed: they are needed only if all processes have to know which is elected
                    right:   they also reset participant: without them a process initiates once
                    breaks:  symposium check chang-roberts -n 1 --requests 2 --variant 2
                """, Commands.line("algorithms chang-roberts --errata").out());
    }

    @Test
    void theVariantsForPeopleShowTheCommand() {
        assertTrue(Commands.line("algorithms --variants").out().contains("""
                        ewd851, 2: s.0 stays white
                            violates: a link carries the token to the left, a signal to the right, or nothing
                            symposium check ewd851 -n 3 --variant 2
                        """));
    }

    private static JsonNode entry(JsonNode catalogue) {
        for (JsonNode each : catalogue) {
            if (each.get("name").textValue().equals("ewd851")) {
                return each;
            }
        }
        throw new AssertionError("not listed: " + catalogue);
    }
}
