package symposium.api;

import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The signature of types as text: for each accessible type a line with its declaration, and below it a line for each
 * member that a program outside the package can use. Lines are sorted, so that a change is a small difference.
 */
final class PublicApi {

    private static final String MEMBER = "    ";

    private final SortedMap<String, Class<?>> types = new TreeMap<>();

    private PublicApi() {}

    /** The signature of these types and of those nested in them. */
    static PublicApi of(Collection<Class<?>> types) {
        PublicApi api = new PublicApi();
        types.forEach(api::add);
        return api;
    }

    static PublicApi together(PublicApi... parts) {
        PublicApi all = new PublicApi();
        for (PublicApi part : parts) {
            all.types.putAll(part.types);
        }
        return all;
    }

    /** The types of a package and of its subpackages, in the jar or directory of one of them. */
    static PublicApi ofPackage(Class<?> one, String name) throws IOException {
        List<Class<?>> found = new ArrayList<>();
        inside(one, root -> {
            Path directory = root.resolve(name.replace('.', '/'));
            try (Stream<Path> files = Files.walk(directory)) {
                files.map(file -> root.relativize(file).toString())
                        .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
                        .map(file -> file.substring(0, file.length() - ".class".length()))
                        .map(file -> file.replace('/', '.').replace('\\', '.'))
                        .forEach(file -> found.add(named(file, one.getClassLoader())));
            } catch (IOException e) {
                throw new IllegalStateException(directory.toString(), e);
            }
        });
        return of(found);
    }

    private static void inside(Class<?> type, Consumer<Path> use) throws IOException {
        Path place;
        try {
            place = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
        if (Files.isDirectory(place)) {
            use.accept(place);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(place)) {
                use.accept(jar.getPath("/"));
            }
        }
    }

