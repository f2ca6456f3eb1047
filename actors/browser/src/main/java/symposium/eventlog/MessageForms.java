package symposium.eventlog;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.catalogue.Messages;

/**
 * A step of the build: lists what {@link BrowserRecordTypes} cannot find by reflection. Each line is a problem, and the
 * types of what users ask and are told; or a type of messages, inputs or outputs, and its forms if it has several.
 */
public final class MessageForms {

    private static final String LISTED = "forms.txt";

    private MessageForms() {}

    /** All types that are listed. */
    public static Set<String> types() {
        try (InputStream file = MessageForms.class.getResourceAsStream(LISTED)) {
            return new TreeSet<>(List.of(new String(file.readAllBytes(), StandardCharsets.UTF_8).split("\\s+")));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** @param arguments the file to write */
    public static void main(String[] arguments) throws IOException {
        Map<String, String> lines = new TreeMap<>();
        Set<Class<?>> seen = new HashSet<>();
        for (Algorithm<?, ?, ?, ?, ?> each : Catalogue.all()) {
            for (Algorithm<?, ?, ?, ?, ?> algorithm : List.of(each, each.withFences())) {
                List<Type> users = RecordTypes.inputsAndOutputs(algorithm.problem());
                lines.put(
                        algorithm.problem().getClass().getName(),
                        users.stream().map(Type::getTypeName).collect(Collectors.joining(" ")));
                users.forEach(type -> add(type, lines, seen));
                add(algorithm.messages().genericType(), lines, seen);
            }
        }
        Path file = Path.of(arguments[0]);
        Files.createDirectories(file.getParent());
        Files.write(
                file,
                new TreeSet<>(lines.entrySet().stream()
                        .map(line -> (line.getKey() + " " + line.getValue()).strip())
                        .toList()));
    }

    private static void add(Type type, Map<String, String> lines, Set<Class<?>> seen) {
        if (type instanceof ParameterizedType generic) {
            add(generic.getRawType(), lines, seen);
            for (Type argument : generic.getActualTypeArguments()) {
                add(argument, lines, seen);
            }
        } else if (type instanceof Class<?> plain && seen.add(plain)) {
            List<Class<?>> forms = Messages.forms(plain);
            if (plain.getName().startsWith("symposium.")) {
                lines.put(plain.getName(), forms.stream().map(Class::getName).collect(Collectors.joining(" ")));
            }
            forms.forEach(form -> add(form, lines, seen));
            if (plain.isRecord()) {
                RecordTypes.components(plain).values().forEach(component -> add(component, lines, seen));
            }
        }
    }
}
