package symposium.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
class TableTest {

    @Test
    void aTableIsReadAndWritten() {
        Table table = TableFile.read(List.of(
                "# the classical five",
                "plato: kant voltaire",
                "",
                "kant:  hegel plato   # left first",
                "hegel: leibniz kant",
                "leibniz: voltaire hegel",
                "voltaire: plato leibniz"));
        assertEquals(5, table.size());
        assertEquals(List.of("plato", "kant", "hegel", "leibniz", "voltaire"), table.names());
        assertEquals(List.of(1, 4), table.order(0));
        assertEquals(5, table.forks());
        assertEquals(table, TableFile.read(table.text().lines().toList()));
    }

    @Test
    void aTableNeedNotBeConnected() {
        Table table = TableFile.read(List.of("a: b", "b: a", "c:", "d: e", "e: d"));
        assertEquals(List.of(List.of(0, 1), List.of(2), List.of(3, 4)), table.components());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "a: b;b:       | line 1: the fork between a and b is named here only; line 2 of b has to name it, too",
                "a: b b;b: a   | line 1: a grabs the fork shared with b twice; each is named once",
                "a: c          | line 1: a shares a fork with c, who has no line; each philosopher must have one",
                "a: a          | line 1: a shares a fork with itself; a fork is shared by two",
                "a b           | line 1: there is no colon; the line must have a name, a colon, and neighbours, as in \"plato: kant hegel\"",
                "a: b;b: a;a: b| line 3: philosopher a has a line already, line 1; each has one",
                "'# x';a+b:    | line 2: 'a+b' is not a name; it must be a word of letters, digits, and any of _ - .",
                ": b           | line 1: '' is not a name; it must be a word of letters, digits, and any of _ - .",
                "#             | line 1: the table is empty; it must have a line for each philosopher: its name, a colon, its neighbours in the order of its grabbing",
            })
    void whatIsWrongIsToldWithItsLine(String text, String message) {
        MalformedTable malformed = assertThrows(
                MalformedTable.class,
                () -> TableFile.read(List.of(text.strip().replace("'", "").split(";"))));
        assertEquals(message.strip(), malformed.getMessage());
    }
}