    private static Class<?> named(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private void add(Class<?> type) {
        if (isAccessible(type) && types.putIfAbsent(type.getName(), type) == null) {
            Arrays.stream(type.getDeclaredClasses()).forEach(this::add);
        }
    }

    private static boolean isAccessible(Class<?> type) {
        Class<?> around = type.getEnclosingClass();
        return !type.isAnonymousClass()
                && !type.isLocalClass()
                && !type.isSynthetic()
                && isVisible(type.getModifiers())
                && (around == null || isAccessible(around));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** The types that signatures of these mention, and signatures of those, and so on, as far as a predicate holds. */
    PublicApi mentioned(Predicate<Class<?>> follow) {
        PublicApi found = new PublicApi();
        Set<Class<?>> seen = new HashSet<>(types.values());
        List<Class<?>> open = new ArrayList<>(types.values());
        while (!open.isEmpty()) {
            for (Class<?> each : mentions(open.remove(open.size() - 1))) {
                if (follow.test(each) && isAccessible(each) && seen.add(each)) {
                    found.types.put(each.getName(), each);
                    open.add(each);
                }
            }
        }
        return found;
    }

    private static Set<Class<?>> mentions(Class<?> type) {
        Set<Class<?>> all = new HashSet<>();
        collect(type.getGenericSuperclass(), all);
        Arrays.stream(type.getGenericInterfaces()).forEach(each -> collect(each, all));
        bounds(type, all);
        for (Member member : members(type)) {
            if (member instanceof Field field) {
                collect(field.getGenericType(), all);
            } else if (member instanceof Executable executable) {
                bounds(executable, all);
                Arrays.stream(executable.getGenericParameterTypes()).forEach(each -> collect(each, all));
                Arrays.stream(executable.getGenericExceptionTypes()).forEach(each -> collect(each, all));
                if (executable instanceof Method method) {
                    collect(method.getGenericReturnType(), all);
                }
            }
        }
        return all;
    }

    private static void bounds(GenericDeclaration declaration, Set<Class<?>> into) {
        for (TypeVariable<?> each : declaration.getTypeParameters()) {
            Arrays.stream(each.getBounds()).forEach(bound -> collect(bound, into));
        }
    }

    private static void collect(Type type, Set<Class<?>> into) {
        if (type instanceof Class<?> one) {
            Class<?> element = one;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            into.add(element);
        } else if (type instanceof ParameterizedType parameterized) {
            collect(parameterized.getRawType(), into);
            Arrays.stream(parameterized.getActualTypeArguments()).forEach(each -> collect(each, into));
        } else if (type instanceof WildcardType wildcard) {
            Arrays.stream(wildcard.getUpperBounds()).forEach(each -> collect(each, into));
            Arrays.stream(wildcard.getLowerBounds()).forEach(each -> collect(each, into));
        } else if (type instanceof GenericArrayType array) {
            collect(array.getGenericComponentType(), into);
        }
    }

    /** What a type declares, and what it has from ancestors that are not accessible themselves. */
    private static List<Member> members(Class<?> type) {
        List<Member> all = new ArrayList<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (each == type) {
                all.addAll(List.of(each.getDeclaredConstructors()));
            } else if (isAccessible(each)) {
                break;
            }
            all.addAll(List.of(each.getDeclaredMethods()));
            all.addAll(List.of(each.getDeclaredFields()));
        }
        all.removeIf(each -> each.isSynthetic() || !isVisible(each.getModifiers()) || isInherited(each, type));
        return all;
    }

    /** Protected members of a type that cannot be extended are of no use, nor is what every enum and record has. */
    private static boolean isInherited(Member member, Class<?> type) {
        boolean ofEnum = type.isEnum() && List.of("values", "valueOf").contains(member.getName());
        boolean ofRecord = type.isRecord()
                && List.of("equals", "hashCode", "toString").contains(member.getName())
                && member instanceof Method;
        boolean unreachable = Modifier.isFinal(type.getModifiers()) && !Modifier.isPublic(member.getModifiers());
        return ofEnum || ofRecord || unreachable;
    }

    /** The signature: declarations, and members indented below them. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (Class<?> type : types.values()) {
            text.append(declaration(type)).append('\n');
            SortedSet<String> lines = new TreeSet<>();
            members(type).forEach(member -> lines.add(line(member)));
            lines.forEach(line -> text.append(MEMBER).append(line).append('\n'));
        }
        return text.toString();
    }

    private static String declaration(Class<?> type) {
        StringBuilder text = new StringBuilder(deprecated(type.isAnnotationPresent(Deprecated.class)));
        int modifiers = type.getModifiers();
        if (type.isInterface() || type.isEnum()) {
            modifiers &= ~(Modifier.ABSTRACT | Modifier.FINAL);
        }
        text.append(modifiers(modifiers & ~(type.getEnclosingClass() == null ? 0 : Modifier.STATIC)));
        text.append(type.isSealed() ? "sealed " : "");
        text.append(kind(type)).append(' ').append(type.getName()).append(parameters(type));
        if (type.isRecord()) {
            text.append(Arrays.stream(type.getRecordComponents())
                    .map(PublicApi::component)
                    .collect(Collectors.joining(", ", "(", ")")));
        }
        List<String> above = Stream.concat(
                        Stream.ofNullable(type.getGenericSuperclass()), Arrays.stream(type.getGenericInterfaces()))
                .map(Type::getTypeName)
                .filter(each -> !each.equals("java.lang.Object")
                        && !each.equals("java.lang.Record")
                        && !each.startsWith("java.lang.Enum<"))
                .toList();
        text.append(above.isEmpty() ? "" : " : " + String.join(", ", above));
        return text.toString();
    }

    private static String component(RecordComponent component) {
        return component.getGenericType().getTypeName() + " " + component.getName();
    }

    private static String kind(Class<?> type) {
        if (type.isAnnotation()) {
            return "annotation";
        }
        return type.isInterface() ? "interface" : type.isRecord() ? "record" : type.isEnum() ? "enum" : "class";
    }

    private static String deprecated(boolean is) {
        return is ? "deprecated " : "";
    }

    private static String modifiers(int modifiers) {
        int told = Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.ABSTRACT | Modifier.FINAL;
        String text = Modifier.toString(modifiers & told);
        return text.isEmpty() ? "" : text + " ";
    }

    private static String parameters(GenericDeclaration declaration) {
        TypeVariable<?>[] all = declaration.getTypeParameters();
        return all.length == 0
                ? ""
                : Arrays.stream(all)
                        .map(each -> each.getName() + bounds(each))
                        .collect(Collectors.joining(", ", "<", ">"));
    }

    private static String bounds(TypeVariable<?> variable) {
        String bounds = Arrays.stream(variable.getBounds())
                .map(Type::getTypeName)
                .filter(each -> !each.equals("java.lang.Object"))
                .collect(Collectors.joining(" & "));
        return bounds.isEmpty() ? "" : " extends " + bounds;
    }

    private static String line(Member member) {
        if (member instanceof Field field) {
            return deprecated(field.isAnnotationPresent(Deprecated.class))
                    + modifiers(field.getModifiers())
                    + field.getGenericType().getTypeName() + " " + field.getName();
        }
        Executable executable = (Executable) member;
        StringBuilder text = new StringBuilder(deprecated(executable.isAnnotationPresent(Deprecated.class)));
        int modifiers = executable.getModifiers();
        text.append(modifiers(modifiers));
        if (executable instanceof Method method) {
            text.append(method.isDefault() ? "default " : "");
        }
        String parameters = parameters(executable);
        text.append(parameters).append(parameters.isEmpty() ? "" : " ");
        if (executable instanceof Method method) {
            text.append(method.getGenericReturnType().getTypeName()).append(' ').append(method.getName());
        } else {
            text.append("new");
        }
        text.append(types(executable.getGenericParameterTypes(), ", ", "(", ")", executable.isVarArgs()));
        if (executable.getGenericExceptionTypes().length > 0) {
            text.append(types(executable.getGenericExceptionTypes(), ", ", " throws ", "", false));
        }
        return text.toString();
    }

    private static String types(Type[] all, String between, String before, String after, boolean open) {
        String text = Arrays.stream(all).map(Type::getTypeName).collect(Collectors.joining(between, before, after));
        return open ? text.substring(0, text.length() - "[])".length()) + "...)" : text;
    }

    /** Each line of a signature with the type that it belongs to. */
    private static SortedSet<String> lines(String text) {
        SortedSet<String> all = new TreeSet<>(Comparator.naturalOrder());
        String type = "";
        for (String line : text.lines().toList()) {
            if (line.startsWith(MEMBER)) {
                all.add(type + " { " + line.strip() + " }");
            } else {
                type = line.replaceAll("^.*?(?:class|interface|record|enum|annotation) ([\\w.$]+).*$", "$1");
                all.add(line);
            }
        }
        return all;
    }

    /** What a signature has no more that a former one had, and what it has besides: a line each. */
    static List<String> changes(String former, String current) {
        SortedSet<String> before = lines(former);
        SortedSet<String> after = lines(current);
        return Stream.concat(
                        before.stream().filter(line -> !after.contains(line)).map(line -> "- " + line),
                        after.stream().filter(line -> !before.contains(line)).map(line -> "+ " + line))
                .toList();
    }
}
