package symposium.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import akka.serialization.jackson.JacksonObjectMapperProvider;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Golden;
import symposium.arbitration.resources.Mode;
import symposium.cluster.lock.LockServiceActor;
import symposium.kernel.ProcessId;
import symposium.links.LinkIncarnation;
import symposium.own.raymond.Raymond;

/**
 * The names of messages, of their types and of their components are the format in which nodes write to each other, and
 * nodes of two versions meet in a rolling restart. All of them are kept in a golden file, which is rewritten only on
 * purpose: {@code mvn test -Dtest=WireFormatTest -Dsymposium.golden=write}.
 */
@Tag("fast")
class WireFormatTest {

    private static final String GOLDEN = "symposium/wire/format.txt";

    /** {@link WireModule} writes these as numbers, and {@link WireTest} holds it to that. */
    private static final Set<Class<?>> WRITTEN_AS_NUMBERS = Set.of(ProcessId.class, LinkIncarnation.class, Mode.class);

    /** {@link WireModule} writes it, under the names of its components. */
    private static final Set<Class<?>> WRITTEN_BY_HAND = Set.of(WireMessage.Envelope.class);

    @Test
    void whatNodesWriteToEachOtherIsAsKept() throws IOException {
        Golden.assertKept(GOLDEN, format());
    }

    @Test
    void everyMessageBetweenNodesHasAName() throws IOException {
        assertEquals(Set.copyOf(wires()), MessageNames.current().names().keySet());
    }

    @Test
    void aTypeIsDescribedByWhatIsWrittenOfIt() {
        Map<String, String> types = new TreeMap<>();
        describe(Planted.class, types);

        assertEquals(
                Map.of(
                        Planted.class.getName(),
                        "one of Leaf = " + Planted.Leaf.class.getName() + ", Root = " + Planted.Root.class.getName()
                                + "\n",
                        Planted.Leaf.class.getName(),
                        "    maybe: java.util.Optional<" + Shade.class.getName() + ">\n    count: long\n",
                        Planted.Root.class.getName(),
                        "",
                        Shade.class.getName(),
                        "one of LIGHT, DARK\n"),
                types);
    }

    sealed interface Planted {
        record Leaf(Optional<Shade> maybe, long count) implements Planted {}

        record Root() implements Planted {}
    }

    enum Shade {
        LIGHT,
        DARK
    }

    /** Jackson writes a record's components, under their names, and nothing else. */
    @Test
    void jacksonWritesTheComponentsOfEachRecord() throws IOException {
        ActorTestKit kit = WireKit.start();
        try {
            ObjectMapper mapper =
                    JacksonObjectMapperProvider.get(kit.system()).create("symposium-cbor", Optional.empty());
            Map<String, String> types = new TreeMap<>();
            messages().forEach(each -> describe(each, types));
            Set<String> records = new TreeSet<>();
            for (String name : types.keySet()) {
                Class<?> type = named(name);
                if (type.isRecord() && !WRITTEN_AS_NUMBERS.contains(type) && !WRITTEN_BY_HAND.contains(type)) {
                    records.add(name);
                    assertEquals(
                            Arrays.stream(type.getRecordComponents())
                                    .map(RecordComponent::getName)
                                    .collect(Collectors.toSet()),
                            mapper
                                    .getSerializationConfig()
                                    .introspect(mapper.constructType(type))
                                    .findProperties()
                                    .stream()
                                    .map(BeanPropertyDefinition::getName)
                                    .collect(Collectors.toSet()),
                            name);
                }
            }
            assertTrue(records.size() > 100, records::toString);
        } finally {
            kit.shutdownTestKit();
        }
    }

    private static Class<?> named(String name) {
        try {
            return Class.forName(name, false, WireFormatTest.class.getClassLoader());
        } catch (ClassNotFoundException unknown) {
            throw new IllegalArgumentException(unknown);
        }
    }

    /** A type as it is written in Java, under its full name. */
    private static String text(Type type) {
        if (type instanceof ParameterizedType generic) {
            return Arrays.stream(generic.getActualTypeArguments())
                    .map(WireFormatTest::text)
                    .collect(Collectors.joining(", ", text(generic.getRawType()) + "<", ">"));
        }
        return type.getTypeName();
    }

