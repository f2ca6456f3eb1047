package symposium.mutex.helaryplouzeauraynal.changingnetwork;

import static symposium.kernel.composition.Mutation.receiving;
import static symposium.kernel.problem.Fault.CRASH;
import static symposium.kernel.problem.Fault.LEAVE;
import static symposium.kernel.problem.Fault.LINK_FAILURE;
import static symposium.kernel.problem.Fault.LINK_RECOVERY;
import static symposium.kernel.problem.Scenario.NO_DEADLOCK;

import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.Transition;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.ReqId;
import symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetwork.Message;
import symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetwork.Privilege;
import symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetwork.State;
import symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetwork.Token;
import symposium.mutex.helaryplouzeauraynal.changingnetwork.FloodedCensus.Asked;
import symposium.mutex.helaryplouzeauraynal.changingnetwork.FloodedCensus.Complete;

/**
 * What holds in every reachable state, whatever fails; and section 7 as printed, or read too hastily, which fails when
 * something fails.
 */
final class ChangingNetworkChecks {

    static final String LEMMA_3 =
            "Lemma 3: a token that a waiting process would take does not know its request as satisfied";
    static final String OWN_EPOCH = "an idle token is of the epoch that its owner has promised";
    static final String TO_WHO_WAITS = "the token goes to one who waits, or is handed over by one who leaves";
    static final String NOT_TO_DEPARTED = "no token is sent to one whose departure the sender knows of";
    static final String MAKER_HAS_NONE = "who makes a token has none";

    private ChangingNetworkChecks() {}

    /** Mutual exclusion holds while no live process is taken for departed. */
    static Invariants<State, Message, User> invariants() {
        return MutexInvariants.<State, Message>standard()
                .whole(LEMMA_3, at -> privileges(at).findAny().isPresent(), at -> privileges(at)
                        .allMatch(token -> at.states()
                                .filter(p ->
                                        p.census().promised() <= token.fence().generation())
                                .flatMap(State::own)
                                .allMatch(request -> request.pending(token.lud()))))
                .addAll(perEpoch().list());
    }

    /** What holds even where a live process is taken for departed. */
    static Invariants<State, Message, User> perEpoch() {
        return new Invariants<State, Message, User>()
                .distinct("there is at most one token of an epoch, and so one critical section", at -> privileges(at)
                        .map(token -> token.fence().generation()))
                .state("who is in the critical section has the token", State::inCS, State::tokenHere)
                .process(
                        "a process waits, or is in the critical section, when its user does",
                        (p, user) -> p.inCS() == MutualExclusion.critical(user)
                                && p.waits() == MutualExclusion.PROBLEM.waits(user))
                .state(
                        OWN_EPOCH,
                        p -> p.tokenHere() && !p.inCS(),
                        p -> p.token().orElseThrow().fence().generation()
                                == p.census().promised())
                .delivery(
                        TO_WHO_WAITS,
                        Token.class,
                        (token, p) -> token.handedOver()
                                || !token.elec().equals(p.self())
                                || token.privilege().fence().generation()
                                        < p.census().promised()
                                || p.waits())
                .step(
                        NOT_TO_DEPARTED,
                        event -> !event.sends(Token.class).isEmpty(),
                        (before, event, after) -> event.sends(Token.class).stream()
                                .noneMatch(send -> before.state(event.process())
                                        .census()
                                        .departed()
                                        .contains(send.message().elec())))
                .state(MAKER_HAS_NONE, p -> p.census().counting(), p -> !p.tokenHere())
                .state(
                        "Theorem 3: the clock of who knows a request is greater than its stamp",
                        p -> !p.reqArray().isEmpty(),
                        p -> p.reqArray().values().stream()
                                .allMatch(known -> known.request().time() < p.clock()));
    }

    /** What each token carries, at a process or in transit. */
    private static Stream<Privilege> privileges(Configuration<State, Message, User> at) {
        return at.everywhere(State::token, Token.class, Token::privilege);
    }

