package symposium.formula;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import symposium.kernel.Printable;
import symposium.kernel.catalogue.Messages;
import symposium.kernel.problem.Configuration.LiveProcess;

/**
 * The names in a formula: of components and of messages.
 *
 * @param text the formula
 * @param components each fails for a process without the component
 * @param messages the types of messages, by the places where they stand
 */
record FormulaNames(String text, List<Consumer<LiveProcess<?, ?>>> components, Map<Integer, String> messages) {

    /** A message that carries others can be of any type. */
    void requireMessages(Class<?> type) {
        TreeSet<String> types = new TreeSet<>();
        List<Class<?>> forms = Messages.forms(type);
        for (Class<?> each : forms.isEmpty() ? List.<Class<?>>of(type) : forms) {
            if (Printable.Carrier.class.isAssignableFrom(each) || each.isInterface()) {
                return;
            }
            types.addAll(
                    each.isEnum()
                            ? Values.constants((Enum<?>) each.getEnumConstants()[0])
                            : List.of(Printable.hyphenated(each.getSimpleName())));
        }
        messages.forEach((place, name) -> {
            if (!types.contains(name)) {
                throw new InvalidFormula(text, place, "there is no message " + name + Components.listed(types));
            }
        });
    }
}
