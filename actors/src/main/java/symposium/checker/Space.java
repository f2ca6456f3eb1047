package symposium.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Channels;
import symposium.kernel.Configuration;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Observer;
import symposium.kernel.Occurrence;
import symposium.kernel.ProcessId;
import symposium.kernel.Quotient;
import symposium.kernel.Refuted;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.Timer;

/**
 * The global states of a model as rows of numbers, and what leads from one to the next.
 *
 * <p>Slot p of a row, for p below the number of processes, holds the local state of process p; the next slot how many messages have
 * been lost and doubled; the next what the problem's observer remembers; the others what is under way over one link in one direction, 0 for nothing. Links get their slots when they
 * are first used.
 */
final class Space<S, M, U, I, O> {

    /** One direction of a link: from where to where, and how either end sees the other. */
    record Link(int from, int to, Neighbour seenBySender, Neighbour seenByReceiver) {}

    /** What kind of step led to a successor. */
    enum Kind {
        ACTION,
        NEWS,
        DELIVERY,
        LOSS,
        DOUBLING,
        CRASH
    }

    /** A row that does not fit into the layout has been met; the layout is wider now, and the expansion has to be begun anew. */
    static final int WIDENED = -1;

    private static final Kind[] KINDS = Kind.values();
    private static final int PLACE_BITS = 24;
    private static final int NO_SLOT = -1;

    /** Messages with smaller numbers are remembered in arrays; where there are more, few meet any one state. */
    private static final int DENSE = 32;

    private static final LocalStep WAITS =
            new LocalStep(0, new int[0], new int[0][], -1, new Object[0], false, false, null, null);

    private final Model<S, M, U, I, O> model;
    private final List<ProcessId> ids;
    private final int processes;
    /** The slot of the observer, and that of the first link. */
    private final int watch;

    private final int links0;
    private final Map<String, Timer> timers = new HashMap<>();
    private final Map<String, Integer> rules = new LinkedHashMap<>();

    private final List<Numbering<Local<S, U>>> locals = new ArrayList<>();
    private final Numbering<M> messages = new Numbering<>();
    private final Numbering<List<Integer>> contents = new Numbering<>();
    private final Numbering<Observer<O>> observers = new Numbering<>();
    private final Map<Integer, Integer> linkByEnds = new HashMap<>();
    private final List<Link> links = new ArrayList<>();

    /** By process and local state: the steps that its user and its timers make possible. */
    private final LocalStep[][][] actions;
    /** By process, local state and departed process. */
    private final LocalStep[][][] news;
    /** By process and local state: one more than the number of the local state after a crash. */
    private final int[][] crashed;
    /** By link, local state of the recipient and message. */
    private LocalStep[][][] deliveries = new LocalStep[0][][];
    /** By content: message and remaining content of each possible delivery, alternating. */
    private int[][] heads = new int[16][];
    /** By content and message: the longer content, which is never the empty one, 0. */
    private int[][] appended = new int[16][];

    private final LongMap<LocalStep> sparseDeliveries = new LongMap<>();
    private final LongMap<Integer> sparseAppended = new LongMap<>();

    private Layout layout;
    private StateStore store;

    /** The state being expanded, unpacked. */
    private int[] row = new int[16];
    /** The same, packed. */
    private long[] visited = new long[1];
    /** By link: the process that it leads to. */
    private int[] recipients = new int[16];

    private long[] successors = new long[64];
    private int found;
    /** By successor: its kind and its place, the process or the link. */
    private int[] origins = new int[16];

    private int[] chosen = new int[16];
    private LocalStep[] steps = new LocalStep[16];
    /** By successor, once any step refutes a law. */
    private final Map<Integer, Refuted> refutations = new HashMap<>();

    private boolean anyRefuted;
    private int owedSteps;

    private final Observations<S, M, U> observations;

    private final int losses;
    private final int doublings;
    private final int crashes;
    private final boolean quotient;

