package symposium.checker.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.checker.model.Model;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Invariant;
import symposium.kernel.topology.Topology;

/**
 * What is explored, by its contents instead of its names: the links of the topology, the options of the model, the
 * values of which protocol, problem, invariants and quotient are made, and the bytes of their classes, of the
 * checker's, and of all that these refer to. Equal in every virtual machine that has the same class files.
 *
 * <p>A search goes on only where the identity is that of its beginning, and is shared only by workers with the same.
 *
 * <p>Not covered: the JDK; what objects of the JDK capture, as in {@code Predicate.and}; classes that are found only by
 * name at run time; which of two lambdas of the same class a model has, if both capture equal values; the links among
 * processes of which several are missing, except by the code of the topology; and class files that are replaced while
 * a program runs that has loaded them before.
 *
 * @param subject what is explored, in the words of who explores it
 * @param parts all that matters, each with a value
 */
public record ModelIdentity(String subject, List<Part> parts) {

    /**
     * A part.
     *
     * @param difference what is to be said where the values are different; unique
     * @param value a short text, or a digest, which begins with {@code #}
     */
    public record Part(String difference, String value) {}

    private static final int MOST_DIFFERENCES = 3;

    /**
     * The identity of a model.
     *
     * @param others classes besides those of the model and of the search, whose code matters too
     */
    public static ModelIdentity of(String subject, Model<?, ?, ?, ?, ?> model, Class<?>... others) {
        List<Part> parts = new ArrayList<>(List.of(
                new Part("the processes differ", model.processes().toString()),
                new Part("the channels differ", model.channels().toString()),
                new Part(
                        "the requests differ",
                        model.requests().isPresent() ? model.requests().getAsInt() + " each" : "any number"),
                new Part("the faults differ", model.faults().toString()),
                new Part("the arriving processes differ", model.arriving().toString()),
                new Part("the start differs", model.startsCutOff() ? "cut off" : "with neighbours"),
                new Part("the quorum differs", Integer.toString(model.quorum())),
                new Part("the silent processes differ", model.silent().toString()),
                new Part("what is judged differs", model.judgesProgress() ? "progress, too" : "the invariants"),
                new Part("the links of the topology differ", digest(links(model)))));
        Contents contents = new Contents();
        parts.add(new Part("the problem differs", digest(contents.of(model.problem()))));
        parts.add(new Part("the protocol differs", digest(contents.of(model.protocol()))));
        parts.add(new Part("the quotient differs", digest(contents.of(model.quotient()))));
        int number = 0;
        for (Invariant<?, ?, ?> invariant : model.invariants()) {
            number++;
            parts.add(new Part(
                    "the invariant " + number + ", \"" + invariant.name() + "\", differs",
                    digest(contents.of(invariant))));
        }
        List<Class<?>> roots = new ArrayList<>(contents.classes());
        roots.add(model.topology().getClass());
        roots.add(ParallelSearch.class);
        roots.addAll(List.of(others));
        ClassFiles.reachable(roots)
                .forEach((name, digest) -> parts.add(new Part("the class " + name + " differs", "#" + digest)));
        return new ModelIdentity(subject, parts);
    }

    /** This identity of one of several, whose parts of a search are not interchangeable. */
    ModelIdentity of(int self, int workers) {
        return new ModelIdentity(String.format(Locale.ROOT, "worker %d of %d: %s", self, workers, subject), parts);
    }

    /**
     * Each process's neighbours in their order, with their sides: among all processes, and with one of them or another
     * missing.
     */
    private static String links(Model<?, ?, ?, ?, ?> model) {
        List<String> text = new ArrayList<>();
        Topology topology = model.topology();
        SortedSet<ProcessId> everyone = model.processes();
        text.add(everyone + " " + topology.everyones(everyone));
        if (model.changing()) {
            for (ProcessId missing : everyone) {
                SortedSet<ProcessId> others = new TreeSet<>(everyone);
                others.remove(missing);
                text.add(others + " " + topology.everyones(others));
            }
        }
        return text.toString();
    }

    private static String digest(String text) {
        return "#" + ClassFiles.digest(text.getBytes(UTF_8));
    }

    /**
     * How the other one differs from this one, in words; empty where it does not.
     *
     * @param found the other one
     */
    public Optional<String> difference(ModelIdentity found) {
        if (!found.subject.equals(subject)) {
            return Optional.of("of " + found.subject + ", not of " + subject);
        }
        Map<String, String> here = byDifference();
        Map<String, String> there = found.byDifference();
        List<String> all = new ArrayList<>();
        here.forEach((name, value) -> {
            if (there.containsKey(name) && !there.get(name).equals(value)) {
                all.add(name + values(there.get(name), value));
            }
        });
        here.keySet().stream().filter(name -> !there.containsKey(name)).forEach(name -> all.add(name + " (it is new)"));
        there.keySet().stream()
                .filter(name -> !here.containsKey(name))
                .forEach(name -> all.add(name + " (it is gone)"));
        if (all.isEmpty()) {
            return Optional.empty();
        }
        String first = String.join(", ", all.subList(0, Math.min(all.size(), MOST_DIFFERENCES)));
        return Optional.of(
                all.size() > MOST_DIFFERENCES ? first + ", and " + (all.size() - MOST_DIFFERENCES) + " more" : first);
    }

    private static String values(String there, String here) {
        return here.startsWith("#") ? "" : " (" + there + ", not " + here + ")";
    }

    private Map<String, String> byDifference() {
        Map<String, String> values = new LinkedHashMap<>();
        parts.forEach(part -> values.put(part.difference(), part.value()));
        return values;
    }
}
