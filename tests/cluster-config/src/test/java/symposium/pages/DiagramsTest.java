package symposium.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.Golden;
import symposium.Pages;

/**
 * The diagrams of the pages are drawn from their texts: {@code mvn test -Dtest=DiagramsTest -Dsymposium.golden=write}
 * draws them again.
 */
@Tag("fast")
class DiagramsTest {

    private static final Path TEXTS =
            Pages.root().resolve("tests/cluster-config/src/test/resources/symposium/pages/diagrams");
    private static final Path PICTURES = Pages.root().resolve("cluster-config/pictures");

    static List<Path> texts() throws IOException {
        try (Stream<Path> files = Files.list(TEXTS)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("texts")
    void everyDiagramIsThatOfItsText(Path text) throws IOException {
        Path picture = PICTURES.resolve(text.getFileName().toString().replaceFirst("txt$", "svg"));
        String drawn = Diagram.svg(Files.readString(text));
        if (Golden.isWritten()) {
            Files.writeString(picture, drawn);
        }
        assertEquals(Files.readString(picture), drawn);
    }

    @Test
    void aWrongLineIsNamed() {
        assertEquals(
                "there is no lane C: state C holds",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> Diagram.svg("sequence S\nlanes A | B\nstate C holds"))
                        .getMessage());
        assertEquals(
                "must be a box or an arrow: line a b",
                assertThrows(IllegalArgumentException.class, () -> Diagram.svg("boxes B\nline a b"))
                        .getMessage());
        assertEquals(
                "must be \"sequence TITLE\" or \"boxes TITLE\": graph G",
                assertThrows(IllegalArgumentException.class, () -> Diagram.svg("graph G"))
                        .getMessage());
    }
}
