package symposium.cluster.simulation;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterEvent;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.ClusterCommand;
import akka.cluster.typed.ClusterStateSubscription;
import akka.cluster.typed.GetCurrentState;
import akka.cluster.typed.Subscribe;
import akka.event.AddressTerminatedTopic;
import akka.util.Version;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** Replaces Akka's membership on one node: the simulation tells it the members, and it publishes the changes. */
final class SimulatedMembership extends Cluster {

    /**
     * A member.
     *
     * @param reachable whether it is found reachable
     */
    record Seen(Member member, boolean reachable) {

        static Seen joining(Address address, long uid, java.util.Set<String> roles) {
            return new Seen(
                    new Member(
                            new UniqueAddress(address, uid),
                            Integer.MAX_VALUE,
                            MemberStatus.joining(),
                            CollectionConverters.asScala(roles).toSet(),
                            Version.Zero()),
                    true);
        }

        Seen up(int number) {
            return new Seen(member.copyUp(number), reachable);
        }

        Seen with(MemberStatus status) {
            return new Seen(member.copy(status), reachable);
        }

        Seen reachable(boolean now) {
            return new Seen(member, now);
        }

        long uid() {
            return member.uniqueAddress().longUid();
        }
    }

    /** A subscription to events of a type. */
    private record Subscription(ActorRef<ClusterEvent.ClusterDomainEvent> subscriber, Class<?> type) {

        void tell(ClusterEvent.ClusterDomainEvent event) {
            if (type.isInstance(event)) {
                subscriber.tell(event);
            }
        }
    }

    private final ActorSystem<?> system;
    private final List<Subscription> subscriptions = new ArrayList<>();
    private final ActorRef<ClusterStateSubscription> subscribing;
    private Map<Long, Seen> members = new LinkedHashMap<>();
    private Member self;
    private boolean ended;

    SimulatedMembership(ActorSystem<?> system, Member self) {
        this.system = system;
        this.self = self;
        Behavior<ClusterStateSubscription> subscribes = Behaviors.receiveMessage(asked -> {
            if (asked instanceof GetCurrentState state) {
                state.recipient().tell(state());
                return Behaviors.same();
            }
            Subscription subscription = subscription((Subscribe<?>) asked);
            subscriptions.add(subscription);
            members.values().forEach(seen -> {
                subscription.tell(event(seen.member()));
                if (!seen.reachable()) {
                    subscription.tell(new ClusterEvent.UnreachableMember(seen.member()));
                }
            });
            return Behaviors.same();
        });
        this.subscribing = system.systemActorOf(subscribes, "simulated-membership", Props.empty());
    }

    @SuppressWarnings("unchecked")
    private static Subscription subscription(Subscribe<?> asked) {
        return new Subscription((ActorRef<ClusterEvent.ClusterDomainEvent>) asked.subscriber(), asked.eventClass());
    }

    @Override
    public Member selfMember() {
        return self;
    }

    @Override
    public boolean isTerminated() {
        return ended;
    }

    @Override
    public ClusterEvent.CurrentClusterState state() {
        TreeSet<Member> all = new TreeSet<>(Member.ordering());
        java.util.Set<Member> unreachable = new java.util.LinkedHashSet<>();
        members.values().forEach(seen -> {
            all.add(seen.member());
            if (!seen.reachable()) {
                unreachable.add(seen.member());
            }
        });
        scala.collection.immutable.Set<Member> none =
                CollectionConverters.asScala(unreachable).toSet();
        return new ClusterEvent.CurrentClusterState(
                scala.collection.immutable.SortedSet$.MODULE$.<Member>from(
                        CollectionConverters.asScala(all), Member.ordering()),
                none,
                scala.collection.immutable.Set$.MODULE$.empty(),
                Option.empty(),
                scala.collection.immutable.Map$.MODULE$.empty(),
                scala.collection.immutable.Set$.MODULE$.empty(),
                scala.collection.immutable.Set$.MODULE$.empty());
    }

    @Override
    public ActorRef<ClusterStateSubscription> subscriptions() {
        return subscribing;
    }

    @Override
    public ActorRef<ClusterCommand> manager() {
        return system.ignoreRef();
    }

    private static ClusterEvent.MemberEvent event(Member member) {
        MemberStatus status = member.status();
        if (status.equals(MemberStatus.joining())) {
            return new ClusterEvent.MemberJoined(member);
        } else if (status.equals(MemberStatus.up())) {
            return new ClusterEvent.MemberUp(member);
        } else if (status.equals(MemberStatus.leaving())) {
            return new ClusterEvent.MemberLeft(member);
        } else if (status.equals(MemberStatus.exiting())) {
            return new ClusterEvent.MemberExited(member);
        } else if (status.equals(MemberStatus.down())) {
            return new ClusterEvent.MemberDowned(member);
        }
        throw new IllegalArgumentException("a member of another status: " + member);
    }

    private void publish(ClusterEvent.ClusterDomainEvent event) {
        subscriptions.forEach(each -> each.tell(event));
    }

    Map<Long, Seen> members() {
        return members;
    }

    /** These are the members from now on. */
    void sees(Map<Long, Seen> now) {
        if (ended) {
            return;
        }
        Map<Long, Seen> before = members;
        members = new LinkedHashMap<>(now);
        before.forEach((uid, seen) -> {
            if (!now.containsKey(uid)) {
                remove(seen.member());
            }
        });
        now.forEach((uid, seen) -> {
            Seen former = before.get(uid);
            if (uid == self.uniqueAddress().longUid()) {
                self = seen.member();
            }
            if (former == null || !former.member().status().equals(seen.member().status())) {
                publish(event(seen.member()));
            }
            boolean reached = former == null || former.reachable();
            if (reached != seen.reachable()) {
                publish(
                        seen.reachable()
                                ? new ClusterEvent.ReachableMember(seen.member())
                                : new ClusterEvent.UnreachableMember(seen.member()));
            }
        });
        ended = !now.containsKey(self.uniqueAddress().longUid());
        if (ended) {
            publish(ClusterEvent.ClusterShuttingDown$.MODULE$);
        }
    }

    private void remove(Member member) {
        MemberStatus last = member.status();
        MemberStatus previous = last.equals(MemberStatus.exiting()) ? last : MemberStatus.down();
        Member gone = member.copy(previous).copy(MemberStatus.removed());
        if (previous.equals(MemberStatus.down()) && !last.equals(previous)) {
            publish(new ClusterEvent.MemberDowned(member.copy(previous)));
        }
        if (gone.uniqueAddress().equals(self.uniqueAddress())) {
            self = gone;
        }
        publish(new ClusterEvent.MemberRemoved(gone, previous));
        if (!gone.uniqueAddress().equals(self.uniqueAddress())) {
            AddressTerminatedTopic.get(system).publish(new akka.actor.AddressTerminated(gone.address()));
        }
    }
}