    Space(Model<S, M, U, I, O> model) {
        this.model = model;
        this.ids = List.copyOf(model.processes());
        this.processes = ids.size();
        this.watch = processes + 1;
        this.links0 = processes + 2;
        this.losses = model.faults().losses();
        this.doublings = model.faults().doublings();
        this.crashes = model.faults().crashes();
        this.quotient = model.quotient().isPresent();
        this.actions = new LocalStep[processes][16][];
        this.news = new LocalStep[processes][16][];
        this.crashed = new int[processes][16];
        for (Rule rule : model.protocol().rules()) {
            rules.put(rule.label(), rules.size());
        }
        this.observations = new Observations<>(model.laws(), processes);
        contents.of(List.of());
        observations.content(0, List.of());
        int[] widths = new int[links0];
        Arrays.fill(widths, 0, processes, 3);
        widths[processes] = faultBits();
        layout = new Layout(widths);
        store = new StateStore(layout.words(), 0);
        for (int process = 0; process < processes; process++) {
            locals.add(new Numbering<>());
        }
    }

    private int faultBits() {
        int combinations = (model.faults().losses() + 1) * (model.faults().doublings() + 1);
        return Integer.SIZE - Integer.numberOfLeadingZeros(combinations - 1);
    }

    /** Puts the initial state into the store, as number 0. */
    void begin() {
        SortedSet<ProcessId> members = new TreeSet<>(ids);
        if (crashes == 0) {
            layOutLinks(members);
        }
        int[] initial = new int[layout.slots()];
        for (int process = 0; process < processes; process++) {
            Neighbours neighbours = model.topology().neighbours(ids.get(process), members);
            S state = model.protocol().initial(ids.get(process), neighbours);
            SortedSet<String> running = new TreeSet<>();
            for (Timer timer : model.protocol().initialTimers(state)) {
                timers.put(timer.name(), timer);
                running.add(timer.name());
            }
            initial[process] = local(
                    process,
                    new Local<>(
                            state,
                            model.problem().initial(),
                            model.requests().orElse(Local.UNLIMITED),
                            running,
                            Collections.emptySortedSet()));
        }
        observers.of(model.problem().observer());
        long[] packed = new long[layout.words()];
        layout.pack(initial, initial.length, packed, 0);
        store.addAll(packed, 1, -1);
    }

    /** Gives every link its slot beforehand, where no others will come. */
    private void layOutLinks(SortedSet<ProcessId> members) {
        for (int process = 0; process < processes; process++) {
            for (Neighbour neighbour : model.topology().neighbours(ids.get(process), members)) {
                link(process, neighbour);
            }
        }
        layout = layout.widened(links0 + links.size(), NO_SLOT, 0, slot -> false);
        store = new StateStore(layout.words(), 0);
    }

    /** Whether two slots are likely to need the same width. */
    private boolean alike(int one, int other) {
        if (one < processes || other < processes) {
            return one >= 0 && one < processes && other < processes;
        }
        return crashes == 0
                && one >= links0
                && other >= links0
                && links.get(one - links0).seenBySender().side()
                        == links.get(other - links0).seenBySender().side();
    }

    StateStore store() {
        return store;
    }

    Observations<S, M, U> observations() {
        return observations;
    }

    List<String> ruleLabels() {
        return List.copyOf(rules.keySet());
    }

    List<Link> links() {
        return links;
    }

    int processes() {
        return processes;
    }

    ProcessId id(int process) {
        return ids.get(process);
    }

    Model<S, M, U, I, O> model() {
        return model;
    }

    // --- the state being expanded

    /** Unpacks a state, to be looked at and expanded. */
    void visit(int state) {
        if (row.length < layout.slots()) {
            row = new int[layout.slots() * 2];
        }
        if (visited.length != layout.words()) {
            visited = new long[layout.words()];
        }
        store.copy(state, visited);
        layout.unpack(visited, 0, row);
    }

    /** The number in a slot of the state visited. */
    int number(int slot) {
        return row[slot];
    }

    int slots() {
        return layout.slots();
    }

