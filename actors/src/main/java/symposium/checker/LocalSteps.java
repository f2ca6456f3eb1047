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
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;

/**
 * Computes the step of one process on one event, asks the protocol once, and caches the result. Local states,
 * messages, links and contents of links have numbers here; a step maps numbers to numbers.
 */
final class LocalSteps<S, M, U, I, O> {

    /** Placeholder for a step: the message waits. */
    static final LocalStep WAITS = LocalStep.violating(null, null, -1, false);

    /**
     * Steps for messages below this number are cached in arrays. Models with more messages deliver few of them in any
     * one state.
     */
    private static final int DENSE = 32;

    /** The property that an exception in a protocol violates. */
    static final String NO_EXCEPTION = "no step throws an exception";

    /** The property that a message to a process other than a neighbour violates. */
    static final String TO_NEIGHBOURS = "a process sends messages to its neighbours alone";

    private final Model<S, M, U, I, O> model;
    private final InvariantCache<S, M, U> cache;
    private final MembershipKnowledges knowledges;
    /** Whether the problem's observer reads the inputs of users. */
    private final boolean heedsInputs;

    private final List<ProcessId> ids;
    private final int processes;
    private final Map<String, Timer> timers = new HashMap<>();
    private final Map<String, Integer> rules = new LinkedHashMap<>();

    private final List<Interner<LocalState<S, U>>> locals = new ArrayList<>();
    private final Interner<M> messages = new Interner<>();
    /** Inputs of users, and timers that expire. */
    private final Interner<Event<M, I>> events = new Interner<>();

    private final Interner<List<Integer>> contents = new Interner<>();
    private final Map<Integer, Integer> linkByEnds = new HashMap<>();
    private final List<LinkDirection> links = new ArrayList<>();

    /** By link: the receiving process. */
    private int[] recipients = new int[16];
    /** By process and local state: the steps on inputs and timers. */
    private final LocalStep[][][] actions;
    /** By process, local state and notification. */
    private final LocalStep[][][] notifications;
    /** By link, local state of the recipient, and message. */
    private LocalStep[][][] deliveries = new LocalStep[0][][];
    /** By content: message and remaining content of each possible delivery, alternating. */
    private int[][] heads = new int[16][];
    /** By content and message: the content with that message appended; never 0, the empty content. */
    private int[][] appended = new int[16][];

    private final LongMap<LocalStep> sparseDeliveries = new LongMap<>();
    private final LongMap<Integer> sparseAppended = new LongMap<>();
    /** By link, local state of the sender, and message. */
    private final LongMap<LocalStep> returns = new LongMap<>();
    /** By process, local state and environment, on which the step on an admission depends. */
    private final Map<List<Integer>, LocalStep> admissions = new HashMap<>();
    /** By process and local state. */
    private final Map<List<Integer>, LocalStep> departures = new HashMap<>();
    /** By process and environment. */
    private final Map<List<Integer>, Integer> arrivals = new HashMap<>();

    LocalSteps(Model<S, M, U, I, O> model, InvariantCache<S, M, U> cache, MembershipKnowledges knowledges) {
        this.knowledges = knowledges;
        this.heedsInputs = model.problem().observer().heedsInputs();
        this.model = model;
        this.cache = cache;
        this.ids = List.copyOf(model.processes());
        this.processes = ids.size();
        this.actions = new LocalStep[processes][16][];
        this.notifications = new LocalStep[processes][16][];
        for (Rule rule : model.protocol().rules()) {
            rules.put(rule.label(), rules.size());
        }
        for (int process = 0; process < processes; process++) {
            locals.add(new Interner<>());
        }
        contents.of(List.of());
        cache.content(0, List.of());
    }

    /** The number of the initial local state of a process that is present in an environment. */
    int initial(int process, int environment) {
        return arrivals.computeIfAbsent(List.of(process, environment), key -> computeInitial(process, environment));
    }

    private int computeInitial(int process, int environment) {
        int knowledge = knowledges.initial(process, environment);
        S state = model.protocol().initial(ids.get(process), knowledges.neighbours(process, knowledge));
        SortedSet<String> running = new TreeSet<>();
        for (Timer timer : model.protocol().initialTimers(state)) {
            timers.put(timer.name(), timer);
            running.add(timer.name());
        }
        return local(
                process,
                new LocalState<>(
                        state,
                        model.problem().initial(),
                        model.requestsOf(ids.get(process)).orElse(LocalState.UNLIMITED),
                        running,
                        knowledge,
                        false));
    }

    /** The number of the local state of a process that has not joined or has departed. */
    int absent(int process) {
        return local(process, LocalState.absent(model.problem().initial()));
    }

    List<String> ruleLabels() {
        return List.copyOf(rules.keySet());
    }

    LocalState<S, U> local(int process, int number) {
        return locals.get(process).value(number);
    }

    M message(int number) {
        return messages.value(number);
    }

    int number(M message) {
        return messages.of(message);
    }

    List<M> decode(int content) {
        return contents.value(content).stream().map(messages::value).toList();
    }

    List<LinkDirection> links() {
        return links;
    }

