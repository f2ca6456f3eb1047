package symposium.formula;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;
import java.util.function.Supplier;
import java.util.stream.Stream;
import symposium.formula.Term.Scope;
import symposium.formula.Values.Word;
import symposium.kernel.Neighbour;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Configuration.LiveProcess;

/** Reads a formula by recursive descent. The grammar is that of {@link Formula}. */
final class FormulaReader {

    private static final int DEEPEST = 100;
    /** Each multiplies the time of an evaluation by the number of processes, or of elements. */
    private static final int MOST_VARIABLES = 5;

    /**
     * A name that stands for something.
     *
     * @param process whether it stands for a process, and not for an element of a collection
     */
    private record Variable(String name, boolean process) {}

    /**
     * What a quantifier binds.
     *
     * @param names the variables
     * @param all the collection for whose elements they stand; empty if they stand for processes
     * @param place where the collection stands
     */
    private record Bound(List<String> names, Optional<Term> all, int place) {}

    private final String text;
    private final FormulaTokens in;
    /** The variables in scope: those that the formula need not bind, then those that it binds. */
    private final List<Variable> variables = new ArrayList<>();

    private final List<Consumer<LiveProcess<?, ?>>> components = new ArrayList<>();
    /** The places where messages of a type are counted. */
    private final Map<Integer, String> messages = new TreeMap<>();

    /** The variables that the formula need not bind. */
    private final List<String> free;

    private int depth;
    private boolean open;

    /** @param free the variables that the formula need not bind */
    FormulaReader(String text, List<String> free) {
        this.free = free;
        free.forEach(each -> variables.add(new Variable(each, true)));
        this.text = text;
        this.in = new FormulaTokens(text);
    }

    Term read() {
        Term whole = formula();
        return in.token().isEmpty() ? whole : fail(in.at(), "\"" + in.token() + "\" is not expected here");
    }

    /** Whether the formula, once it has been read, has a variable that it does not bind. */
    boolean isOpen() {
        return open;
    }

    /** The names in the formula, once it has been read. */
    FormulaNames names() {
        return new FormulaNames(text, components, messages);
    }

    private <T> T fail(int place, String why) {
        return in.fail(place, why);
    }

    // --- the grammar

    private Term formula() {
        return nested(this::implication);
    }

    private Term nested(Supplier<Term> part) {
        depth++;
        if (depth > DEEPEST) {
            fail(in.at(), "a formula has at most " + DEEPEST + " levels");
        }
        Term term = part.get();
        depth--;
        return term;
    }

    private Term implication() {
        int place = in.at();
        Term premise = either();
        if (!in.take("=>")) {
            return premise;
        }
        int then = in.at();
        Term conclusion = formula();
        return new Term() {
            @Override
            public Object value(Scope scope) {
                return !truth(premise, scope, place) || truth(conclusion, scope, then);
            }

            @Override
            public boolean occurs(Scope scope) {
                return truth(premise, scope, place);
            }
        };
    }

    private Term either() {
        int place = in.at();
        Term one = both();
        while (in.take("||")) {
            Term first = one;
            int then = in.at();
            Term second = both();
            one = scope -> truth(first, scope, place) || truth(second, scope, then);
        }
        return one;
    }

    private Term both() {
        int place = in.at();
        Term one = test();
        while (in.take("&&")) {
            Term first = one;
            int then = in.at();
            Term second = test();
            one = scope -> truth(first, scope, place) && truth(second, scope, then);
        }
        return one;
    }

    private Term test() {
        int place = in.at();
        if (in.take("!")) {
            int then = in.at();
            Term negated = nested(this::test);
            return scope -> !truth(negated, scope, then);
        } else if (in.take("all")) {
            return quantified(true);
        } else if (in.take("some")) {
            return quantified(false);
        }
        return comparison(place, sum());
    }

    /** One for which the value is false, or true, decides. */
    private Term quantified(boolean all) {
        Bound bound = bound();
        int place = in.at();
        Term body = body(bound);
        return new Term() {
            @Override
            public Object value(Scope scope) {
                return scopes(scope, bound).anyMatch(each -> truth(body, each, place) != all) != all;
            }

            @Override
            public boolean occurs(Scope scope) {
                return !all || scopes(scope, bound).anyMatch(body::occurs);
            }
        };
    }

