package symposium.wire;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.introspect.VisibilityChecker;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.jsontype.TypeResolverBuilder;
import com.fasterxml.jackson.databind.jsontype.impl.StdTypeResolverBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Configures sealed types without annotations: a value carries the name of its type, one of the permitted names.
 *
 * <p>The pair of name and value is an array, which serves records, enums and collections alike, and clashes with no
 * component.
 */
final class SealedTypes extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1;

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public TypeResolverBuilder<?> findTypeResolver(MapperConfig<?> config, AnnotatedClass type, JavaType baseType) {
        if (!type.getRawType().isSealed()) {
            return null;
        }
        return new StdTypeResolverBuilder().init(JsonTypeInfo.Id.NAME, null).inclusion(JsonTypeInfo.As.WRAPPER_ARRAY);
    }

    @Override
    public List<NamedType> findSubtypes(Annotated type) {
        return type.getRawType().isSealed() ? named(type.getRawType()) : null;
    }

    /** A record is written as its components, and as no other property. */
    @Override
    public VisibilityChecker<?> findAutoDetectVisibility(AnnotatedClass type, VisibilityChecker<?> checker) {
        if (!type.getRawType().isRecord()) {
            return checker;
        }
        return checker.withGetterVisibility(Visibility.NONE)
                .withIsGetterVisibility(Visibility.NONE)
                .withFieldVisibility(Visibility.ANY);
    }

    /**
     * Every type that a value of this sealed type can have, by its simple name.
     *
     * @throws IllegalArgumentException when two of them share a simple name
     */
    static List<NamedType> named(Class<?> sealed) {
        Map<String, Class<?>> byName = new TreeMap<>();
        collect(sealed, byName, sealed);
        List<NamedType> named = new ArrayList<>();
        byName.forEach((name, type) -> named.add(new NamedType(type, name)));
        return named;
    }

    private static void collect(Class<?> type, Map<String, Class<?>> byName, Class<?> root) {
        if (type.isSealed()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                collect(permitted, byName, root);
            }
            return;
        }
        Class<?> other = byName.put(type.getSimpleName(), type);
        if (other != null && other != type) {
            throw new IllegalArgumentException("the types that " + root.getName()
                    + " permits are distinguished by their simple names, but " + other.getName() + " and "
                    + type.getName()
                    + " share one");
        }
    }
}
