package symposium.cluster.simulation;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.internal.receptionist.ReceptionistMessages;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.receptionist.Receptionist;
import akka.actor.typed.receptionist.ServiceKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Replaces Akka's receptionist on one node. */
final class SimulatedReceptionist extends Receptionist {

    /** The services of all nodes, by node: the replicated state of all receptionists. */
    static final class Services {
        private final Map<ServiceKey<?>, SortedMap<Long, SortedSet<String>>> all = new HashMap<>();
        private Runnable changed = () -> {};

        /** @param what runs after each change */
        void onChange(Runnable what) {
            changed = what;
        }

        private SortedSet<String> of(ServiceKey<?> key, long node) {
            return all.computeIfAbsent(key, any -> new TreeMap<>()).computeIfAbsent(node, any -> new TreeSet<>());
        }
    }

    private record Seen(Map<Long, SimulatedMembership.Seen> members, Services services) {}

    private record Listed(Set<String> all, Set<String> reachable) {}

    private final ActorRef<Command> ref;
    private final ActorSystem<?> system;
    private final long self;
    private final Services services;
    private final Map<ServiceKey<?>, List<ActorRef<Listing>>> subscribers = new HashMap<>();
    private final Map<ServiceKey<?>, Listed> listed = new HashMap<>();
    private Map<Long, SimulatedMembership.Seen> members = Map.of();

    /** @param self the number of this node */
    SimulatedReceptionist(ActorSystem<?> system, long self, Services services) {
        this.system = system;
        this.self = self;
        this.services = services;
        this.ref = system.systemActorOf(behavior(), "simulated-receptionist", Props.empty());
    }

    @Override
    public ActorRef<Command> ref() {
        return ref;
    }

    private Behavior<Command> behavior() {
        return Behaviors.setup(context -> Behaviors.receiveMessage(command -> {
            on(context, command);
            return Behaviors.same();
        }));
    }

    private void on(ActorContext<Command> context, Command command) {
        if (command instanceof ReceptionistMessages.Register<?> register) {
            register(context, register);
        } else if (command instanceof ReceptionistMessages.Deregister<?> deregister) {
            services.of(deregister.key(), self).remove(written(deregister.serviceInstance()));
            services.changed.run();
        } else if (command instanceof ReceptionistMessages.Subscribe<?> subscribe) {
            subscribers
                    .computeIfAbsent(subscribe.key(), any -> new ArrayList<>())
                    .add(subscribe.subscriber());
            tell(subscribe.key(), list(subscribe.key()), List.of(subscribe.subscriber()));
        } else {
            throw new IllegalArgumentException("nothing of Symposium asks a receptionist " + command);
        }
    }

    private void register(ActorContext<Command> context, ReceptionistMessages.Register<?> register) {
        services.of(register.key(), self).add(written(register.serviceInstance()));
        services.changed.run();
        context.spawnAnonymous(Behaviors.<Void>setup(watching -> {
            watching.watch(register.serviceInstance());
            return Behaviors.<Void>receive(Void.class)
                    .onSignal(akka.actor.typed.Terminated.class, stopped -> {
                        services.of(register.key(), self).remove(written(register.serviceInstance()));
                        services.changed.run();
                        return Behaviors.stopped();
                    })
                    .build();
        }));
    }

    private String written(ActorRef<?> actor) {
        return ActorRefResolver.get(system).toSerializationFormat(actor);
    }

    /** These are the members from now on, and their services as they are now. */
    void sees(Map<Long, SimulatedMembership.Seen> now) {
        members = now;
        subscribers.forEach((key, actors) -> {
            Listed list = list(key);
            if (!list.equals(listed.put(key, list))) {
                tell(key, list, actors);
            }
        });
    }

    private Listed list(ServiceKey<?> key) {
        Set<String> all = new TreeSet<>();
        Set<String> reachable = new TreeSet<>();
        services.all.getOrDefault(key, new TreeMap<>()).forEach((node, actors) -> {
            if (node == self || members.containsKey(node)) {
                all.addAll(actors);
            }
            if (node == self || members.containsKey(node) && members.get(node).reachable()) {
                reachable.addAll(actors);
            }
        });
        return new Listed(all, reachable);
    }

    private <T> void tell(ServiceKey<T> key, Listed list, List<ActorRef<Listing>> actors) {
        Listing listing = Receptionist.listing(key, resolved(list.reachable()), resolved(list.all()), true);
        actors.forEach(actor -> actor.tell(listing));
    }

    private <T> Set<ActorRef<T>> resolved(Set<String> paths) {
        return paths.stream()
                .map(path -> ActorRefResolver.get(system).<T>resolveActorRef(path))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