    private Bound bound() {
        List<String> names = new ArrayList<>();
        do {
            names.add(in.name());
        } while (in.take(","));
        boolean elements = in.take("in");
        int place = in.at();
        Optional<Term> all = elements ? Optional.of(sum()) : Optional.empty();
        in.expect(":");
        return new Bound(names, all, place);
    }

    private Term body(Bound bound) {
        bound.names()
                .forEach(each -> variables.add(new Variable(each, bound.all().isEmpty())));
        if (variables.size() > MOST_VARIABLES) {
            fail(in.at(), "at most " + MOST_VARIABLES + " variables are bound at one place");
        }
        Term body = formula();
        variables
                .subList(variables.size() - bound.names().size(), variables.size())
                .clear();
        return body;
    }

    private Stream<Scope> scopes(Scope scope, Bound bound) {
        Collection<?> values = bound.all().isEmpty()
                ? scope.all().live()
                : Values.elements(collection(bound.all().get(), scope, bound.place()));
        Stream<Scope> scopes = Stream.of(scope);
        for (String variable : bound.names()) {
            scopes = scopes.flatMap(each -> values.stream().map(value -> each.with(variable, value)));
        }
        return scopes;
    }

    private Term comparison(int place, Term one) {
        return switch (in.token()) {
            case "==" -> compared(place, one, true);
            case "!=" -> compared(place, one, false);
            case "<" -> ordered(place, one, order -> order < 0);
            case "<=" -> ordered(place, one, order -> order <= 0);
            case ">" -> ordered(place, one, order -> order > 0);
            case ">=" -> ordered(place, one, order -> order >= 0);
            case "in" -> member(one);
            default -> one;
        };
    }

    private Term compared(int place, Term one, boolean equal) {
        in.advance();
        int then = in.at();
        Term other = sum();
        return scope -> {
            Object first = one.value(scope);
            Object second = other.value(scope);
            if (first instanceof Word word && second instanceof Word constant) {
                requireConstant(constant, word, then);
                requireConstant(word, constant, place);
            }
            return Values.equal(first, second) == equal;
        };
    }

    private void requireConstant(Word constant, Word word, int place) {
        if (!word.mayBe(constant)) {
            fail(place, word + " cannot be " + constant + Components.listed(word.amongst()));
        }
    }

    private Term ordered(int place, Term one, IntPredicate holds) {
        in.advance();
        Term other = sum();
        return scope -> {
            Object first = one.value(scope);
            Object second = other.value(scope);
            Optional<Integer> order = Values.compare(first, second);
            return holds.test(order.orElseGet(
                    () -> fail(place, Values.kind(first) + " and " + Values.kind(second) + " have no order")));
        };
    }

    private Term member(Term one) {
        in.advance();
        int place = in.at();
        Term all = sum();
        return scope -> Values.contains(collection(all, scope, place), one.value(scope));
    }

    private Term sum() {
        int place = in.at();
        Term one = value();
        while (in.token().equals("+") || in.token().equals("-")) {
            LongBinaryOperator operator = in.token().equals("+") ? Math::addExact : Math::subtractExact;
            in.advance();
            Term first = one;
            int then = in.at();
            Term second = value();
            one = scope -> exact(operator, number(first, scope, place), number(second, scope, then), place);
        }
        return one;
    }

    private long exact(LongBinaryOperator operator, long one, long other, int place) {
        try {
            return operator.applyAsLong(one, other);
        } catch (ArithmeticException overflow) {
            return fail(place, "this is beyond the numbers of 64 bits");
        }
    }

    private Term value() {
        int place = in.at();
        if (in.take("(")) {
            Term inner = formula();
            in.expect(")");
            return inner;
        } else if (in.take("-")) {
            int then = in.at();
            Term positive = nested(this::value);
            return scope -> exact(Math::subtractExact, 0, number(positive, scope, then), place);
        } else if (in.take("#")) {
            int then = in.at();
            Term all = nested(this::value);
            return scope -> Values.size(collection(all, scope, then));
        } else if (in.isNumber()) {
            return constant(in.number());
        } else if (in.take("true")) {
            return constant(true);
        } else if (in.take("false")) {
            return constant(false);
        }
        String name = in.name();
        if (name.equals("sent") && in.take("(")) {
            return sent();
        } else if (name.equals("messages") && in.take("(")) {
            return messages();
        } else if (name.equals("count") && in.take("(")) {
            return count();
        }
        int variable = variable(name);
        if (variable < 0) {
            return constant(word(name));
        }
        open |= variable < free.size();
        return variables.get(variable).process()
                ? components(name)
                : path(scope -> Values.of(scope.variables().get(name)));
    }

