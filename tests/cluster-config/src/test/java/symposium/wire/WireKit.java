package symposium.wire;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import com.typesafe.config.ConfigFactory;

/** An actor system that is no member of a cluster, with the serialization of a node. */
public final class WireKit {

    private WireKit() {}

    /** Starts one. */
    public static ActorTestKit start() {
        return ActorTestKit.create(
                "wire",
                ConfigFactory.parseString("akka.actor.provider = local")
                        .withFallback(ConfigFactory.parseResources("symposium-akka.conf"))
                        .withFallback(ConfigFactory.defaultReferenceUnresolved())
                        .resolve());
    }
}
