package symposium.site;

import java.util.List;
import java.util.Optional;

/**
 * A place where the print of a paper is wrong, or can be read in two ways.
 *
 * @param paper which paper
 * @param place where in it
 * @param printed what is printed, or could be read
 * @param right what is right
 * @param flaws the variants that follow the wrong reading
 * @param commands the commands that show what it breaks
 * @param breaksNothing why there is nothing to show, where that is so
 */
public record Misprint(
        String paper,
        String place,
        String printed,
        String right,
        List<Flaw> flaws,
        List<String> commands,
        Optional<String> breaksNothing) {}