    /** The place of the innermost variable of this name, or -1. */
    private int variable(String name) {
        int place = variables.size() - 1;
        while (place >= 0 && !variables.get(place).name().equals(name)) {
            place--;
        }
        return place;
    }

    private static Word word(String name) {
        return name.equals("none") ? Values.NONE : new Word(Printable.hyphenated(name), List.of());
    }

    private static Term constant(Object value) {
        return scope -> value;
    }

    private Term count() {
        Bound bound = bound();
        int place = in.at();
        Term body = body(bound);
        in.expect(")");
        return scope ->
                scopes(scope, bound).filter(each -> truth(body, each, place)).count();
    }

    private Term sent() {
        Term messages = messages();
        return scope -> Values.size(messages.value(scope));
    }

    /** The messages of a type in transit, of all links or from one process to another, as a collection. */
    private Term messages() {
        int place = in.at();
        String type = Printable.hyphenated(in.name());
        messages.put(place, type);
        if (in.take(")")) {
            return scope -> ofType(type, scope.all().inTransit());
        }
        in.expect(",");
        int first = in.at();
        Term from = value();
        in.expect(",");
        int second = in.at();
        Term to = value();
        in.expect(")");
        return scope -> ofType(type, between(scope.all(), process(from, scope, first), process(to, scope, second)));
    }

    private static List<Object> ofType(String type, Stream<?> messages) {
        return messages.filter(each -> Printable.typeName(each).equals(type))
                .map(Printable.Carrier::innermost)
                .toList();
    }

    private static Stream<?> between(Configuration<?, ?, ?> all, ProcessId from, ProcessId to) {
        return Stream.of(Side.values()).flatMap(side -> all.inTransit(from, new Neighbour(to, side)).stream());
    }

    private Term components(String variable) {
        if (!in.take(".")) {
            return scope -> scope.process(variable).id();
        }
        int first = in.at();
        String component = in.name();
        components.add(process -> Components.ofProcess(process, component, text, first));
        return path(scope -> Components.ofProcess(scope.process(variable), component, text, first));
    }

    private Term path(Term whole) {
        Term path = whole;
        while (in.token().equals(".") || in.token().equals("[")) {
            Term before = path;
            if (in.take("[")) {
                path = indexed(before);
            } else {
                in.advance();
                int place = in.at();
                String name = in.name();
                path = scope -> Components.of(before.value(scope), name, text, place);
            }
        }
        return path;
    }

    /** What a map has for a key, or a list at a place. */
    private Term indexed(Term all) {
        int place = in.at();
        Term key = nested(this::sum);
        in.expect("]");
        return scope -> Values.at(all.value(scope), key.value(scope))
                .orElseGet(() -> fail(place, Values.kind(all.value(scope)) + " has no values by keys or numbers"));
    }

    // --- values of a kind

    private boolean truth(Term term, Scope scope, int place) {
        return truth(term.value(scope), text, place);
    }

    static boolean truth(Object value, String text, int place) {
        return of(Boolean.class, value, "true or false", text, place);
    }

    private long number(Term term, Scope scope, int place) {
        return of(Long.class, term.value(scope), "a number", text, place);
    }

    private ProcessId process(Term term, Scope scope, int place) {
        return of(ProcessId.class, term.value(scope), "a process", text, place);
    }

    private Object collection(Term term, Scope scope, int place) {
        Object value = term.value(scope);
        return Values.isCollection(value) ? value : fail(place, Values.kind(value) + " is no collection");
    }

    private static <T> T of(Class<T> type, Object value, String kind, String text, int place) {
        if (!type.isInstance(value)) {
            throw new InvalidFormula(text, place, "this must be " + kind + ", and is " + Values.kind(value));
        }
        return type.cast(value);
    }
}