    /** The process at the receiving end of a link. */
    int recipient(int link) {
        return recipients[link];
    }

    /** The numbers of the links by {@link #key}. */
    Map<Integer, Integer> linkByEnds() {
        return linkByEnds;
    }

    /** The key of a link in one direction. */
    int key(int from, Neighbour to) {
        return (from * processes + ids.indexOf(to.id())) * 3 + to.side().ordinal();
    }

    /** The possible deliveries from a content: message and remaining content, alternating. */
    int[] choices(int content) {
        return heads[content];
    }

    /** The number of a local state. */
    int local(int process, LocalState<S, U> local) {
        Interner<LocalState<S, U>> numbering = locals.get(process);
        int known = numbering.size();
        int number = numbering.of(local);
        if (number == known) {
            cache.local(process, number, local, model.problem());
            if (number >= actions[process].length) {
                actions[process] = Arrays.copyOf(actions[process], number * 2);
                notifications[process] = Arrays.copyOf(notifications[process], number * 2);
            }
        }
        return number;
    }

    /** The number of a content of a link. */
    int content(List<Integer> content) {
        int known = contents.size();
        int number = contents.of(content);
        if (number == known) {
            cache.content(number, decode(number));
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

    /** The number of a content with one message appended. */
    int append(int content, int message) {
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

    /** The number of a link in one direction. */
    int link(int from, Neighbour to) {
        int recipient = ids.indexOf(to.id());
        int key = key(from, to);
        Integer known = linkByEnds.get(key);
        if (known != null) {
            return known;
        }
        linkByEnds.put(key, links.size());
        links.add(new LinkDirection(from, recipient, to, to.seenBack(ids.get(from))));
        if (links.size() > recipients.length) {
            recipients = Arrays.copyOf(recipients, links.size() * 2);
        }
        recipients[links.size() - 1] = recipient;
        cache.link(
                links.size() - 1,
                linkByEnds.getOrDefault(
                        (recipient * processes + from) * 3
                                + to.side().opposite().ordinal(),
                        -1));
        deliveries = Arrays.copyOf(deliveries, links.size());
        deliveries[links.size() - 1] = new LocalStep[16][];
        return links.size() - 1;
    }

    /** The possible steps on inputs and timers. */
    LocalStep[] actions(int process, int number) {
        LocalStep[] known = actions[process][number];
        if (known != null) {
            return known;
        }
        LocalState<S, U> local = locals.get(process).value(number);
        List<LocalStep> possible = new ArrayList<>();
        if (local.alive()) {
            for (I input : model.problem().mayAsk(local.user())) {
                boolean demand = model.problem().demands(input);
                if (demand && local.demands() == 0) {
                    continue;
                }
                int left = demand && local.demands() != LocalState.UNLIMITED ? local.demands() - 1 : local.demands();
                LocalState<S, U> asking = local.with(next ->
                        next.user(model.problem().asked(local.user(), input)).demands(left));
                possible.add(step(
                        process,
                        asking,
                        new Event.Input<>(input),
                        model.problem().owed(input)));
            }
            for (String timer : local.timers()) {
                SortedSet<String> others = new TreeSet<>(local.timers());
                others.remove(timer);
                possible.add(step(process, local.withTimers(others), new Event.Timeout<>(timers.get(timer)), true));
            }
        }
        LocalStep[] computed = possible.toArray(new LocalStep[0]);
        actions[process][number] = computed;
        return computed;
    }

    /** The step on a notification, in an environment. */
    LocalStep notification(int process, int number, int code, int environment) {
        if (knowledges.kind(code) == MembershipNotification.ADMITTED) {
            return admissions.computeIfAbsent(
                    List.of(process, number, environment),
                    key -> computeNotification(process, number, code, environment));
        }
        LocalStep[] known = notifications[process][number];
        if (known == null) {
            known = new LocalStep[knowledges.codes()];
            notifications[process][number] = known;
        }
        if (known[code] == null) {
            known[code] = computeNotification(process, number, code, environment);
        }
        return known[code];
    }

    private LocalStep computeNotification(int process, int number, int code, int environment) {
        LocalState<S, U> local = locals.get(process).value(number);
        int knowledge = knowledges.notified(process, local.knowledge(), code, environment);
        return step(
                process,
                local.withKnowledge(knowledge),
                new Event.NeighboursChanged<>(
                        knowledges.neighbours(process, knowledge), knowledges.departed(knowledge)),
                true);
    }

    /** The step on the request to leave. */
    LocalStep leave(int process, int number) {
        return departures.computeIfAbsent(
                List.of(process, number),
                key -> step(process, local(process, number).withLeaving(true), new Event.Leave<>(), false));
    }

    /** The step on the return of a message to its sender. */
    LocalStep returned(int link, int number, int message) {
        long key = ((long) link << 32 | number) << 20 | message;
        LocalStep known = returns.get(key);
        if (known == null) {
            LinkDirection over = links.get(link);
            known = step(
                    over.from(),
                    locals.get(over.from()).value(number),
                    new Event.Undeliverable<>(over.seenBySender(), messages.value(message)),
                    true);
            returns.put(key, known);
        }
        return known;
    }

    /** The step on the delivery of a message, or {@link #WAITS}. */
    LocalStep delivery(int link, int number, int message) {
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

    private LocalStep computeDelivery(LinkDirection link, int number, M message) {
        LocalState<S, U> local = locals.get(link.to()).value(number);
        if (!local.alive() || !knowledges.acquainted(link.to(), local.knowledge(), link.seenByReceiver())) {
            return WAITS;
        }
        Event<M, I> event = new Event.Received<>(link.seenByReceiver(), message);
        try {
            if (!model.protocol().admits(local.state(), link.seenByReceiver(), message)) {
                return WAITS;
            }
        } catch (RuntimeException | StackOverflowError failure) {
            return throwing(link.to(), local, event, failure, -1, true);
        }
        return step(link.to(), local, event, true);
    }

    /**
     * Asks the protocol for the step, and the problem for its meaning to the user. An exception counts as a
     * violation.
     */
    private LocalStep step(int process, LocalState<S, U> local, Event<M, I> event, boolean owed) {
        boolean action = event instanceof Event.Input || event instanceof Event.Timeout;
        int number = action ? events.of(event) : -1;
        try {
            return taken(process, local, event, model.protocol().step(local.state(), event), number, owed);
        } catch (InvariantViolation violation) {
            return violating(process, event, violation, number, owed);
        } catch (RuntimeException | StackOverflowError failure) {
            return throwing(process, local, event, failure, number, owed);
        }
    }

    private LocalStep throwing(
            int process, LocalState<S, U> local, Event<M, I> event, Throwable failure, int action, boolean owed) {
        String where = "process " + ids.get(process) + " on " + event + " at " + local.state();
        return violating(process, event, new InvariantViolation(NO_EXCEPTION, failure + " in " + where), action, owed);
    }

    private LocalStep violating(
            int process, Event<M, I> event, InvariantViolation violation, int action, boolean owed) {
        TraceEvent failed = new TraceEvent.Failed(ids.get(process), event, violation.getMessage());
        return LocalStep.violating(violation, failed, action, owed);
    }

    private LocalStep taken(
            int process, LocalState<S, U> local, Event<M, I> event, Step<S, M, O> step, int action, boolean owed) {
        U user = local.user();
        boolean serves = false;
        boolean leaves = false;
        List<O> told = new ArrayList<>();
        SortedSet<String> running = new TreeSet<>(local.timers());
        Map<Integer, List<Integer>> sent = new LinkedHashMap<>();
        for (Effect<M, O> effect : step.effects()) {
            if (effect instanceof Effect.Send<M, O> send) {
                if (reaches(process, local.knowledge(), send)) {
                    sent.computeIfAbsent(link(process, send.to()), link -> new ArrayList<>())
                            .add(messages.of(send.message()));
                }
            } else if (effect instanceof Effect.Output<M, O> output) {
                user = model.problem().told(user, output.output());
                told.add(output.output());
                serves |= model.problem().serves(output.output());
            } else if (effect instanceof Effect.Cancel<M, O> cancel) {
                running.remove(cancel.timer().name());
            } else if (effect instanceof Effect.Schedule<M, O> schedule) {
                timers.put(schedule.timer().name(), schedule.timer());
                running.add(schedule.timer().name());
            } else if (local.leaving()) {
                leaves = true;
            } else {
                throw new InvariantViolation("who leaves has been asked to", "process " + ids.get(process) + " leaves");
            }
        }
        LocalState<S, U> next =
                new LocalState<>(step.next(), user, local.demands(), running, local.knowledge(), local.leaving());
        return new LocalStep(
                leaves ? absent(process) : local(process, next),
                sent.keySet().stream().mapToInt(Integer::intValue).toArray(),
                sent.values().stream()
                        .map(each -> each.stream().mapToInt(Integer::intValue).toArray())
                        .toArray(int[][]::new),
                number(step.rule()),
                action,
                heedsInputs && event instanceof Event.Input<M, I> input ? input.input() : null,
                told.toArray(),
                serves,
                owed,
                leaves,
                new TraceEvent.Stepped(ids.get(process), event, step.rule(), step.effects()),
                null);
    }

    private int number(Rule rule) {
        Integer number = rules.get(rule.label());
        if (number == null) {
            throw new InvariantViolation(
                    "every step goes by a rule that the protocol names",
                    rule.label() + " is not among " + rules.keySet());
        }
        return number;
    }

    /** Whether a sent message gets into transit; not if the sender knows that the recipient has departed. */
    private boolean reaches(int process, int knowledge, Effect.Send<M, O> send) {
        int recipient = ids.indexOf(send.to().id());
        if (recipient >= 0 && knowledges.knowledge(knowledge).knowsDeparted(recipient)) {
            return false;
        }
        if (recipient < 0 || !knowledges.acquainted(process, knowledge, send.to())) {
            throw new InvariantViolation(
                    TO_NEIGHBOURS,
                    "process " + ids.get(process) + " sends " + send + ", and its neighbours are "
                            + knowledges.neighbours(process, knowledge));
        }
        return true;
    }
}
