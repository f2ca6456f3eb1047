package symposium.cli.catalogue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import symposium.cli.report.JsonObject;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.site.Misprint;

/**
 * A place where the print of a paper is wrong, or can be read in two ways.
 *
 * @param paper which paper
 * @param place where in it
 * @param printed what is printed, or could be read
 * @param right what is right
 * @param variants the variants that follow the wrong reading, each of which fails
 * @param commands further commands that show what it breaks
 * @param breaksNothing why there is nothing to show, where that is so
 */
record Erratum(
        String paper,
        String place,
        String printed,
        String right,
        Optional<List<Misreading>> variants,
        Optional<List<String>> commands,
        Optional<String> breaksNothing) {

    /** A variant of an algorithm, by its name. */
    record Misreading(String algorithm, String variant) {}

    private static final ObjectMapper MAPPER =
            JsonMapper.builder().addModule(new Jdk8Module()).build();

    /** All errata, in the order of the papers. */
    static List<Erratum> all() {
        try (InputStream list = Erratum.class.getResourceAsStream("errata.json")) {
            return List.of(MAPPER.readValue(list, Erratum[].class));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The errata that a variant of this algorithm shows. */
    static List<Erratum> of(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return all().stream()
                .filter(each ->
                        each.misreadings().anyMatch(one -> one.algorithm().equals(algorithm.name())))
                .toList();
    }

    private Stream<Misreading> misreadings() {
        return variants.stream().flatMap(List::stream);
    }

    /**
     * The commands that show what it breaks; each ends with the exit code of a violation.
     *
     * @param refuted gives the variants of an algorithm
     */
    private List<String> shown(Map<String, List<RefutedVariant>> refuted) {
        Stream<String> byVariants = refuted(refuted)
                .map(one -> one.command().orElseThrow(() -> new IllegalStateException("no command shows " + one)));
        return Stream.concat(byVariants, commands.stream().flatMap(List::stream))
                .toList();
    }

    private Stream<RefutedVariant> refuted(Map<String, List<RefutedVariant>> refuted) {
        return misreadings()
                .map(one -> refuted
                        .computeIfAbsent(
                                one.algorithm(),
                                name -> RefutedVariant.of(Catalogue.named(name).orElseThrow()))
                        .stream()
                        .filter(each -> each.variant().equals(one.variant()))
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("there is no variant " + one)));
    }

    /** The same for the site. */
    Misprint misprint(Map<String, List<RefutedVariant>> refuted) {
        return new Misprint(
                paper,
                place,
                printed,
                right,
                refuted(refuted).map(RefutedVariant::flaw).toList(),
                shown(refuted),
                breaksNothing);
    }

    JsonObject json(Map<String, List<RefutedVariant>> refuted) {
        return new JsonObject()
                .with("paper", paper)
                .with("place", place)
                .with("printed", printed)
                .with("right", right)
                .with("commands", shown(refuted))
                .with("breaksNothing", breaksNothing);
    }

    String text(Map<String, List<RefutedVariant>> refuted) {
        return Stream.concat(
                        Stream.of(paper + ", " + place, "    printed: " + printed, "    right:   " + right),
                        Stream.concat(
                                shown(refuted).stream().map(command -> "    breaks:  " + command),
                                breaksNothing.map(why -> "    breaks nothing: " + why).stream()))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