    private static String format() throws IOException {
        StringBuilder text = new StringBuilder("# The messages of the algorithms\n");
        WireTypes algorithms = new WireTypes();
        for (String algorithm : algorithms.algorithms()) {
            Type type = algorithms.of(algorithm).orElseThrow();
            if (!ofExamples(type)) {
                text.append(algorithm).append(": ").append(text(type)).append('\n');
            }
        }
        text.append("\n# The messages of the nodes: name, version since which there is one, class\n");
        MessageNames names = MessageNames.current();
        for (String name : names.all()) {
            Class<?> type = names.type(name).orElseThrow();
            text.append("%s, %d: %s\n".formatted(name, names.names().get(type).since(), type.getName()));
        }
        text.append("\n# By what nodes find each other's services\n")
                .append(LockServiceActor.KEY)
                .append('\n');
        text.append("\n# What they are made of\n");
        Map<String, String> types = new TreeMap<>();
        messages().forEach(each -> describe(each, types));
        types.forEach((name, what) -> text.append(name)
                .append(what.startsWith(" ") || what.isEmpty() ? "\n" : ": ")
                .append(what));
        return text.toString();
    }

    /** Everything that is written as a message, or as a message of an algorithm. */
    private static List<Type> messages() throws IOException {
        WireTypes algorithms = new WireTypes();
        return Stream.concat(
                        wires().stream(),
                        algorithms.algorithms().stream()
                                .map(algorithm -> algorithms.of(algorithm).orElseThrow())
                                .filter(type -> !ofExamples(type)))
                .toList();
    }

    private static List<Class<?>> wires() throws IOException {
        List<Class<?>> wires = new ArrayList<>();
        for (String name : classes()) {
            Class<?> type = named(name);
            if (Wire.class.isAssignableFrom(type) && !type.isInterface()) {
                wires.add(type);
            }
        }
        assertTrue(wires.contains(WireMessage.Envelope.class), wires::toString);
        return wires;
    }

    /** The names of all classes of the modules. */
    private static SortedSet<String> classes() throws IOException {
        Path tests = Path.of(URI.create(location(WireFormatTest.class).toString()));
        SortedSet<String> files = new TreeSet<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path) && !path.equals(tests)) {
                try (Stream<Path> all = Files.walk(path)) {
                    all.forEach(each -> files.add(path.relativize(each).toString()));
                }
            } else if (path.getFileName().toString().matches("symposium-.*\\.jar")) {
                try (JarFile jar = new JarFile(path.toFile())) {
                    jar.stream().forEach(each -> files.add(each.getName()));
                }
            }
        }
        return files.stream()
                .filter(file -> file.matches("symposium/(cluster|service|wire)/.*\\.class"))
                .filter(file -> !file.endsWith("package-info.class"))
                .map(file ->
                        file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether an algorithm of the examples writes it. */
    private static boolean ofExamples(Type type) {
        Map<String, String> types = new TreeMap<>();
        describe(type, types);
        URL examples = location(Raymond.class);
        return types.keySet().stream().anyMatch(name -> examples.equals(location(named(name))));
    }

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    /** Adds what is written of this type, and of all types of this project that it is made of. */
    private static void describe(Type type, Map<String, String> types) {
        if (type instanceof ParameterizedType generic && generic.getRawType() == ActorRef.class) {
            return; // what an actor is told is a message of its own
        }
        if (type instanceof ParameterizedType generic) {
            describe(generic.getRawType(), types);
            Arrays.stream(generic.getActualTypeArguments()).forEach(argument -> describe(argument, types));
        } else if (type instanceof WildcardType wildcard) {
            Arrays.stream(wildcard.getUpperBounds()).forEach(bound -> describe(bound, types));
        } else if (type instanceof TypeVariable<?> variable) {
            Arrays.stream(variable.getBounds()).forEach(bound -> describe(bound, types));
        } else if (type instanceof Class<?> plain && plain.isArray()) {
            describe(plain.getComponentType(), types);
        } else if (type instanceof Class<?> plain && plain.getName().startsWith("symposium.")) {
            if (!types.containsKey(plain.getName())) {
                describe(plain, types);
            }
        }
    }

    private static void describe(Class<?> type, Map<String, String> types) {
        if (type.isEnum()) {
            types.put(
                    type.getName(),
                    Arrays.stream(type.getEnumConstants())
                            .map(each -> ((Enum<?>) each).name())
                            .collect(Collectors.joining(", ", "one of ", "\n")));
        } else if (type.isSealed()) {
            List<NamedType> permitted = SealedTypes.named(type);
            types.put(
                    type.getName(),
                    permitted.stream()
                            .map(each -> each.getName() + " = " + each.getType().getName())
                            .collect(Collectors.joining(", ", "one of ", "\n")));
            permitted.forEach(each -> describe((Type) each.getType(), types));
        } else if (type.isRecord()) {
            types.put(
                    type.getName(),
                    Arrays.stream(type.getRecordComponents())
                            .map(each -> "    " + each.getName() + ": " + text(each.getGenericType()) + "\n")
                            .collect(Collectors.joining()));
            Arrays.stream(type.getRecordComponents()).forEach(each -> describe(each.getGenericType(), types));
        } else {
            types.put(type.getName(), "neither a record nor an enum nor sealed\n");
        }
    }
}
