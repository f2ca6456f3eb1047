package symposium.cluster.simulation;

import akka.actor.ActorPath;
import akka.actor.ActorRef;
import akka.actor.ActorRefProvider;
import akka.actor.ActorRefScope;
import akka.actor.InternalActorRef;
import akka.dispatch.sysmsg.DeathWatchNotification;
import akka.dispatch.sysmsg.SystemMessage;
import scala.collection.Iterator;

/** A reference to an actor of another machine. Its messages go through the {@link SimulatedNetwork}. */
class SimulatedRef extends InternalActorRef implements ActorRefScope {

    private static final long serialVersionUID = 1L;

    private final transient SimulatedProvider provider;
    private final ActorPath path;

    SimulatedRef(SimulatedProvider provider, ActorPath path) {
        this.provider = provider;
        this.path = path;
    }

    @Override
    public ActorPath path() {
        return path;
    }

    @Override
    public void $bang(Object message, ActorRef sender) {
        provider.send(path, message, sender);
    }

    @Override
    public void sendSystemMessage(SystemMessage message) {
        if (message instanceof DeathWatchNotification stopped) {
            provider.stopped(path, stopped);
        } else {
            provider.sendSystemMessage(path.address(), message);
        }
    }

    @Override
    public ActorRefProvider provider() {
        return provider;
    }

    @Override
    public boolean isLocal() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public InternalActorRef getParent() {
        return provider.deadLetters();
    }

    @Override
    public InternalActorRef getChild(Iterator<String> names) {
        return names.forall(String::isEmpty) ? this : getParent();
    }

    @Override
    public void start() {}

    @Override
    public void resume(Throwable cause) {}

    @Override
    public void suspend() {}

    @Override
    public void restart(Throwable cause) {}

    @Override
    public void stop() {}
}
