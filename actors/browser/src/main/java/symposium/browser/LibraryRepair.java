package symposium.browser;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.teavm.model.ClassHolder;
import org.teavm.model.ClassHolderTransformer;
import org.teavm.model.ClassHolderTransformerContext;
import org.teavm.model.MethodHolder;
import org.teavm.model.emit.ProgramEmitter;

/**
 * Mends, while it compiles, what of Java's library TeaVM 0.15.0 has otherwise.
 *
 * <ul>
 *   <li>Its {@code distinct} forgets what it has seen whenever its source pauses, as the stream of a {@code flatMap}
 *       does after each of its parts: {@code Stream.of(1, 1).flatMap(Stream::of).distinct()} has two elements. It
 *       showed as two leaders of Chang and Roberts.
 *   <li>A stream with a {@code limit} whose source does not know its size says that it has as many elements as the
 *       limit, for which {@code toList} then makes room. It showed as memory exhausted by the limit
 *       {@link Integer#MAX_VALUE} of {@code membership}.
 *   <li>A {@code limit} beyond that is another one: of {@link Long#MAX_VALUE} elements there was one. It showed as a
 *       counterexample to a variant of Suzuki and Kasami that sent one token where it sends two.
 *   <li>{@code Map.copyOf} of an empty map is one in which nothing can be looked up: the place of a key is the
 *       remainder of a division by zero, which JavaScript does not mind, and WebAssembly does.
 *   <li>The texts of optional values, which stand in the texts of states, are others.
 * </ul>
 */
public final class LibraryRepair implements ClassHolderTransformer {

    private static final String STREAMS = "java.util.stream.impl.";
    private static final int UNKNOWN = -1;

    @Override
    public void transformClass(ClassHolder type, ClassHolderTransformerContext context) {
        switch (type.getName()) {
            case STREAMS + "SimpleStreamImpl" -> {
                replace(type, "distinct", context, body -> body.invoke(
                                Library.class, "distinct", Stream.class, body.var(0, Stream.class))
                        .returnValue());
                replace(type, "limit", context, body -> body.construct(
                                STREAMS + "LimitingStreamImpl",
                                body.var(0, type),
                                body.invoke(Library.class, "clamped", int.class, body.var(1, long.class)))
                        .returnValue());
            }
            case STREAMS + "LimitingStreamImpl" ->
                replace(type, "estimateSize", context, body -> body.constant(UNKNOWN)
                        .returnValue());
            case "java.util.Map" ->
                replace(type, "copyOf", context, body -> body.invoke(
                                Library.class, "copyOf", Map.class, body.var(1, Map.class))
                        .returnValue());
            case "java.util.Optional" -> text(type, Optional.class, context);
            case "java.util.OptionalInt" -> text(type, OptionalInt.class, context);
            case "java.util.OptionalLong" -> text(type, OptionalLong.class, context);
            default -> {}
        }
    }

    private static void text(ClassHolder type, Class<?> optional, ClassHolderTransformerContext context) {
        replace(type, "toString", context, body -> body.invoke(
                        Library.class, "text", String.class, body.var(0, optional))
                .returnValue());
    }

    private static void replace(
            ClassHolder type, String method, ClassHolderTransformerContext context, Consumer<ProgramEmitter> body) {
        MethodHolder replaced = type.getMethods().stream()
                .filter(each -> each.getName().equals(method))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        type.getName() + " has no method " + method + " any more: is this another version of TeaVM?"));
        body.accept(ProgramEmitter.create(replaced, context.getHierarchy()));
    }
}
