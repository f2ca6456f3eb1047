package symposium.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;

/** The lessons on the algorithms are runs of the algorithms. */
@Tag("slow")
class LessonTest {

    static Stream<Algorithm<?, ?, ?, ?, ?>> algorithms() {
        // Those of the tests are none of the page.
        return Catalogue.all().stream().filter(algorithm -> Algorithm.class
                .getProtectionDomain()
                .getCodeSource()
                .equals(algorithm.getClass().getProtectionDomain().getCodeSource()));
    }

    /** Every name of the catalogue has one; its steps can be taken, in this order, and break nothing. */
    @ParameterizedTest
    @MethodSource("algorithms")
    <S, M, U, I, O> void everyAlgorithmHasALessonOfWhichEachStepCanBeTaken(Algorithm<S, M, U, I, O> algorithm) {
        Lesson lesson = Lesson.of(Playground.lesson(algorithm.name()).orElseThrow());
        Lab<S, M, U, I, O> lab = Lab.of(algorithm, lesson.setup());
        List<Integer> path = lab.path(lesson);
        assertEquals(lesson.steps().size(), path.size());
        lab.walk().go(path);
        assertEquals(List.of(), lab.walk().broken().stream().toList());
        assertFalse(lesson.title().isBlank());
        assertFalse(lesson.source().isBlank());
        assertFalse(lesson.opening().isBlank());
        long remarks =
                lesson.steps().stream().filter(step -> !step.remark().isEmpty()).count();
        assertTrue(3 * remarks >= path.size(), remarks + " remarks on " + path.size() + " steps");
    }

    @Test
    void aTextThatIsNoLessonIsRefusedWithItsLine() {
        String whole = "title T\nsource S\nprocesses 2\n\nOpening.\n\n";
        assertEquals(
                "line 8 (No step): the line must be a step, or an indented remark",
                assertThrows(IllegalArgumentException.class, () -> Lesson.of(whole + "0 n.0 ENTER\nNo step\n"))
                        .getMessage());
        assertEquals(
                "processes is a number, not many",
                assertThrows(IllegalArgumentException.class, () -> Lesson.of("processes many\n"))
                        .getMessage());
        Lesson impossible = Lesson.of(whole + "1 n.0 ENTER\n");
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> Lab.of(
                        Catalogue.named("ewd851").orElseThrow(), impossible.setup())
                .path(impossible));
        assertTrue(
                refused.getMessage().startsWith("line 7 (1 n.0 ENTER) is no step here; there are: 0 n.0 ENTER"),
                refused.getMessage());
    }
}
