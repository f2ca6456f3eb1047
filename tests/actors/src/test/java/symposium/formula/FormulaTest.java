package symposium.formula;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.arbitration.twostage.TwoStage;
import symposium.checker.Explorer;
import symposium.checker.StateWalk;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.election.changroberts.ChangRoberts;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Start;
import symposium.mutex.ewd851.Ewd851;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal;
import symposium.mutex.ricartagrawala.RicartAgrawala;
import symposium.mutex.suzukikasami.SuzukiKasami;

/** Formulas say the same as the invariants of algorithms, of these and of all their variants. */
@Tag("fast")
class FormulaTest {

    private static final Map<String, String> OF_EWD851 = Map.of(
            "there is a single token", "count(p: p.holdsToken) + sent(token) == 1",
            "a link carries the token to the left, a signal to the right, or nothing",
                    "all p, q: p < q => sent(token, p, q) + sent(token, q, p) + sent(signal, p, q) + sent(signal, q, p) <= 1",
            "the recipient of a signal is white", "all p, q: sent(signal, q, p) > 0 => p.colour == white",
            "the recipient of the token is black or is delayed",
                    "all p, q: sent(token, q, p) > 0 => p.colour == black || p.engagement == waiting",
            "the machine holding the token is not delayed", "all p: p.holdsToken => p.engagement != waiting",
            "a critically engaged machine holds the token", "all p: p.engagement == critical => p.holdsToken",
            "a neutrally engaged black machine does not hold the token",
                    "all p: p.engagement == idle && p.colour == black => !p.holdsToken",
            "a machine is engaged as its user is", "all p: p.engagement == p.user");

    private static final Map<String, String> OF_RICART_AGRAWALA = Map.of(
            "whom q has answered comes before q: ¬x_q or F_p < F_q, and F_p < c_q",
                    "all p, q: p != q && p.f != none && (!(q in p.awaited) || sent(acknowledgement, q, p) > 0)"
                            + " => (q.f == none || p.f < q.f) && p.f.clock < q.c",
            "a co-process waits for an earlier request of its own process: x_q and F_q < F_p < c_q",
                    "all p, q: p in q.deferred => q.f != none && q.f < p.f && p.f.clock < q.c",
            "a request is in transit, or waits, or its acknowledgement is in transit, until it is received",
                    "all p, q: p != q && p.f != none =>"
                            + " sent(request, p, q) + sent(acknowledgement, q, p) + count(r: r == q && p in r.deferred)"
                            + " == count(r: r == p && q in r.awaited)",
            "F is the clock's former value, with the name of its process",
                    "all p: p.f != none => p.f.name == p && p.f.clock < p.c",
            "x is whether the user waits or is critical", "all p: (p.f != none) == (p.waiting || p.critical)");

    private static final Map<String, String> OF_CHANG_AND_ROBERTS = Map.of(
            "there are never two leaders", "all p, q: p.leader != none && q.leader != none => p.leader == q.leader",
            "the leader has the greatest name", "all p, q: p.leader != none => q <= p.leader",
            "once no message is in transit, all know the one leader",
                    "sent(candidate) + sent(elected) == 0 && (some p: p.called || p.leader != none)"
                            + " => all p, q: p.leader != none && p.leader == q.leader");

    /** The arrow from p to q; of three philosophers that share forks, cycles have two arrows or three. */
    private static final Map<String, String> OF_TWO_STAGE = Map.of(
            "no two neighbours eat at once",
            "all p, q: p.eating && q in p.forks.order => !q.eating",
            "Q0: the fork of two neighbours is directed, one way, if both are tabled, and"
                    + " only if so or T2's news is in transit",
            "all p, q: q in p.forks.order && (p.mood == hungry || p.mood == eating) && sent(undirected, q, p) == 0"
                    + " => (q.mood == hungry || q.mood == eating)"
                    + " && (sent(undirected, p, q) > 0 || (q in p.tabled) != (p in q.tabled))"
                    + " || !(q.mood == hungry || q.mood == eating) && !(q in p.tabled)",
            "Q1: a philosopher is hungry or without outgoing arrows",
            "all p: p.mood == eating => #p.tabled == 0",
            "Q2: directed forks do not form directed cycles",
            "all p, q, r: p.mood == hungry && q.mood == hungry && r.mood == hungry && q in p.tabled"
                    + " => !(p in q.tabled) && !(r in q.tabled && p in r.tabled)",
            "T0: of two neighbours at most one owns the fork of the first stage",
            "(some p: p.forks.owned > 0) => all p, q: p < q && q in p.forks.order => sent(fork, p, q) + sent(fork, q, p)"
                    + " + count(r: r == p && q in r.forks.here) + count(r: r == q && p in r.forks.here) == 1",
            "a philosopher eats as its user does, and is before its meal when its user is hungry",
            "all p: (p.mood == thinking) == p.thinking && (p.mood == eating) == p.eating");

