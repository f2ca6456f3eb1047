package symposium.management;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.Behaviors;
import akka.http.javadsl.model.Uri;
import akka.http.javadsl.model.sse.ServerSentEvent;
import akka.http.scaladsl.model.HttpRequest;
import akka.http.scaladsl.model.HttpResponse;
import akka.http.scaladsl.server.Route$;
import akka.management.javadsl.ManagementRouteProviderSettings;
import akka.stream.BoundedSourceQueue;
import akka.stream.QueueOfferResult;
import scala.Function1;
import scala.concurrent.Future;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.Notice;
import symposium.service.lock.LockService;

/** The endpoints of a node for clients, without a server. */
public final class SimulatedHttp {

    private SimulatedHttp() {}

    /** Returns the handler of HTTP requests on a node with this service. */
    public static Function1<HttpRequest, Future<HttpResponse>> clients(
            ActorSystem<?> system, ActorRef<LockService.Command> service) {
        ManagementRouteProviderSettings settings =
                ManagementRouteProviderSettings.create(Uri.create("http://127.0.0.1"));
        return Route$.MODULE$.toFunction(
                new ClientRoutes(system, service).routes(settings).asScala(), system);
    }

    /** A stream of the events of a session. */
    public static final class Events implements BoundedSourceQueue<ServerSentEvent> {
        private boolean local;
        private boolean completed;

        /**
         * Follows a session.
         *
         * @param service of the node at which the stream is
         */
        public Events(ActorSystem<?> system, ActorRef<LockService.Command> service, String session, String name) {
            Behavior<Notice> watcher = Behaviors.setup(context -> {
                ActorRef<Notice> events = context.spawn(ClientEvents.create(this), "events");
                context.watch(events);
                return Behaviors.receive(Notice.class)
                        .onMessage(Notice.class, notice -> {
                            local = notice.service().equals(service);
                            events.tell(notice);
                            return Behaviors.same();
                        })
                        .onSignal(Terminated.class, ended -> Behaviors.stopped())
                        .build();
            });
            service.tell(new ClientSessions.Watch(session, false, system.systemActorOf(watcher, name, Props.empty())));
        }

        /** Whether the session is at the node of the stream, and the stream has not ended. */
        public boolean isLeft() {
            return local && !completed;
        }

        @Override
        public QueueOfferResult offer(ServerSentEvent event) {
            return QueueOfferResult.enqueued();
        }

        @Override
        public void complete() {
            completed = true;
        }

        @Override
        public void fail(Throwable failure) {
            completed = true;
        }

        @Override
        public int size() {
            return 0;
        }
    }
}
