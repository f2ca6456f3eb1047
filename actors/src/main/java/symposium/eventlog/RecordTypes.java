package symposium.eventlog;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import symposium.kernel.problem.Problem;

/**
 * What is asked of types by reflection that a compiler to WebAssembly does not offer. The browser's build has another
 * class of this name in its place.
 */
final class RecordTypes {

    private static final ClassValue<Map<String, Type>> COMPONENTS = new ClassValue<>() {
        @Override
        protected Map<String, Type> computeValue(Class<?> type) {
            Map<String, Type> components = new LinkedHashMap<>();
            for (RecordComponent each : type.getRecordComponents()) {
                components.put(each.getName(), each.getGenericType());
            }
            return components;
        }
    };

    private static final ClassValue<Constructor<?>> CONSTRUCTORS = new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getType)
                        .toArray(Class<?>[]::new));
                constructor.setAccessible(true);
                return constructor;
            } catch (NoSuchMethodException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    };

    private RecordTypes() {}

    /** The types of the components of a record by their names, in the order of declaration. */
    static Map<String, Type> components(Class<?> type) {
        return COMPONENTS.get(type);
    }

    /** @throws IllegalArgumentException when the record refuses the components */
    static Object make(Class<?> type, Object... components) {
        try {
            return CONSTRUCTORS.get(type).newInstance(components);
        } catch (InvocationTargetException refused) {
            throw new IllegalArgumentException(String.valueOf(refused.getCause().getMessage()), refused.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The types of what users ask and of what they are told. */
    static List<Type> inputsAndOutputs(Problem<?, ?, ?> problem) {
        for (Type each : problem.getClass().getGenericInterfaces()) {
            if (each instanceof ParameterizedType generic && generic.getRawType() == Problem.class) {
                List<Type> arguments = new ArrayList<>(List.of(generic.getActualTypeArguments()));
                return arguments.subList(1, arguments.size());
            }
        }
        throw new IllegalArgumentException(problem.getClass() + " names the types of its users nowhere");
    }
}
