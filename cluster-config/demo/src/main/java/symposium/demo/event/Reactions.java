package symposium.demo.event;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** A listener with a table of reactions to events of some types, in the order of the table; it ignores the others. */
public abstract class Reactions implements DemoEvent.Listener {
    private final Map<Class<?>, List<BiConsumer<Duration, DemoEvent>>> byType = new HashMap<>();

    /** @param reaction is given the event, and its time since the beginning */
    protected final <E extends DemoEvent> void on(Class<E> type, BiConsumer<Duration, E> reaction) {
        byType.computeIfAbsent(type, first -> new ArrayList<>())
                .add((at, event) -> reaction.accept(at, type.cast(event)));
    }

    @Override
    public final void on(Duration at, DemoEvent event) {
        byType.getOrDefault(event.getClass(), List.of()).forEach(reaction -> reaction.accept(at, event));
    }
}
