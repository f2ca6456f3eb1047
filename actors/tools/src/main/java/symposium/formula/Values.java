package symposium.formula;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;

/** The values of terms: booleans, numbers, processes, words, collections, and whatever else components hold. */
final class Values {

    /** The word for an optional component that is empty. */
    static final Word NONE = new Word("none", List.of());

    /**
     * A constant by its name.
     *
     * @param amongst the names of all constants of its type; empty if that is not known
     */
    record Word(String name, List<String> amongst) {

        /** Whether a constant of its type may have this name. */
        boolean mayBe(Word other) {
            return amongst.isEmpty() || other == NONE || amongst.contains(other.name());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Word word && word.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private Values() {}

    /** The value of a component. */
    static Object of(Object component) {
        if (component instanceof Integer || component instanceof Short || component instanceof Byte) {
            return ((Number) component).longValue();
        } else if (component instanceof Enum<?> constant) {
            return new Word(Printable.typeName(constant), constants(constant));
        } else if (component instanceof Optional<?> optional) {
            return optional.map(Values::of).orElse(NONE);
        } else if (component instanceof OptionalInt optional) {
            return optional.isPresent() ? (Object) (long) optional.getAsInt() : NONE;
        } else if (component instanceof OptionalLong optional) {
            return optional.isPresent() ? (Object) optional.getAsLong() : NONE;
        } else if (component instanceof Neighbour neighbour) {
            return neighbour.id();
        } else if (component instanceof Neighbours neighbours) {
            return Sorted.ids(neighbours);
        }
        return component;
    }

    /** The names of all constants of the type of one. */
    static List<String> constants(Enum<?> one) {
        return Stream.of(one.getDeclaringClass().getEnumConstants())
                .map(Printable::typeName)
                .sorted()
                .toList();
    }

    /** A process equals its number, and a word any value that prints as it. */
    static boolean equal(Object one, Object other) {
        if (one instanceof ProcessId process && other instanceof Long number) {
            return process.number() == number;
        } else if (one instanceof Long && other instanceof ProcessId) {
            return equal(other, one);
        } else if (one instanceof Word != other instanceof Word && one != NONE && other != NONE) {
            return Printable.print(one).equals(Printable.print(other));
        }
        return one.equals(other);
    }

    /**
     * What a map has for a key, or a list at a place from 0; the word none if it has nothing there.
     *
     * @return empty if the value is no map and no list
     */
    static Optional<Object> at(Object all, Object key) {
        if (all instanceof Map<?, ?> map) {
            return Optional.of(map.entrySet().stream()
                    .filter(entry -> equal(of(entry.getKey()), key))
                    .findFirst()
                    .map(entry -> of(entry.getValue()))
                    .orElse(NONE));
        } else if (all instanceof List<?> list) {
            boolean there = key instanceof Long number && number >= 0 && number < list.size();
            return Optional.of(there ? of(list.get(((Long) key).intValue())) : NONE);
        }
        return Optional.empty();
    }

    static boolean contains(Object all, Object one) {
        return elements(all).stream().anyMatch(each -> equal(of(each), one));
    }

    /** The elements of a collection, or the keys of a map. */
    static Collection<?> elements(Object all) {
        return all instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) all;
    }

    static boolean isCollection(Object value) {
        return value instanceof Collection || value instanceof Map;
    }

    static long size(Object value) {
        return elements(value).size();
    }

    /** The order of two values, or empty if they have none. */
    @SuppressWarnings("unchecked")
    static Optional<Integer> compare(Object one, Object other) {
        if (one instanceof ProcessId process && other instanceof Long number) {
            return Optional.of(Long.compare(process.number(), number));
        } else if (one instanceof Long number && other instanceof ProcessId process) {
            return Optional.of(Long.compare(number, process.number()));
        } else if (one instanceof Comparable && one.getClass() == other.getClass() && !(one instanceof Boolean)) {
            return Optional.of(((Comparable<Object>) one).compareTo(other));
        }
        return Optional.empty();
    }

    /** What kind of value this is, for people. */
    static String kind(Object value) {
        if (value instanceof Boolean) {
            return "true or false";
        } else if (value instanceof Long) {
            return "a number";
        } else if (value instanceof ProcessId) {
            return "a process";
        } else if (value instanceof Word) {
            return "the word " + value;
        }
        return isCollection(value) ? "a collection" : "a value of another type";
    }
}
