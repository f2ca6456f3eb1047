package symposium.service;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterEvent;
import akka.cluster.Member;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.SingletonActor;
import akka.cluster.typed.Subscribe;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import symposium.service.lock.LockService;

/**
 * An application in a virtual machine of its own, one of three nodes, that has a cluster singleton under Akka's lease.
 * It prints when it sees all nodes up, and the fence of the lease when the singleton has started here.
 */
final class SingletonNode {

    private SingletonNode() {}

    /**
     * Runs until it is killed.
     *
     * @param arguments the number of its process, the ports of all, and, unless Akka's own settings are to detect a
     *     crash, the file of those that do
     */
    public static void main(String[] arguments) {
        int process = Integer.parseInt(arguments[0]);
        List<String> ports = Arrays.asList(arguments[1].split(","));
        String seeds = ports.stream()
                .map(port -> "\"akka://shop@127.0.0.1:" + port + "\"")
                .collect(Collectors.joining(","));
        Config detection = arguments.length > 2 ? ConfigFactory.parseResources(arguments[2]) : ConfigFactory.empty();
        Config config = ConfigFactory.parseString("""
                akka {
                  actor.provider = cluster
                  remote.artery.canonical { hostname = "127.0.0.1", port = %s }
                  cluster {
                    roles = ["symposium"]
                    seed-nodes = [%s]
                    downing-provider-class = "akka.cluster.sbr.SplitBrainResolverProvider"
                    singleton { use-lease = "symposium.lease", lease-retry-interval = 200ms }
                  }
                }
                symposium.processes = %d
                """.formatted(ports.get(process), seeds, ports.size()))
                .withFallback(detection)
                .withFallback(ConfigFactory.load());
        ActorSystem<ClusterEvent.MemberUp> system = ActorSystem.create(counting(ports.size()), "shop", config);
        Symposium.get(system);
        ClusterSingleton.get(system).init(SingletonActor.of(only(), "only"));
    }

    /** Says so when as many members are up. */
    private static Behavior<ClusterEvent.MemberUp> counting(int all) {
        return Behaviors.setup(context -> {
            Cluster.get(context.getSystem())
                    .subscriptions()
                    .tell(Subscribe.create(context.getSelf(), ClusterEvent.MemberUp.class));
            Set<Member> up = new HashSet<>();
            return Behaviors.receiveMessage(event -> {
                up.add(event.member());
                if (up.size() == all) {
                    System.out.println("all up");
                }
                return Behaviors.same();
            });
        });
    }

    private static Behavior<String> only() {
        return Behaviors.setup(context -> {
            ActorSystem<?> system = context.getSystem();
            AskPattern.<LockService.Command, LockService.Status>ask(
                            Symposium.get(system).locks().service(),
                            LockService.GetStatus::new,
                            Duration.ofSeconds(60),
                            system.scheduler())
                    .thenAccept(status -> System.out.println(
                            "only " + status.held().get(0).fence().orElseThrow().number()));
            return Behaviors.ignore();
        });
    }
}
