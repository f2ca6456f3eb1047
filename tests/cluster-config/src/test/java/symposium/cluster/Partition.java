package symposium.cluster;

import static akka.remote.testkit.Direction.bothDirection;

import akka.actor.Address;
import java.util.concurrent.TimeUnit;
import symposium.demo.nodes.LinkCut;

/**
 * A network that loses everything between some nodes. Their transport has to be in test mode:
 * {@code akka.remote.artery.advanced.test-mode = on}.
 */
final class Partition {

    private Partition() {}

    /** From now on nothing passes between {@code one} and the others, in either direction. */
    static void around(SymposiumNode one, SymposiumNode... others) throws Exception {
        for (SymposiumNode other : others) {
            swallow(one, other.address());
            swallow(other, one.address());
        }
    }

    /** From now on everything passes between {@code one} and the others again. */
    static void mended(SymposiumNode one, SymposiumNode... others) throws Exception {
        for (SymposiumNode other : others) {
            mended(one, other.address());
            mended(other, one.address());
        }
    }

    /** From now on nothing passes between {@code at} and whatever node has this address, now or later. */
    static void swallow(SymposiumNode at, Address other) throws Exception {
        cut(at, other, true);
    }

    /** From now on everything passes between {@code at} and the node with this address again. */
    static void mended(SymposiumNode at, Address other) throws Exception {
        cut(at, other, false);
    }

    private static void cut(SymposiumNode at, Address other, boolean cuts) throws Exception {
        LinkCut.set(at, other, bothDirection(), cuts)
                .toCompletableFuture()
                .get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
