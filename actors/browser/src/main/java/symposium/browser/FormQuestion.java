package symposium.browser;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import symposium.formula.Question;

/**
 * A question of a user, as the page has it.
 *
 * @param kind what is required
 * @param formulas as many as that has
 */
record FormQuestion(Question.Kind kind, List<String> formulas) {

    /**
     * The question of a form.
     *
     * @param kind by its {@link #word}; empty to ask none
     * @param second the second formula, if the kind has one
     * @throws IllegalArgumentException if there is no such kind
     */
    static Optional<FormQuestion> of(String kind, String first, String second) {
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        Question.Kind named = Stream.of(Question.Kind.values())
                .filter(each -> word(each).equals(kind))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a question is one of "
                        + String.join(
                                ", ",
                                Stream.of(Question.Kind.values())
                                        .map(FormQuestion::word)
                                        .toList()) + ", not " + kind));
        return Optional.of(new FormQuestion(named, named.formulas() == 1 ? List.of(first) : List.of(first, second)));
    }

    /**
     * The question of a lesson: the word of the kind, and the formulas, with a semicolon between them.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Optional<FormQuestion> of(String line) {
        String[] words = line.split(" ", 2);
        String[] formulas = words.length < 2 ? new String[] {"", ""} : (words[1] + ";").split(";", -1);
        return of(words[0], formulas[0].strip(), formulas[1].strip());
    }

    static String word(Question.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
