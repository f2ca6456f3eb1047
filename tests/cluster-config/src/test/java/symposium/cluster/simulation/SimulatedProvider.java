package symposium.cluster.simulation;

import akka.actor.ActorPath;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Address;
import akka.actor.DynamicAccess;
import akka.actor.ExtendedActorSystem;
import akka.actor.InternalActorRef;
import akka.actor.LocalActorRefProvider;
import akka.actor.RootActorPath;
import akka.dispatch.sysmsg.DeathWatchNotification;
import akka.dispatch.sysmsg.SystemMessage;
import akka.dispatch.sysmsg.Unwatch;
import akka.dispatch.sysmsg.Watch;
import akka.event.EventStream;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.Serializer;
import akka.serialization.Serializers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import scala.Option;
import scala.collection.immutable.Iterable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The references of a simulated actor system. Messages to actors of other machines are written and read by Akka's
 * serialization; the notices by which actors watch each other arrive for sure, as with Akka's remoting.
 */
public final class SimulatedProvider extends LocalActorRefProvider {

    private final SimulatedNetwork.Endpoint endpoint;
    /** By what is written of them: messages go to the same actors again and again. */
    private final Map<String, Place> places = new HashMap<>();

    /** Where an actor is: here, by the names down to it, or elsewhere. */
    private record Place(ActorPath path, Optional<Iterable<String>> names) {}

    /** Called by Akka. */
    public SimulatedProvider(String name, ActorSystem.Settings settings, EventStream events, DynamicAccess access) {
        super(name, settings, events, access);
        this.endpoint = SimulatedNetwork.endpoint(settings.config().getInt(SimulatedNode.MACHINE));
    }

    @Override
    public Address getDefaultAddress() {
        return endpoint.address();
    }

    @Override
    public Option<Address> getExternalAddressFor(Address other) {
        return Option.apply(endpoint.address());
    }

    @Override
    public Serialization.Information serializationInformation() {
        return new Serialization.Information(endpoint.address(), system());
    }

    private boolean isHere(Address address) {
        return address.equals(endpoint.address()) || address.hasLocalScope();
    }

    @Override
    public ActorRef rootGuardianAt(Address address) {
        return isHere(address) ? rootGuardian() : new SimulatedRef(this, new RootActorPath(address, "/"));
    }

    @Override
    public ActorRef resolveActorRef(String path) {
        Place place = places.computeIfAbsent(path, written -> place(ActorPath.fromString(written)));
        return place.names().isPresent()
                ? resolveActorRef(rootGuardian(), place.names().get())
                : new SimulatedRef(this, place.path());
    }

    @Override
    public ActorRef resolveActorRef(ActorPath path) {
        return resolveActorRef(path.toSerializationFormat());
    }

    private Place place(ActorPath path) {
        if (!isHere(path.address())) {
            return new Place(path, Optional.empty());
        }
        List<String> names = new ArrayList<>();
        path.getElements().forEach(names::add);
        int last = names.size() - 1;
        if (path.uid() != 0) {
            names.set(last, names.get(last) + "#" + path.uid());
        }
        return new Place(path, Optional.of(CollectionConverters.asScala(names).toList()));
    }

    private ExtendedActorSystem system() {
        return akka$actor$LocalActorRefProvider$$system();
    }

    private String written(ActorRef ref) {
        return ref.path().toSerializationFormatWithAddress(endpoint.address());
    }

    void send(ActorPath to, Object message, ActorRef sender) {
        Serialization serialization = SerializationExtension.get(system());
        Serializer serializer = serialization.findSerializerFor(message);
        String manifest = Serializers.manifestFor(serializer, message);
        byte[] bytes = serialization.serialize(message).get();
        String recipient = to.toSerializationFormat();
        String from = sender == null || sender == ActorRef.noSender() || sender == deadLetters() ? "" : written(sender);
        endpoint.send(
                to.address(), message.getClass(), there -> there.take(serializer, manifest, bytes, recipient, from));
    }

    private void take(Serializer from, String manifest, byte[] bytes, String recipient, String sender) {
        Object message = SerializationExtension.get(system())
                .deserialize(bytes, from.identifier(), manifest)
                .get();
        resolveActorRef(recipient).tell(message, sender.isEmpty() ? deadLetters() : resolveActorRef(sender));
    }

    void sendSystemMessage(Address to, SystemMessage message) {
        if (message instanceof Watch watch) {
            String watchee = written(watch.watchee());
            String watcher = written(watch.watcher());
            endpoint.sendSurely(to, there -> there.tell(watchee, of -> new Watch(of, there.internal(watcher))));
        } else if (message instanceof Unwatch unwatch) {
            String watchee = written(unwatch.watchee());
            String watcher = written(unwatch.watcher());
            endpoint.sendSurely(to, there -> there.tell(watchee, of -> new Unwatch(of, there.internal(watcher))));
        } else {
            throw new IllegalArgumentException("an unexpected system message: " + message);
        }
    }

    /** An actor that is watched from another machine has stopped. */
    void stopped(ActorPath watcher, DeathWatchNotification stopped) {
        String actor = written(stopped.actor());
        boolean existed = stopped.existenceConfirmed();
        endpoint.sendSurely(
                watcher.address(),
                there -> there.tell(
                        watcher.toSerializationFormat(),
                        of -> new DeathWatchNotification(there.internal(actor), existed, false)));
    }

    private InternalActorRef internal(String path) {
        return (InternalActorRef) resolveActorRef(path);
    }

    private void tell(String path, Function<InternalActorRef, SystemMessage> message) {
        InternalActorRef recipient = internal(path);
        recipient.sendSystemMessage(message.apply(recipient));
    }
}
