package symposium.browser;

import java.util.function.Consumer;
import java.util.stream.Stream;
import org.teavm.model.ClassHolder;
import org.teavm.model.ClassHolderTransformer;
import org.teavm.model.ClassHolderTransformerContext;
import org.teavm.model.MethodHolder;
import org.teavm.model.emit.ProgramEmitter;

/**
 * Mends what TeaVM 0.15.0 has wrong of streams, while it compiles.
 *
 * <ul>
 *   <li>Its {@code distinct} forgets what it has seen whenever its source pauses, as the stream of a {@code flatMap}
 *       does after each of its parts: {@code Stream.of(1, 1).flatMap(Stream::of).distinct()} has two elements. It showed
 *       as two leaders of Chang and Roberts.
 *   <li>A stream with a {@code limit} whose source does not know its size says that it has as many elements as the
 *       limit, for which {@code toList} then makes room. It showed as memory exhausted by the limit
 *       {@link Integer#MAX_VALUE} of {@code membership}.
 * </ul>
 */
public final class StreamRepair implements ClassHolderTransformer {

    private static final String STREAMS = "java.util.stream.impl.";
    private static final int UNKNOWN = -1;

    @Override
    public void transformClass(ClassHolder type, ClassHolderTransformerContext context) {
        if (type.getName().equals(STREAMS + "SimpleStreamImpl")) {
            replace(type, "distinct", context, body -> body.invoke(
                            Streams.class, "distinct", Stream.class, body.var(0, Stream.class))
                    .returnValue());
        } else if (type.getName().equals(STREAMS + "LimitingStreamImpl")) {
            replace(type, "estimateSize", context, body -> body.constant(UNKNOWN)
                    .returnValue());
        }
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