    static Variants<State, Message, Input, Output> variants(Start start) {
        Scenario link = Scenario.of(2, NO_DEADLOCK).withFault(LINK_FAILURE, 1).withFault(LINK_RECOVERY, 1);
        return Variants.of(new ChangingNetwork(start))
                .add(
                        "\"broadcasts complete normally\": after a failure no process broadcasts again",
                        new ChangingNetwork(start) {
                            @Override
                            void linksHaveChanged(boolean grown, Transition<State, Message, Output> step) {
                                beginsCensusAgain(step);
                            }
                        },
                        link)
                .add(
                        "a node without an exit keeps the token",
                        new ChangingNetwork(start) {
                            @Override
                            void computeNewAddressee(Transition<State, Message, Output> step) {}
                        },
                        triangle(NO_DEADLOCK).withFault(LINK_FAILURE, 1))
                .add(
                        "a new addressee is not the node itself, though it waits",
                        new ChangingNetwork(start) {
                            @Override
                            Stream<ReqId> pending(State p) {
                                return super.pending(p)
                                        .filter(request -> !request.origin().equals(p.self()));
                            }
                        },
                        link)
                .add(
                        "line (A) is run by a handler that waits",
                        new ChangingNetwork(start) {
                            @Override
                            Transition<State, Message, Output> hands(
                                    Neighbour via,
                                    ProcessId elec,
                                    boolean over,
                                    Transition<State, Message, Output> step) {
                                State p = step.state();
                                super.hands(via, elec, over, step.next(p.withAsked(OptionalLong.empty())));
                                return step.next(step.state().withAsked(p.asked()));
                            }
                        },
                        link.withInvariant(LEMMA_3))
                .add(
                        "on recovery no process broadcasts again",
                        new ChangingNetwork(start) {
                            @Override
                            void linksHaveChanged(boolean grown, Transition<State, Message, Output> step) {
                                if (grown) {
                                    beginsCensusAgain(step);
                                } else {
                                    super.linksHaveChanged(grown, step);
                                }
                            }
                        },
                        link)
                .add(
                        "a majority is enough for a new token",
                        new ChangingNetwork(start, new FloodedCensus(start, 0) {
                            @Override
                            boolean haveAll(Count count, Set<ProcessId> present, State p) {
                                return true;
                            }
                        }),
                        fifo(5, MutualExclusion.FENCES_GROW).withInitiators(0, 2))
                .mutate(
                        "a token of a lower epoch is taken",
                        takingOldTokens(),
                        triangle(MAKER_HAS_NONE).withFault(CRASH, 1))
                .add(
                        "the new token knows of no satisfied request",
                        new ChangingNetwork(start) {
                            @Override
                            void hear(Transition<State, Message, Output> step, FloodedCensus.Output output) {
                                super.hear(step, output instanceof Complete ? new Complete(Sorted.map()) : output);
                            }
                        },
                        fifo(3, TO_WHO_WAITS).withInitiators(0, 1))
                .add(
                        "a process in the critical section promises at once",
                        new ChangingNetwork(start) {
                            @Override
                            void hear(Transition<State, Message, Output> step, FloodedCensus.Output output) {
                                if (output instanceof Asked && step.state().inCS()) {
                                    reports(step.next(step.state().counted()));
                                } else {
                                    super.hear(step, output);
                                }
                            }
                        },
                        triangle(OWN_EPOCH).withFault(CRASH, 1))
                .add(
                        "requests of the departed stay open",
                        new ChangingNetwork(start) {
                            @Override
                            boolean closed(ProcessId origin, State p) {
                                return false;
                            }
                        },
                        fifo(4, NOT_TO_DEPARTED).withInitiators(2))
                .add(
                        "an idle holder leaves without handing over, and no process looks for the token",
                        new WithoutCensus(start) {
                            @Override
                            void handOver(Neighbour heir, Transition<State, Message, Output> step) {}
                        },
                        triangle(NO_DEADLOCK).withFault(LEAVE, 1))
                .add(
                        "no process looks for the token of the departed",
                        new WithoutCensus(start),
                        triangle(NO_DEADLOCK).withFault(CRASH, 1));
    }

    private static class WithoutCensus extends ChangingNetwork {

        WithoutCensus(Start start) {
            super(start);
        }

        @Override
        Transition<State, Message, Output> seek(Transition<State, Message, Output> step) {
            return step;
        }
    }

    /** A process that has promised a higher epoch takes a lower token all the same. */
    private static Mutation<State, Message, Input, Output> takingOldTokens() {
        return receiving(Token.class, original -> (p, from, token) -> {
            long promised = p.census().promised();
            long lower = Math.min(promised, token.privilege().fence().generation());
            Step<State, Message, Output> step =
                    original.step(p.withCensus(p.census().withPromised(lower)), new Event.Received<>(from, token));
            State next = step.next();
            return new Step<>(
                    step.rule(),
                    next.withCensus(next.census()
                            .withPromised(Math.max(promised, next.census().promised()))),
                    step.effects());
        });
    }

    private static Scenario triangle(String invariant) {
        return Scenario.of(3, invariant).withTopology(Shape.COMPLETE).withInitiators(1);
    }

    private static Scenario fifo(int processes, String invariant) {
        return Scenario.of(processes, invariant).withChannels(Channels.FIFO).withFault(CRASH, 1);
    }
}