    Local<S, U> local(int process) {
        return locals.get(process).value(row[process]);
    }

    List<M> underWay(int link) {
        return decode(row[links0 + link]);
    }

    private List<M> decode(int content) {
        return contents.value(content).stream().map(messages::value).toList();
    }

    /**
     * Computes the successors of the state visited.
     *
     * @return how many there are, or {@link #WIDENED}
     */
    int expand() {
        found = 0;
        owedSteps = 0;
        if (anyRefuted) {
            refutations.clear();
            anyRefuted = false;
        }
        int[] numbers = row;
        for (int process = 0; process < processes; process++) {
            for (LocalStep step : actionsOf(process, numbers[process])) {
                if (!apply(Kind.ACTION, process, process, step, -1, 0)) {
                    return WIDENED;
                }
            }
        }
        if (crashes > 0 && !expandCrashes()) {
            return WIDENED;
        }
        int slots = layout.slots();
        for (int slot = links0; slot < slots; slot++) {
            if (numbers[slot] != 0 && !expandLink(slot - links0, numbers[slot])) {
                return WIDENED;
            }
        }
        return quotient && !normalizeSuccessors() ? WIDENED : found;
    }

    private boolean expandLink(int link, int content) {
        int to = recipients[link];
        int[] choices = heads[content];
        for (int choice = 0; choice < choices.length; choice += 2) {
            LocalStep step = delivery(link, row[to], choices[choice]);
            if (step != WAITS && !apply(Kind.DELIVERY, link, to, step, choices[choice], choices[choice + 1])) {
                return false;
            }
            if (losses + doublings > 0 && !expandFaults(link, content, step, choices[choice], choices[choice + 1])) {
                return false;
            }
        }
        return true;
    }

    private boolean expandFaults(int link, int content, LocalStep step, int message, int rest) {
        int faults = row[processes];
        int lost = faults % (losses + 1);
        int doubled = faults / (losses + 1);
        if (lost < losses) {
            int at = begin(Kind.LOSS, link, null, message);
            replace(at, processes, faults, faults + 1);
            if (!put(at, links0 + link, content, rest)) {
                return false;
            }
        }
        if (step != WAITS && doubled < doublings) {
            int at = found;
            if (!apply(Kind.DOUBLING, link, recipients[link], step, message, content)) {
                return false;
            }
            if (found > at) {
                replace(at * layout.words(), processes, faults, faults + losses + 1);
            }
        }
        return true;
    }

    private boolean expandCrashes() {
        int down = 0;
        for (int process = 0; process < processes; process++) {
            if (!alive(process)) {
                down++;
            }
        }
        for (int process = 0; process < processes; process++) {
            if (!alive(process)) {
                continue;
            }
            if (down < crashes) {
                int next = afterCrash(process, row[process]);
                int at = begin(Kind.CRASH, process, null, -1);
                if (!put(at, process, row[process], next)) {
                    return false;
                }
                emptyLinks(at, -1, process);
            }
            for (int gone = 0; down > 0 && gone < processes; gone++) {
                if (!alive(gone) && !observations.knowsDeparted(process, row[process], gone)) {
                    int at = found * layout.words();
                    if (!apply(Kind.NEWS, process, process, newsOf(process, row[process], gone), gone, 0)) {
                        return false;
                    }
                    emptyLinks(at, gone, process);
                }
            }
        }
        return true;
    }

    /** Does away with what is under way to a process, from one other or, when {@code from} is -1, from all. */
    private void emptyLinks(int at, int from, int to) {
        for (int link = 0; link < links.size() && links0 + link < layout.slots(); link++) {
            Link ends = links.get(link);
            if (ends.to() == to && (from == -1 || ends.from() == from)) {
                int slot = links0 + link;
                replace(at, slot, row[slot], 0);
            }
        }
    }

    boolean alive(int process) {
        return observations.alive(process, row[process]);
    }

    /** The process that a link leads to. */
    int recipient(int link) {
        return recipients[link];
    }