    /** Lemma 2 and the other half of Lemma 1 follow paths of any length, for which there is no formula. */
    private static final Map<String, String> OF_HELARY_PLOUZEAU_RAYNAL = Map.of(
            "(ME3) there is one token", "count(p: p.lud != none) + sent(token) == 1",
            "(ME2) who is in the critical section has the token", "all p: p.inCS => p.lud != none",
            "a process is in the critical section when its user is", "all p: p.inCS == p.critical",
            "who waits does not own the token", "all p: p.waiting => p.lud == none",
            "sender and recipient of a request have seen it, and its origin does not receive it",
                    "all p, q: all m in messages(req, p, q): q in m.rtInfo.alreadySeen.processes"
                            + " && m.rtInfo.sender in m.rtInfo.alreadySeen.processes && m.reqId.origin != q",
            "a request is in transit at most once over a link in each direction",
                    "all p, q: all m in messages(req, p, q): count(o in messages(req, p, q): o.reqId == m.reqId) == 1",
            "Theorem 3: the clock of who knows a request is greater than its stamp",
                    "all p: all q in p.reqArray: p.reqArray[q].request.time < p.clock");

    @Test
    @Tag("slow")
    void theInvariantsOfHelaryPlouzeauAndRaynal() {
        assertEquals(
                Set.of(
                        "a process is in the critical section when its user is",
                        "a request is in transit at most once over a link in each direction",
                        "who waits does not own the token"),
                assertSame(new HelaryPlouzeauRaynal.Entry(), Start.of(3, 0), OF_HELARY_PLOUZEAU_RAYNAL));
    }

    /** Values of maps stand in brackets. */
    private static final Map<String, String> OF_SUZUKI_AND_KASAMI = Map.of(
            "where the token rests no request is known that has not been granted",
                    "all i: i.token != none && i.user != critical =>"
                            + " all j in i.token.array: j in i.requests => i.requests[j] <= i.token.array[j]",
            "token(j) is how many requests of P_j have been granted",
                    "all p, q: p != q && p.token != none =>"
                            + " q.user == waiting && p.token.array[q] == q.clock - 1 || q.user != waiting && p.token.array[q] == q.clock",
            "the request of who waits is known, or on its way, to everyone",
                    "all p, q: p != q && p.user == waiting =>"
                            + " q.requests[p] == p.clock || (some m in messages(request, p, q): m.k == p.clock)",
            "no request is known that has not been made",
                    "all p, q: p != q && q in p.requests => p.requests[q] <= q.clock");

    @Test
    void theInvariantsOfSuzukiAndKasami() {
        assertEquals(
                Set.of("no request is known that has not been made"),
                assertSame(new SuzukiKasami.Entry(), Start.of(3, 0), OF_SUZUKI_AND_KASAMI));
    }

    @Test
    void theInvariantsOfChangAndRoberts() {
        assertEquals(
                Set.of("there are never two leaders", "the leader has the greatest name"),
                assertSame(new ChangRoberts.Entry(), Start.of(3, 0), OF_CHANG_AND_ROBERTS));
    }

    @Test
    void theInvariantsOfTheTwoStageSolution() {
        assertEquals(
                Set.of(
                        "Q2: directed forks do not form directed cycles",
                        "T0: of two neighbours at most one owns the fork of the first stage",
                        "a philosopher eats as its user does, and is before its meal when its user is hungry"),
                assertSame(new TwoStage.Entry(), Start.of(3, 0), OF_TWO_STAGE));
    }

    @Test
    void theInvariantsOfEwd851() {
        assertEquals(
                Set.of(
                        "a critically engaged machine holds the token",
                        "a machine is engaged as its user is",
                        "a neutrally engaged black machine does not hold the token",
                        "the machine holding the token is not delayed"),
                assertSame(new Ewd851.Entry(), Start.of(3, 0), OF_EWD851));
    }

    @Test
    void theInvariantsOfRicartAndAgrawala() {
        assertEquals(
                Set.of("x is whether the user waits or is critical"),
                assertSame(new RicartAgrawala.Entry(), Start.of(2, 0), OF_RICART_AGRAWALA));
    }

