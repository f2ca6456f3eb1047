package symposium.mutex.helaryplouzeauraynal.enhanced;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.helaryplouzeauraynal.Sorted;
import symposium.mutex.helaryplouzeauraynal.enhanced.EnhancedMessage.Alarm;
import symposium.mutex.helaryplouzeauraynal.enhanced.EnhancedMessage.Census;
import symposium.mutex.helaryplouzeauraynal.enhanced.EnhancedMessage.Report;
import symposium.mutex.helaryplouzeauraynal.enhanced.EnhancedMessage.Req;
import symposium.mutex.helaryplouzeauraynal.enhanced.EnhancedMessage.Token;
import symposium.mutex.helaryplouzeauraynal.enhanced.EnhancedState.Count;
import symposium.mutex.helaryplouzeauraynal.enhanced.EnhancedState.Known;
import symposium.mutex.helaryplouzeauraynal.enhanced.EnhancedState.Phase;
import symposium.mutex.helaryplouzeauraynal.enhanced.EnhancedState.Privilege;
import symposium.mutex.helaryplouzeauraynal.enhanced.Omissions.Omission;

/** One step of a process, while it is being taken: the state so far, and the effects so far. */
final class Turn {

    private final Conduct conduct;
    private final Omissions omissions;
    private final List<Effect<EnhancedMessage, Output>> effects = new ArrayList<>();

    private final ProcessId self;
    private Neighbours neighbours;
    private long clock;
    private OptionalLong asked;
    private int attempt;
    private Optional<Privilege> token;
    private boolean inCS;
    private SortedMap<ProcessId, Known> reqArray;
    private SortedMap<ProcessId, Long> alarms;
    private SortedSet<ProcessId> departed;
    private long heard;
    private long promised;
    private SortedSet<ProcessId> covered;
    private Optional<ProcessId> way;
    private boolean owes;
    private Optional<Count> census;
    private Optional<ProcessId> lent;
    private Phase phase;

    Turn(Conduct conduct, Omissions omissions, EnhancedState state) {
        this.conduct = conduct;
        this.omissions = omissions;
        this.self = state.self();
        this.neighbours = state.neighbours();
        this.clock = state.clock();
        this.asked = state.asked();
        this.attempt = state.attempt();
        this.token = state.token();
        this.inCS = state.inCS();
        this.reqArray = state.reqArray();
        this.alarms = state.alarms();
        this.departed = state.departed();
        this.heard = state.heard();
        this.promised = state.promised();
        this.covered = state.covered();
        this.way = state.way();
        this.owes = state.owes();
        this.census = state.census();
        this.lent = state.lent();
        this.phase = state.phase();
    }

    private EnhancedState state() {
        return new EnhancedState(
                self,
                neighbours,
                clock,
                asked,
                attempt,
                token,
                inCS,
                reqArray,
                alarms,
                departed,
                heard,
                promised,
                covered,
                way,
                owes,
                census,
                lent,
                phase);
    }

    Step<EnhancedState, EnhancedMessage, Output> on(Event<EnhancedMessage, Input> event) {
        EnhancedRule rule = rule(event);
        if (phase == Phase.LEAVING && !inCS && asked.isEmpty()) {
            leaves();
        }
        return new Step<>(rule, state(), effects);
    }

    private EnhancedRule rule(Event<EnhancedMessage, Input> event) {
        if (event instanceof Event.Input<EnhancedMessage, Input> input) {
            return input.input() == Input.ENTER ? enterCS() : exitCS();
        }
        if (event instanceof Event.Received<EnhancedMessage, Input> received) {
            return received(received.from().id(), received.message());
        }
        if (event instanceof Event.Undeliverable<EnhancedMessage, Input> undeliverable) {
            return undeliverable(undeliverable.to(), undeliverable.message());
        }
        if (event instanceof Event.NeighboursChanged<EnhancedMessage, Input> changed) {
            return neighboursChanged(changed.neighbours(), changed.departed());
        }
        if (event instanceof Event.Leave) {
            return leave();
        }
        throw new InvariantViolation("there are no timers", event.toString());
    }