    int firstLink() {
        return links0;
    }

    int owedSteps() {
        return owedSteps;
    }

    long[] successors() {
        return successors;
    }

    int words() {
        return layout.words();
    }

    Kind kind(int successor) {
        return KINDS[origins[successor] >>> PLACE_BITS];
    }

    int place(int successor) {
        return origins[successor] & (1 << PLACE_BITS) - 1;
    }

    int chosen(int successor) {
        return chosen[successor];
    }

    LocalStep step(int successor) {
        return steps[successor];
    }

    /** What happened on the way to a successor. */
    Occurrence occurrence(int successor) {
        if (refutations.get(successor) != null && steps[successor].refutes() == null) {
            Occurrence.Stepped step = (Occurrence.Stepped) steps[successor].occurrence();
            return new Occurrence.Failed(
                    step.process(),
                    step.event(),
                    step.effects() + ": " + refutations.get(successor).getMessage());
        }
        Kind kind = kind(successor);
        if (kind == Kind.CRASH) {
            return new Occurrence.Crashed(ids.get(place(successor)));
        }
        if (kind == Kind.LOSS) {
            Link link = links.get(place(successor));
            return new Occurrence.MessageLost(
                    ids.get(link.to()), link.seenByReceiver(), messages.value(chosen[successor]));
        }
        return steps[successor].occurrence();
    }

    /** The doubling of the message that then arrives on the way to a successor. */
    Occurrence doubling(int successor) {
        Link link = links.get(place(successor));
        return new Occurrence.MessageDoubled(
                ids.get(link.to()), link.seenByReceiver(), messages.value(chosen[successor]));
    }

    // --- building a successor

    private int begin(Kind kind, int place, LocalStep step, int message) {
        int words = visited.length;
        int at = found * words;
        if (found == origins.length) {
            origins = Arrays.copyOf(origins, found * 2);
            chosen = Arrays.copyOf(chosen, found * 2);
            steps = Arrays.copyOf(steps, found * 2);
        }
        if (at + words > successors.length) {
            successors = Arrays.copyOf(successors, successors.length * 2 + words);
        }
        origins[found] = kind.ordinal() << PLACE_BITS | place;
        chosen[found] = message;
        steps[found] = step;
        if (words == 1) {
            successors[at] = visited[0];
        } else {
            System.arraycopy(visited, 0, successors, at, words);
        }
        found++;
        return at;
    }

    private void replace(int at, int slot, int before, int after) {
        layout.replace(successors, at, slot, before, after);
    }

    private boolean put(int at, int slot, int before, int after) {
        if (slot >= layout.slots() || !layout.fits(slot, after)) {
            widen(slot, after);
            return false;
        }
        layout.replace(successors, at, slot, before, after);
        return true;
    }

    private boolean apply(Kind kind, int place, int process, LocalStep step, int message, int rest) {
        int at = begin(kind, place, step, message);
        if (step.owed()) {
            owedSteps++;
        }
        if (step.refutes() != null) {
            refutations.put(found - 1, step.refutes());
            anyRefuted = true;
            return true;
        }
        if (step.outputs().length > 0 && !observe(at, process, step)) {
            return false;
        }
        int received = kind == Kind.DELIVERY || kind == Kind.DOUBLING ? place : -1;
        boolean receivedPut = received < 0;
        if (!put(at, process, row[process], step.next())) {
            return false;
        }
        int[] over = step.sentOver();
        for (int each = 0; each < over.length; each++) {
            int link = over[each];
            int slot = links0 + link;
            if (slot >= layout.slots()) {
                widen(NO_SLOT, 0);
                return false;
            }
            if (crashes > 0 && !alive(recipients[link])) {
                continue;
            }
            int after = row[slot];
            if (link == received) {
                after = rest;
                receivedPut = true;
            }
            for (int message0 : step.sent()[each]) {
                after = append(after, message0);
            }
            if (!put(at, slot, row[slot], after)) {
                return false;
            }
        }
        return receivedPut || put(at, links0 + received, row[links0 + received], rest);
    }