    /**
     * Of each variant the formula has the same verdict, after as many steps. Returns the invariants that no variant
     * violates.
     */
    private static <S, M, U, I, O> Set<String> assertSame(
            Algorithm<S, M, U, I, O> algorithm, Start start, Map<String, String> formulas) {
        Model<S, M, U, I, O> original =
                Model.of(algorithm, start).withRequests(1).withoutQuotient();
        Map<String, Model<S, M, U, I, O>> models = new LinkedHashMap<>();
        models.put("the original", original);
        algorithm
                .checks()
                .variants(start)
                .forEach(variant -> models.put(variant.name(), original.withProtocol(variant.protocol())));
        Set<String> unbroken = new TreeSet<>(formulas.keySet());
        formulas.forEach((name, text) -> {
            Invariant<S, M, U> known = original.invariants().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            Formula formula = Formula.read(text);
            models.forEach((variant, model) -> {
                Optional<Integer> steps = steps(model, known);
                assertEquals(
                        steps,
                        steps(model, new Invariant.OfConfiguration<>(name, formula::occurs, formula::holds)),
                        name + ", " + variant);
                steps.ifPresent(some -> unbroken.remove(name));
            });
            assertEquals(Optional.empty(), steps(original, known));
        });
        return unbroken;
    }

    /** After how many steps it is violated. */
    private static <S, M, U, I, O> Optional<Integer> steps(Model<S, M, U, I, O> model, Invariant<S, M, U> invariant) {
        return Explorer.of(model.withInvariants(List.of(invariant)), Limits.WIDE)
                .explore()
                .report(false)
                .violated()
                .filter(property -> property.name().equals(invariant.name()))
                .map(Property::trace)
                .map(List::size);
    }

    /** Its variables stand for messages, which have components. */
    @Test
    void aFormulaSpeaksOfWhatMessagesSay() {
        StateWalk<?, ?, ?, ?, ?> walk = new StateWalk<>(Model.of(new RicartAgrawala.Entry(), Start.of(3, 0)));
        walk.take(1);
        for (String text : List.of(
                "#messages(request) == 2",
                "all m in messages(request): m.f.name == 1 && m.f.clock == 0",
                "all m, o in messages(request): m == o",
                "some p: some m in messages(request, p, p): true || false",
                "all p, q: count(m in messages(request, p, q): m.f.name == p) == sent(request, p, q)",
                "all p: all m in messages(request): m.f.name == p => p.f == m.f")) {
            assertEquals(!text.contains("p, p)"), Formula.read(text).holds(walk.configuration()), text);
        }
    }

    private static Configuration<?, ?, ?> initial() {
        return new StateWalk<>(Model.of(new Ewd851.Entry(), Start.of(3, 1))).configuration();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
                    true && !false ; true
                    false || true && false ; false
                    false => 1 == 2 ; true
                    false => true => false ; true
                    3 - 1 - 1 == 1 ; true
                    -1 - -2 == 1 && 3 - -1 == 4 && -count(p: true) == -3 ; true
                    count(p: true) == 3 ; true
                    count(p, q: p != q) == 6 ; true
                    some p: p == 1 && p.holdsToken ; true
                    all p: p.holdsToken => p == 1 ; true
                    all p, q: p.holdsToken && q == 2 => p < q ; true
                    some p: p.idle && p.user == idle ; true
                    all p: #p.neighbours == 2 ; true
                    all p, q: p != q => q in p.neighbours ; true
                    all p, q: sent(signal, p, q) == 0 ; true
                    some p: p.colour == black ; false
                    all p: p.colour == white ; true
                    all p: all q in p.neighbours: q != p ; true
                    count(p: count(q in p.neighbours: q < p) == 1) == 1 ; true
                    some p: some q, r in p.neighbours: q < p && p < r ; true
                    all p: count(q, r in p.neighbours: q != r) == 2 ; true
                    all p: some p in p.neighbours: p == 1 ; false
                    all m in messages(signal): false ; true
                    #messages(token) + sent(signal) == 0 ; true
                    all p, q: #messages(signal, p, q) == 0 ; true
                    """)
    void formulasAreEvaluatedByTheUsualPrecedence(String text, boolean expected) {
        assertEquals(expected, Formula.read(text).holds(initial()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    some p: p.holdsTokn | 'some p: p.^holdsTokn': a process has no component holdsTokn; there are colour, critical, engagement, holdsToken, idle, neighbours, user, waiting
                    some p: p.colour == green | 'some p: p.colour == ^green': white cannot be green; there are black, white
                    some p: red != p.colour   | 'some p: ^red != p.colour': white cannot be red; there are black, white
                    some p: p.colour[0] == 1 | 'some p: p.colour[^0] == 1': the word white has no values by keys or numbers
                    some p: p.neighbours[ | 'some p: p.neighbours[^': a name is expected here
                    some p: p.neighbours[0 == 1 | 'some p: p.neighbours[0 ^== 1': "]" is expected here
                    some p: p.colour.x  | 'some p: p.colour.^x': the word white has no component x
                    some p p.critical   | 'some p ^p.critical': ":" is expected here
                    9223372036854775807 + 1 == 0 | '^9223372036854775807 + 1 == 0': this is beyond the numbers of 64 bits
                    -true == 1          | '-^true == 1': this must be a number, and is true or false
                    1 +                 | '1 +^': a name is expected here
                    true )              | 'true ^)': ")" is not expected here
                    true & false        | 'true^ & false': no formula has this character
                    1 && true           | '^1 && true': this must be true or false, and is a number
                    true && 1           | 'true && ^1': this must be true or false, and is a number
                    3                   | '^3': this must be true or false, and is a number
                    #3 == 1             | '#^3 == 1': a number is no collection
                    1 < true            | '^1 < true': a number and true or false have no order
                    true + 1 == 2       | '^true + 1 == 2': this must be a number, and is true or false
                    1 in 2              | '1 in ^2': a number is no collection
                    99999999999999999999 == 1 | '^99999999999999999999 == 1': a number is at most 9223372036854775807
                    some x in 3: true   | 'some x in ^3: true': a number is no collection
                    some x in p: true   | 'some x in ^p: true': the word p is no collection
                    all p: some q in p.neighbours: q.idle | 'all p: some q in p.neighbours: q.^idle': a process has no component idle; there are incarnation, number
                    messages(token)     | '^messages(token)': this must be true or false, and is a collection
                    messages(token, 0, x) == 1 | 'messages(token, ^0, x) == 1': this must be a process, and is a number
                    sent(token, 0, x) == 1 | 'sent(token, ^0, x) == 1': this must be a process, and is a number
                    """)
    void whatIsWrongIsShownWithACaret(String text, String message) {
        assertEquals(
                message,
                assertThrows(InvalidFormula.class, () -> Formula.read(text).holds(initial()))
                        .getMessage());
    }