    private EnhancedRule received(ProcessId from, EnhancedMessage message) {
        if (message instanceof Req req) {
            return receiveRequest(from, req);
        }
        if (message instanceof Token coming) {
            return receiveToken(coming);
        }
        if (message instanceof Alarm alarm) {
            return alarm(alarm);
        }
        return message instanceof Census asking ? census(from, asking) : report((Report) message);
    }

    // --- section 4.3

    private EnhancedRule enterCS() {
        asked = OptionalLong.of(clock);
        attempt = 0;
        clock++;
        if (token.isPresent() && !cutOff()) {
            enters();
            return EnhancedRule.ENTER_HERE;
        }
        broadcast();
        return EnhancedRule.ENTER_ASK;
    }

    private EnhancedRule exitCS() {
        if (!inCS) {
            return EnhancedRule.EXIT_LATE;
        }
        inCS = false;
        if (owes) {
            token = Optional.empty();
            reports();
            return EnhancedRule.EXIT_REPORT;
        }
        return transmitToken() ? EnhancedRule.EXIT_TRANSMIT : EnhancedRule.EXIT_KEEP;
    }

    private EnhancedRule receiveRequest(ProcessId from, Req req) {
        Known known = reqArray.get(req.origin());
        if (req.origin().equals(self)
                || departed.contains(req.origin()) && !omissions.has(Omission.CLOSED)
                || known != null
                        && (known.time() > req.time()
                                || known.time() == req.time() && known.attempt() >= req.attempt())) {
            return EnhancedRule.REQUEST_OLD;
        }
        clock = Math.max(clock, req.time()) + 1;
        reqArray = Sorted.with(reqArray, req.origin(), new Known(req.time(), req.attempt(), from));
        flood(
                req.alreadySeen(),
                new Req(req.origin(), req.time(), req.attempt(), Sorted.union(req.alreadySeen(), neighbours)));
        return transmitToken() ? EnhancedRule.REQUEST_TRANSMIT : EnhancedRule.REQUEST_NEW;
    }

    private EnhancedRule receiveToken(Token coming) {
        long epoch = coming.fence().generation();
        if (epoch < promised && !omissions.has(Omission.EPOCHS)) {
            return EnhancedRule.TOKEN_OLD;
        }
        heard = Math.max(heard, epoch);
        if (epoch > promised) {
            promised = epoch;
            way = Optional.empty();
            owes = false;
            census = Optional.empty();
        }
        if (!coming.elec().equals(self) && exit(coming.elec()).isPresent()) {
            send(exit(coming.elec()).get(), coming);
            return EnhancedRule.TOKEN_HANDLE;
        }
        lent = Optional.empty();
        token = Optional.of(new Privilege(coming.lud(), coming.fence()));
        if (!coming.elec().equals(self)) {
            if (!omissions.has(Omission.NEW_ADDRESSEE)) {
                transmitToken();
            }
            return EnhancedRule.TOKEN_STUCK;
        }
        if (asked.isPresent() && !cutOff()) {
            enters();
            return EnhancedRule.TOKEN_OWN;
        }
        transmitToken();
        return EnhancedRule.TOKEN_RESTS;
    }

    /** A pending request: its origin and its time. */
    private record Pending(ProcessId origin, long time) {}

    /**
     * Lets an idle token go to the origin of the oldest pending request that there is an exit for, the own request included; says whether
     * the token has gone or is in use now.
     */
    private boolean transmitToken() {
        if (token.isEmpty() || inCS || cutOff()) {
            return false;
        }
        Privilege here = token.get();
        List<Pending> pending = new ArrayList<>();
        reqArray.forEach((origin, known) -> {
            if (here.lud().getOrDefault(origin, -1L) < known.time()
                    && exit(origin).isPresent()) {
                pending.add(new Pending(origin, known.time()));
            }
        });
        if (asked.isPresent() && !omissions.has(Omission.OWN_REQUEST)) {
            pending.add(new Pending(self, asked.getAsLong()));
        }
        Optional<Pending> oldest =
                pending.stream().min(Comparator.comparingLong(Pending::time).thenComparing(Pending::origin));
        if (oldest.isEmpty()) {
            return false;
        }
        if (oldest.get().origin().equals(self)) {
            enters();
        } else {
            ProcessId elec = oldest.get().origin();
            hands(exit(elec).orElseThrow(), elec, false);
        }
        return true;
    }