    @SuppressWarnings("unchecked")
    private boolean observe(int at, int process, LocalStep step) {
        Observer<O> observer = observers.value(row[watch]);
        try {
            for (Object output : step.outputs()) {
                observer = observer.sees(ids.get(process), (O) output);
            }
        } catch (Refuted refuted) {
            refutations.put(found - 1, refuted);
            anyRefuted = true;
            return true;
        }
        return observer == observers.value(row[watch]) || put(at, watch, row[watch], observers.of(observer));
    }

    /** Whether the observer has ever heard anything worth remembering. */
    boolean observed() {
        return observers.size() > 1;
    }

    /** Whether a step to one of the successors refutes a law. */
    boolean anyRefuted() {
        return anyRefuted;
    }

    /** The law that the step to a successor refutes, or null. */
    Refuted refutation(int successor) {
        return refutations.get(successor);
    }

    private void widen(int slot, int number) {
        Layout wider =
                layout.widened(links0 + links.size(), slot, number, each -> slot != NO_SLOT && alike(slot, each));
        StateStore moved = new StateStore(wider.words(), store.count());
        int[] numbers = new int[wider.slots()];
        long[] words = new long[wider.words()];
        for (int state = 0; state < store.count(); state++) {
            layout.unpack(store, state, numbers);
            wider.pack(numbers, layout.slots(), words, 0);
            moved.addAll(words, 1, store.parent(state));
        }
        layout = wider;
        store = moved;
    }

    // --- the quotient

    private int[] full = new int[16];
    /** By slot (all links share one) and number: one more than the phase found there, 0 where nobody has looked. */
    private int[][] phases = new int[0][];
    /** By slot, phase and number: one more than the number of the normal form. */
    private int[][][] normals = new int[0][][];

