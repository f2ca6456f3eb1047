package symposium.formula;

import java.util.Collection;
import java.util.TreeSet;
import symposium.formula.Values.Word;
import symposium.kernel.Printable;
import symposium.kernel.problem.Configuration.LiveProcess;

/** The components of states, by their names. */
final class Components {

    private Components() {}

    static Object of(Object of, String name, String text, int place) {
        return names(of).contains(name)
                ? Values.of(Printable.components((Record) of).get(name))
                : fail(text, place, Values.kind(of) + " has no component " + name + listed(names(of)));
    }

    static Object ofProcess(LiveProcess<?, ?> process, String name, String text, int place) {
        Object state = process.state();
        if (names(state).contains(name)) {
            return Values.of(Printable.components((Record) state).get(name));
        } else if (name.equals("user")) {
            return Values.of(process.user());
        } else if (process.user() instanceof Enum<?> user) {
            String word = Printable.hyphenated(name);
            if (Values.constants(user).contains(word)) {
                return Printable.typeName(user).equals(word);
            }
        } else if (names(process.user()).contains(name)) {
            return Values.of(Printable.components((Record) process.user()).get(name));
        }
        TreeSet<String> there = names(state);
        there.add("user");
        there.addAll(process.user() instanceof Enum<?> user ? Values.constants(user) : names(process.user()));
        return fail(text, place, "a process has no component " + name + listed(there));
    }

    private static TreeSet<String> names(Object some) {
        return some instanceof Record record && !(some instanceof Word)
                ? new TreeSet<>(Printable.components(record).keySet())
                : new TreeSet<>();
    }

    static String listed(Collection<String> names) {
        return names.isEmpty() ? "" : "; there are " + String.join(", ", names);
    }

    private static Object fail(String text, int place, String why) {
        throw new InvalidFormula(text, place, why);
    }
}