    /** Sends the token away. Line (A) only marks the end of the own requests that are satisfied, so one who waits does not run it. */
    private void hands(Neighbour via, ProcessId elec, boolean over) {
        Privilege here = token.orElseThrow();
        SortedMap<ProcessId, Long> lud = here.lud();
        if (asked.isEmpty() || omissions.has(Omission.WAITING_HANDLER)) {
            lud = Sorted.with(lud, self, clock);
            clock++;
        }
        token = Optional.empty();
        send(via, new Token(lud, elec, here.fence(), over));
    }

    private void enters() {
        Fence fence = token.orElseThrow().fence().next();
        token = Optional.of(new Privilege(token.get().lud(), fence));
        inCS = true;
        asked = OptionalLong.empty();
        attempt = 0;
        effects.add(new Effect.Output<>(new Output.Granted(fence)));
    }

    /** The neighbour through whom the latest attempt of the request has come, if it still is one. */
    private Optional<Neighbour> exit(ProcessId elec) {
        Known known = reqArray.get(elec);
        return known == null || departed.contains(elec) && !omissions.has(Omission.CLOSED)
                ? Optional.empty()
                : Optional.of(Neighbour.of(known.via())).filter(neighbours::contains);
    }

    /** Broadcasts the own request. */
    private void broadcast() {
        flood(Set.of(), new Req(self, asked.orElseThrow(), attempt, Sorted.union(Sorted.of(self), neighbours)));
    }

    private void flood(Collection<ProcessId> alreadySeen, EnhancedMessage message) {
        for (Neighbour neighbour : neighbours) {
            if (!alreadySeen.contains(neighbour.id())) {
                send(neighbour, message);
            }
        }
    }

    // --- 7.1.1: channel failure

    /** Fewer than a quorum can be reached. */
    private boolean cutOff() {
        return neighbours.isEmpty() && conduct.quorum() > 1;
    }

    private EnhancedRule undeliverable(Neighbour to, EnhancedMessage message) {
        if (reach(without(to)) && census.isPresent()) {
            seek();
        }
        if (message instanceof Token back && back.fence().generation() >= promised) {
            lent = Optional.empty();
            token = Optional.of(new Privilege(back.lud(), back.fence()));
            if (!omissions.has(Omission.NEW_ADDRESSEE)) {
                transmitToken();
            }
        }
        loses();
        return EnhancedRule.UNDELIVERABLE;
    }

    private Neighbours without(Neighbour one) {
        return new Neighbours(
                neighbours.all().stream().filter(each -> !each.equals(one)).toList());
    }

    private EnhancedRule neighboursChanged(Neighbours now, SortedSet<ProcessId> gone) {
        boolean grown = learn(gone);
        boolean changed = reach(now);
        loses();
        boolean gap = token.isEmpty() && !covered.containsAll(departed);
        if (gap || lost() || phase == Phase.NEW || changed && census.isPresent()) {
            seek();
        }
        transmitToken();
        if (grown) {
            return EnhancedRule.DEPARTURE;
        }
        if (neighbours.isEmpty()) {
            return EnhancedRule.CUT_OFF;
        }
        return changed ? EnhancedRule.LINKS : EnhancedRule.NO_NEWS;
    }