    /** Also where the formula is decided before it is evaluated there. */
    @Test
    void whatThereIsNotIsFoundWhereverItStands() {
        Formula hidden = Formula.read("all p: false => p.critical && p.holdsTokn");
        assertEquals(true, hidden.holds(initial()));
        assertEquals(
                "'all p: false => p.critical && p.^holdsTokn': a process has no component holdsTokn; there are colour,"
                        + " critical, engagement, holdsToken, idle, neighbours, user, waiting",
                assertThrows(InvalidFormula.class, () -> hidden.requireComponents(initial()))
                        .getMessage());
        assertEquals(
                "'false && sent(^signl) == 1': there is no message signl; there are signal, token",
                assertThrows(InvalidFormula.class, () -> Formula.read("false && sent(signl) == 1")
                                .requireMessages(new Ewd851.Entry().messages().type()))
                        .getMessage());
        Formula.read("sent(signal) + sent(token) == 1")
                .requireMessages(new Ewd851.Entry().messages().type());
    }

    /** What would take too much stack or time is refused. */
    @Test
    void aFormulaHasALimit() {
        Formula.read("(".repeat(90) + "true" + ")".repeat(90));
        Formula.read("some a, b: all c, d, e: true");
        Formula.read("(some a, b, c: true) && (some d, e, f: true)");
        for (String deep : List.of("(".repeat(101) + "true", "!".repeat(101) + "true", "#".repeat(101) + "true")) {
            assertEquals(
                    true,
                    assertThrows(InvalidFormula.class, () -> Formula.read(deep))
                            .getMessage()
                            .endsWith("a formula has at most 100 levels"));
        }
        assertEquals(
                "'some a, b, c: all d, e, f: ^true': at most 5 variables are bound at one place",
                assertThrows(InvalidFormula.class, () -> Formula.read("some a, b, c: all d, e, f: true"))
                        .getMessage());
        assertEquals(
                "'^" + "true && ".repeat(5) + "…': a formula has at most 2000 characters",
                assertThrows(InvalidFormula.class, () -> Formula.read("true && ".repeat(400) + "true"))
                        .getMessage());
    }

    /** An implication whose premise is never true says nothing. */
    @Test
    void aFormulaKnowsWhetherWhatItSpeaksOfOccurs() {
        assertEquals(false, Formula.read("all p: p.critical => p.holdsToken").occurs(initial()));
        assertEquals(true, Formula.read("all p: p.holdsToken => p.idle").occurs(initial()));
        assertEquals(true, Formula.read("some p: p.idle").occurs(initial()));
        assertEquals(false, Formula.read("all m in messages(token): true").occurs(initial()));
    }
}