    /** Puts its normal form in the place of each successor. */
    private boolean normalizeSuccessors() {
        Quotient<S, M> quotient = model.quotient().orElseThrow();
        int words = layout.words();
        int slots = layout.slots();
        if (full.length < slots) {
            full = new int[slots * 2];
        }
        for (int successor = 0; successor < found; successor++) {
            layout.unpack(successors, successor * words, full);
            int phase = 0;
            for (int slot = 0; slot < slots && phase == 0; slot++) {
                phase = holdsRecords(slot) && (slot < processes || full[slot] != 0)
                        ? phase(quotient, slot, full[slot])
                        : 0;
            }
            for (int slot = 0; slot < slots; slot++) {
                if (holdsRecords(slot)
                        && (slot < processes || full[slot] != 0)
                        && !put(successor * words, slot, full[slot], normal(quotient, slot, full[slot], phase))) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean holdsRecords(int slot) {
        return slot != processes && slot != watch;
    }

    private int phase(Quotient<S, M> quotient, int slot, int number) {
        int kind = Math.min(slot, links0);
        if (phases.length == 0) {
            phases = new int[links0 + 1][16];
            normals = new int[links0 + 1][4][16];
        }
        if (number >= phases[kind].length) {
            phases[kind] = Arrays.copyOf(phases[kind], number * 2);
        }
        if (phases[kind][number] == 0) {
            phases[kind][number] = 1 + computePhase(quotient, slot, number);
        }
        return phases[kind][number] - 1;
    }

    private int computePhase(Quotient<S, M> quotient, int slot, int number) {
        if (slot < processes) {
            Local<S, U> local = locals.get(slot).value(number);
            return local.alive() ? quotient.phaseOf(local.state()).orElse(0) : 0;
        }
        int phase = 0;
        for (M message : decode(number)) {
            phase = Math.max(phase, quotient.phaseUnderWay(message).orElse(0));
        }
        return phase;
    }

    private int normal(Quotient<S, M> quotient, int slot, int number, int phase) {
        int kind = Math.min(slot, links0);
        if (phase >= normals[kind].length) {
            int known = normals[kind].length;
            normals[kind] = Arrays.copyOf(normals[kind], phase * 2);
            Arrays.setAll(normals[kind], at -> at < known ? normals[kind][at] : new int[16]);
        }
        int[] row = normals[kind][phase];
        if (number >= row.length) {
            row = Arrays.copyOf(row, number * 2);
            normals[kind][phase] = row;
        }
        if (row[number] == 0) {
            row[number] = 1 + computeNormal(quotient, slot, number, phase);
        }
        return row[number] - 1;
    }

    private int computeNormal(Quotient<S, M> quotient, int slot, int number, int phase) {
        if (slot < processes) {
            Local<S, U> local = locals.get(slot).value(number);
            return local.alive() ? local(slot, local.at(quotient.normal(local.state(), phase))) : number;
        }
        List<Integer> normal = new ArrayList<>();
        for (M message : decode(number)) {
            normal.add(messages.of(quotient.normalUnderWay(message, phase)));
        }
        if (model.channels() == Channels.UNORDERED) {
            Collections.sort(normal);
        }
        return content(List.copyOf(normal));
    }

    // --- numbers and remembered steps

    private int local(int process, Local<S, U> local) {
        Numbering<Local<S, U>> numbering = locals.get(process);
        int known = numbering.size();
        int number = numbering.of(local);
        if (number == known) {
            observations.local(process, number, local, model.problem(), ids);
            if (number >= actions[process].length) {
                actions[process] = Arrays.copyOf(actions[process], number * 2);
                news[process] = Arrays.copyOf(news[process], number * 2);
            }
        }
        return number;
    }

    private int content(List<Integer> content) {
        int known = contents.size();
        int number = contents.of(content);
        if (number == known) {
            observations.content(number, decode(number));
            if (number >= heads.length) {
                heads = Arrays.copyOf(heads, number * 2);
                appended = Arrays.copyOf(appended, number * 2);
            }
            int[] choices = headsOf(content);
            heads[number] = choices;
        }
        return number;
    }

    private int[] headsOf(List<Integer> content) {
        List<Integer> choices = new ArrayList<>();
        for (int at = 0; at < content.size(); at++) {
            boolean oldest = at == 0;
            boolean another = model.channels() == Channels.UNORDERED && content.indexOf(content.get(at)) == at;
            if (oldest || another) {
                List<Integer> rest = new ArrayList<>(content);
                rest.remove(at);
                choices.add(content.get(at));
                choices.add(content(List.copyOf(rest)));
            }
        }
        return choices.stream().mapToInt(Integer::intValue).toArray();
    }

    private int append(int content, int message) {
        if (message >= DENSE) {
            long key = (long) content << 20 | message;
            Integer known = sparseAppended.get(key);
            if (known == null) {
                known = computeAppended(content, message);
                sparseAppended.put(key, known);
            }
            return known;
        }
        int[] known = appended[content];
        if (known == null || message >= known.length) {
            known = known == null ? new int[message + 1] : Arrays.copyOf(known, message + 1);
            appended[content] = known;
        }
        if (known[message] == 0) {
            known[message] = computeAppended(content, message);
        }
        return known[message];
    }

    private int computeAppended(int content, int message) {
        List<Integer> longer = new ArrayList<>(contents.value(content));
        longer.add(message);
        if (model.channels() == Channels.UNORDERED) {
            Collections.sort(longer);
        }
        return content(List.copyOf(longer));
    }

    private int link(int from, Neighbour to) {
        int recipient = ids.indexOf(to.id());
        int key = (from * processes + recipient) * 3 + to.side().ordinal();
        Integer known = linkByEnds.get(key);
        if (known != null) {
            return known;
        }
        linkByEnds.put(key, links.size());
        links.add(new Link(from, recipient, to, to.seenBack(ids.get(from))));
        if (links.size() > recipients.length) {
            recipients = Arrays.copyOf(recipients, links.size() * 2);
        }
        recipients[links.size() - 1] = recipient;
        observations.link(
                links.size() - 1,
                linkByEnds.getOrDefault(
                        (recipient * processes + from) * 3
                                + to.side().opposite().ordinal(),
                        -1));
        deliveries = Arrays.copyOf(deliveries, links.size());
        deliveries[links.size() - 1] = new LocalStep[16][];
        return links.size() - 1;
    }

    private LocalStep[] actionsOf(int process, int number) {
        LocalStep[] known = actions[process][number];
        if (known != null) {
            return known;
        }
        Local<S, U> local = locals.get(process).value(number);
        List<LocalStep> possible = new ArrayList<>();
        if (local.alive()) {
            for (I input : model.problem().mayAsk(local.user())) {
                boolean demand = model.problem().demands(input);
                if (demand && local.demands() == 0) {
                    continue;
                }
                int left = demand && local.demands() != Local.UNLIMITED ? local.demands() - 1 : local.demands();
                Local<S, U> asking = new Local<>(
                        local.state(),
                        model.problem().asked(local.user(), input),
                        left,
                        local.timers(),
                        local.departed());
                possible.add(step(
                        process,
                        asking,
                        new Event.Input<>(input),
                        model.problem().owed(input)));
            }
            for (String timer : local.timers()) {
                SortedSet<String> others = new TreeSet<>(local.timers());
                others.remove(timer);
                Local<S, U> expired =
                        new Local<>(local.state(), local.user(), local.demands(), others, local.departed());
                possible.add(step(process, expired, new Event.Timeout<>(timers.get(timer)), true));
            }
        }
        LocalStep[] computed = possible.toArray(new LocalStep[0]);
        actions[process][number] = computed;
        return computed;
    }

    private int afterCrash(int process, int number) {
        if (number >= crashed[process].length) {
            crashed[process] = Arrays.copyOf(crashed[process], number * 2);
        }
        if (crashed[process][number] == 0) {
            int next = local(
                    process,
                    locals.get(process).value(number).crashed(model.problem().initial()));
            crashed[process][number] = 1 + next;
        }
        return crashed[process][number] - 1;
    }

    private LocalStep newsOf(int process, int number, int gone) {
        LocalStep[] known = news[process][number];
        if (known == null) {
            known = new LocalStep[processes];
            news[process][number] = known;
        }
        if (known[gone] == null) {
            Local<S, U> local = locals.get(process).value(number);
            SortedSet<ProcessId> departed = new TreeSet<>(local.departed());
            departed.add(ids.get(gone));
            Local<S, U> informed = new Local<>(local.state(), local.user(), local.demands(), local.timers(), departed);
            known[gone] = step(
                    process, informed, new Event.NeighboursChanged<>(neighbours(process, departed), departed), true);
        }
        return known[gone];
    }

    private Neighbours neighbours(int process, SortedSet<ProcessId> departed) {
        SortedSet<ProcessId> members = new TreeSet<>(ids);
        members.removeAll(departed);
        return model.topology().neighbours(ids.get(process), members);
    }

    private LocalStep delivery(int link, int number, int message) {
        if (message >= DENSE) {
            long key = ((long) link << 32 | number) << 20 | message;
            LocalStep known = sparseDeliveries.get(key);
            if (known == null) {
                known = computeDelivery(links.get(link), number, messages.value(message));
                sparseDeliveries.put(key, known);
            }
            return known;
        }
        LocalStep[][] byLocal = deliveries[link];
        if (number >= byLocal.length) {
            byLocal = Arrays.copyOf(byLocal, number * 2);
            deliveries[link] = byLocal;
        }
        LocalStep[] byMessage = byLocal[number];
        if (byMessage == null || message >= byMessage.length) {
            byMessage = byMessage == null ? new LocalStep[message + 1] : Arrays.copyOf(byMessage, message + 1);
            byLocal[number] = byMessage;
        }
        if (byMessage[message] == null) {
            byMessage[message] = computeDelivery(links.get(link), number, messages.value(message));
        }
        return byMessage[message];
    }

    private LocalStep computeDelivery(Link link, int number, M message) {
        Local<S, U> local = locals.get(link.to()).value(number);
        if (!local.alive()
                || !neighbours(link.to(), local.departed()).contains(link.seenByReceiver())
                || !model.protocol().admits(local.state(), link.seenByReceiver(), message)) {
            return WAITS;
        }
        return step(link.to(), local, new Event.Received<>(link.seenByReceiver(), message), true);
    }

    /** Asks the protocol what it does, and the problem what that means to the user. */
    private LocalStep step(int process, Local<S, U> local, Event<M, I> event, boolean owed) {
        try {
            Step<S, M, O> step = model.protocol().step(local.state(), event);
            U user = local.user();
            boolean serves = false;
            List<O> told = new ArrayList<>();
            SortedSet<String> running = new TreeSet<>(local.timers());
            Map<Integer, List<Integer>> sent = new LinkedHashMap<>();
            for (Effect<M, O> effect : step.effects()) {
                if (effect instanceof Effect.Send<M, O> send) {
                    sent.computeIfAbsent(link(process, send.to()), link -> new ArrayList<>())
                            .add(messages.of(send.message()));
                } else if (effect instanceof Effect.Output<M, O> output) {
                    user = model.problem().told(user, output.output());
                    told.add(output.output());
                    serves |= model.problem().serves(output.output());
                } else if (effect instanceof Effect.Cancel<M, O> cancel) {
                    running.remove(cancel.timer().name());
                } else if (effect instanceof Effect.Schedule<M, O> schedule) {
                    timers.put(schedule.timer().name(), schedule.timer());
                    running.add(schedule.timer().name());
                }
            }
            Integer rule = rules.get(step.rule().label());
            if (rule == null) {
                throw new IllegalStateException("rule " + step.rule().label() + " is not among the rules of "
                        + model.protocol().name());
            }
            return new LocalStep(
                    local(process, new Local<>(step.next(), user, local.demands(), running, local.departed())),
                    sent.keySet().stream().mapToInt(Integer::intValue).toArray(),
                    sent.values().stream()
                            .map(each ->
                                    each.stream().mapToInt(Integer::intValue).toArray())
                            .toArray(int[][]::new),
                    rule,
                    told.toArray(),
                    serves,
                    owed,
                    new Occurrence.Stepped(ids.get(process), event, step.rule(), step.effects()),
                    null);
        } catch (Refuted refuted) {
            return new LocalStep(
                    0,
                    new int[0],
                    new int[0][],
                    -1,
                    new Object[0],
                    false,
                    owed,
                    new Occurrence.Failed(ids.get(process), event, refuted.getMessage()),
                    refuted);
        }
    }

    // --- records again

    /** The state visited, as records. */
    Configuration<S, M, U> configuration() {
        List<Local<S, U>> at = new ArrayList<>();
        for (int process = 0; process < processes; process++) {
            at.add(local(process));
        }
        Map<Integer, List<M>> moving = new HashMap<>();
        linkByEnds.forEach((key, link) -> {
            if (links0 + link < layout.slots()) {
                moving.put(key, underWay(link));
            }
        });
        return new Configuration<>() {
            @Override
            public List<ProcessId> processes() {
                return ids;
            }

            @Override
            public boolean alive(ProcessId process) {
                return at.get(ids.indexOf(process)).alive();
            }

            @Override
            public S state(ProcessId process) {
                if (!alive(process)) {
                    throw new IllegalStateException("process " + process + " has crashed");
                }
                return at.get(ids.indexOf(process)).state();
            }

            @Override
            public U user(ProcessId process) {
                return at.get(ids.indexOf(process)).user();
            }

            @Override
            public List<M> underWay(ProcessId from, Neighbour to) {
                int key = (ids.indexOf(from) * processes + ids.indexOf(to.id())) * 3
                        + to.side().ordinal();
                return moving.getOrDefault(key, List.of());
            }
        };
    }
}