    /** Has these neighbours from now on, but for those who have departed; says whether they are others than before. */
    private boolean reach(Neighbours now) {
        Set<Neighbour> before = Set.copyOf(neighbours.all());
        neighbours = new Neighbours(
                now.all().stream().filter(each -> !departed.contains(each.id())).toList());
        if (before.equals(Set.copyOf(neighbours.all()))) {
            return false;
        }
        if (!omissions.has(Omission.ALARM)
                && (before.containsAll(neighbours.all()) || !omissions.has(Omission.RECOVERY))) {
            long count = alarms.getOrDefault(self, 0L) + 1;
            alarms = Sorted.with(alarms, self, count);
            flood(Set.of(), new Alarm(self, count, heard, Sorted.union(Sorted.of(self), neighbours)));
            again();
        }
        return true;
    }

    /** A link that has failed may have lost the token without a word. */
    private boolean lost() {
        return conduct.silentLinks()
                && token.isEmpty()
                && lent.isPresent()
                && !neighbours.contains(Neighbour.of(lent.get()));
    }

    /** A process that is cut off is told that it is in the critical section no more; it keeps the token, and uses it no more until it is back. */
    private void loses() {
        if (inCS && cutOff()) {
            inCS = false;
            effects.add(new Effect.Output<>(new Output.Lost(token.orElseThrow().fence())));
            if (owes) {
                token = Optional.empty();
                reports();
            }
        }
    }

    private EnhancedRule alarm(Alarm alarm) {
        heard = Math.max(heard, alarm.heard());
        if (alarms.getOrDefault(alarm.origin(), 0L) >= alarm.count()) {
            return EnhancedRule.ALARM_OLD;
        }
        alarms = Sorted.with(alarms, alarm.origin(), alarm.count());
        flood(
                alarm.alreadySeen(),
                new Alarm(alarm.origin(), alarm.count(), heard, Sorted.union(alarm.alreadySeen(), neighbours)));
        again();
        if (census.isPresent()) {
            seek();
        }
        return EnhancedRule.ALARM;
    }

    /** "Restarting a broadcast ... using the original timestamp of that request". */
    private void again() {
        if (asked.isPresent()) {
            attempt++;
            broadcast();
        }
    }

    // --- 7.1.2: process failure

    private boolean learn(SortedSet<ProcessId> gone) {
        if (departed.containsAll(gone)) {
            return false;
        }
        SortedSet<ProcessId> all = new TreeSet<>(departed);
        all.addAll(gone);
        departed = Collections.unmodifiableSortedSet(all);
        return true;
    }

    /** Begins a census, or begins it anew: its initiator promises first. */
    private void seek() {
        if (omissions.has(Omission.CENSUS) || cutOff() || inCS) {
            return;
        }
        phase = phase == Phase.NEW ? Phase.PRESENT : phase;
        heard = conduct.epochAfter(heard, self.number());
        promised = heard;
        covered = departed;
        way = Optional.empty();
        owes = false;
        token = Optional.empty();
        lent = Optional.empty();
        census = Optional.of(new Count(Sorted.with(Sorted.empty(), self, satisfied()), successors()));
        flood(Set.of(), new Census(promised, self, departed, Sorted.union(Sorted.of(self), neighbours)));
        concludes();
    }

    /** All own requests up to this clock are satisfied, and no other. */
    private long satisfied() {
        return asked.isPresent() ? asked.getAsLong() - 1 : clock - 1;
    }

    /** The processes known here that are in the places of departed ones. */
    private SortedSet<ProcessId> successors() {
        Set<Integer> places = departed.stream().map(ProcessId::number).collect(Collectors.toSet());
        SortedSet<ProcessId> successors = new TreeSet<>(reqArray.keySet());
        neighbours.forEach(neighbour -> successors.add(neighbour.id()));
        successors.add(self);
        successors.addAll(alarms.keySet());
        successors.removeIf(each -> departed.contains(each) || !places.contains(each.number()));
        return Collections.unmodifiableSortedSet(successors);
    }

