package symposium.mutex.ewd851;

import java.util.List;
import symposium.kernel.Invariant;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851Message.Signal;
import symposium.mutex.ewd851.Ewd851Message.Token;

/** What EWD851 says of every reachable state of the ring. */
final class Ewd851Laws {

    private Ewd851Laws() {}

    static List<Invariant<Ewd851State, Ewd851Message, User>> all() {
        return List.of(
                MutexInvariants.mutualExclusion(),

                // "a single token, either held by one of the machines or being sent from one machine to another"
                new Invariant.Count<>(
                        "there is a single token",
                        (machine, user) -> machine.holdsToken() ? 1 : 0,
                        message -> message instanceof Token ? 1 : 0,
                        1,
                        1),

                // "Each link ... is in 1 of 3 states": u, t or s
                new Invariant.OfLink<>(
                        "a link carries the token to the left, a signal to the right, or nothing",
                        (one, other) -> one.size() + other.size() <= 1),

                // the five "obviously desirable conclusions"
                new Invariant.OfDelivery<>(
                        "the recipient of a signal is white",
                        message -> message instanceof Signal,
                        (message, machine) -> machine.white()),
                new Invariant.OfDelivery<>(
                        "the recipient of the token is black or is delayed",
                        message -> message instanceof Token,
                        (message, machine) -> machine.black() || machine.delayed()),
                Invariant.process(
                        "the machine holding the token is not delayed",
                        (machine, user) -> machine.holdsToken(),
                        (machine, user) -> !machine.delayed()),
                Invariant.process(
                        "a critically engaged machine holds the token",
                        (machine, user) -> machine.critical(),
                        (machine, user) -> machine.holdsToken()),
                Invariant.process(
                        "a neutrally engaged black machine does not hold the token",
                        (machine, user) -> machine.neutral() && machine.black(),
                        (machine, user) -> !machine.holdsToken()),

                // the machine's engagement is its user's
                Invariant.process(
                        "a machine is engaged as its user is",
                        (machine, user) -> true,
                        (machine, user) -> machine.critical() == MutualExclusion.critical(user)
                                && machine.delayed() == MutualExclusion.PROBLEM.waits(user)));
    }
}
