package symposium.composition.privilegeswithvoters;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import symposium.arbitration.resources.ResourceSharing;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;
import symposium.membership.VoterAgreement;

/**
 * The sharing of resources, by users of whom each may also ask for a change of the voters, at any time. No user waits
 * for such a change: one that fails is asked for again.
 */
public final class SharingWithVoters implements Problem<User, SharingWithVoters.Input, Grant> {

    /** What a user asks. */
    public sealed interface Input extends Printable {

        /** A resource, or to give one back. */
        record Ask(Request request) implements Input {
            @Override
            public String toString() {
                return request.toString();
            }
        }

        /** A change of the voters. */
        record Change(VoterAgreement.Input change) implements Input {
            @Override
            public String toString() {
                return change.toString();
            }
        }
    }

    private final ResourceSharing sharing;
    private final List<VoterAgreement.Input> changes;

    /** @param changes those for which users ask */
    SharingWithVoters(ResourceSharing sharing, Set<VoterAgreement.Input> changes) {
        this.sharing = sharing;
        this.changes = changes.stream().sorted().toList();
    }

    @Override
    public String name() {
        return sharing.name();
    }

    @Override
    public User initial() {
        return sharing.initial();
    }

    @Override
    public List<Input> mayAsk(User user) {
        List<Input> inputs = new ArrayList<>();
        sharing.mayAsk(user).forEach(request -> inputs.add(new Input.Ask(request)));
        changes.forEach(change -> inputs.add(new Input.Change(change)));
        return inputs;
    }

    @Override
    public boolean demands(Input input) {
        return !(input instanceof Input.Ask ask) || sharing.demands(ask.request());
    }

    @Override
    public boolean owed(Input input) {
        return input instanceof Input.Ask ask && sharing.owed(ask.request());
    }

    @Override
    public User asked(User user, Input input) {
        return input instanceof Input.Ask ask ? sharing.asked(user, ask.request()) : user;
    }

    @Override
    public User told(User user, Grant grant) {
        return sharing.told(user, grant);
    }

    @Override
    public boolean waits(User user) {
        return sharing.waits(user);
    }

    @Override
    public boolean serves(Grant grant) {
        return sharing.serves(grant);
    }

    @Override
    public Observer<Grant> observer() {
        return new OfRequests(sharing.observer());
    }

    @Override
    public SharingWithVoters underSuspicion() {
        return new SharingWithVoters(sharing.underSuspicion(), Set.copyOf(changes));
    }

    @Override
    public Set<String> untrueUnderSuspicion() {
        return sharing.untrueUnderSuspicion();
    }

    /** The observer of the requests alone. */
    private record OfRequests(Observer<Grant> requests) implements Observer<Grant> {
        @Override
        public List<String> invariants() {
            return requests.invariants();
        }

        @Override
        public Observer<Grant> sees(ProcessId process, Grant grant) {
            return new OfRequests(requests.sees(process, grant));
        }

        @Override
        public boolean heedsInputs() {
            return requests.heedsInputs();
        }

        @Override
        public Observer<Grant> asked(ProcessId process, Object input) {
            return input instanceof Input.Ask ask ? new OfRequests(requests.asked(process, ask.request())) : this;
        }

        @Override
        public Observer<Grant> gone(ProcessId process) {
            return new OfRequests(requests.gone(process));
        }
    }
}