    private EnhancedRule census(ProcessId from, Census asking) {
        heard = Math.max(heard, asking.epoch());
        if (asking.epoch() <= promised) {
            return EnhancedRule.CENSUS_OLD;
        }
        learn(asking.departed());
        promised = asking.epoch();
        covered = asking.departed();
        way = Optional.of(from);
        census = Optional.empty();
        lent = Optional.empty();
        phase = phase == Phase.NEW ? Phase.PRESENT : phase;
        reach(neighbours);
        flood(
                asking.alreadySeen(),
                new Census(
                        asking.epoch(),
                        asking.initiator(),
                        asking.departed(),
                        Sorted.union(asking.alreadySeen(), neighbours)));
        owes = true;
        if (inCS && !omissions.has(Omission.CRITICAL)) {
            return EnhancedRule.CENSUS_CRITICAL;
        }
        if (!inCS) {
            token = Optional.empty();
        }
        reports();
        return EnhancedRule.CENSUS;
    }

    private void reports() {
        owes = false;
        passes(new Report(promised, self, satisfied(), successors()));
    }

    /** Sends a report towards the initiator. Where the way is gone, there has been an alarm, and the initiator asks anew. */
    private void passes(Report report) {
        way.map(Neighbour::of).filter(neighbours::contains).ifPresent(to -> send(to, report));
    }

    private EnhancedRule report(Report report) {
        if (report.epoch() != promised || way.isEmpty() && census.isEmpty()) {
            return EnhancedRule.REPORT_OLD;
        }
        if (way.isPresent()) {
            passes(report);
            return EnhancedRule.REPORT_HANDLE;
        }
        SortedSet<ProcessId> successors = new TreeSet<>(census.orElseThrow().successors());
        successors.addAll(report.successors());
        census = Optional.of(new Count(
                Sorted.with(census.get().reports(), report.reporter(), report.satisfied()),
                Collections.unmodifiableSortedSet(successors)));
        return concludes() ? EnhancedRule.REGENERATION : EnhancedRule.REPORT_COUNTED;
    }

    /** "A process starts executing the election algorithm if there is a majority of processes which agree with it": not before all have. */
    private boolean concludes() {
        Set<ProcessId> present = census.orElseThrow().reports().keySet().stream()
                .filter(each -> !departed.contains(each))
                .collect(Collectors.toSet());
        Set<Integer> vacant = departed.stream().map(ProcessId::number).collect(Collectors.toSet());
        Set<ProcessId> successors = new TreeSet<>(census.get().successors());
        successors.removeAll(departed);
        successors.forEach(each -> vacant.remove(each.number()));
        boolean everyone = present.size() >= conduct.processes() - vacant.size() && present.containsAll(successors);
        if (present.size() < conduct.quorum() || !everyone && !omissions.has(Omission.EVERYONE)) {
            return false;
        }
        SortedMap<ProcessId, Long> lud = new TreeMap<>(census.get().reports());
        lud.keySet().removeIf(departed::contains);
        token = Optional.of(new Privilege(
                omissions.has(Omission.LUD) ? Sorted.empty() : Collections.unmodifiableSortedMap(lud),
                Fence.start(promised)));
        census = Optional.empty();
        transmitToken();
        return true;
    }

    // --- 7.2: reconfiguration

    private EnhancedRule leave() {
        phase = Phase.LEAVING;
        if (inCS || asked.isPresent()) {
            return EnhancedRule.LEAVE_LATER;
        }
        return token.isPresent() && !neighbours.isEmpty() ? EnhancedRule.LEAVE_HANDOVER : EnhancedRule.LEAVE;
    }

    /** "Suppression of a node must wait until the token leaves the node, or must force it to leave." */
    private void leaves() {
        if (token.isPresent() && !transmitToken() && !neighbours.isEmpty() && !omissions.has(Omission.HANDOVER)) {
            Neighbour heir = neighbours.all().get(0);
            hands(heir, heir.id(), true);
        }
        effects.add(new Effect.Left<>());
    }

    // --- effects

    private void send(Neighbour to, EnhancedMessage message) {
        if (message instanceof Token && conduct.silentLinks()) {
            lent = Optional.of(to.id());
        }
        effects.add(new Effect.Send<>(to, message));
    }
}
