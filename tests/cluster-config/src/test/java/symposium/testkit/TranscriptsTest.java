package symposium.testkit;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.Transcript;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Entry;

/**
 * Named locks of three nodes, as transcripts that anybody can read: each paragraph of a file is a command, a line, and
 * the messages that the owners receive then. {@code -Dsymposium.golden=write} writes the files again, for review.
 *
 * <ul>
 *   <li>{@code 0 ann acquires x, shared y, 2/3 z}: at node 0; {@code tries} does not wait
 *   <li>{@code ann releases}
 *   <li>{@code cut 0} (it sees no majority), {@code heal 0}, {@code suspend 0}, {@code resume 0}, {@code remove 0},
 *       {@code restart 0}
 * </ul>
 */
@Tag("fast")
class TranscriptsTest {

    private static final Path TRANSCRIPTS = Path.of("src/test/resources/symposium/testkit/transcripts");

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit APPLICATION = ActorTestKit.create();

    private final LocksTestKit kit = LocksTestKit.create(APPLICATION.system());
    private final Map<String, Owner> owners = new LinkedHashMap<>();
    private final List<String> told = new ArrayList<>();
    private final Set<Integer> suspended = new TreeSet<>();

    /** The owner of one request, and what it has received. */
    private static final class Owner {
        private final int node;
        private final TestProbe<Object> probe = APPLICATION.createTestProbe();
        private Optional<Fence> fence = Optional.empty();
        private boolean over;
        private boolean waits;

        Owner(int node) {
            this.node = node;
        }
    }

    static Stream<Path> transcripts() throws IOException {
        return Transcript.in(TRANSCRIPTS);
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void happensAsItIsWritten(Path transcript) throws IOException {
        try (kit) {
            Transcript.follow(transcript, command -> {
                told.clear();
                carryOut(command.split(" ", 3));
                observe();
                return told;
            });
        }
    }

    private void carryOut(String[] words) {
        switch (words[0]) {
            case "cut" -> kit.cutOff(Integer.parseInt(words[1]));
            case "heal" -> kit.heal(Integer.parseInt(words[1]));
            case "suspend" -> {
                kit.suspend(Integer.parseInt(words[1]));
                suspended.add(Integer.parseInt(words[1]));
            }
            case "resume" -> {
                kit.resume(Integer.parseInt(words[1]));
                suspended.remove(Integer.parseInt(words[1]));
            }
            case "remove" -> kit.remove(Integer.parseInt(words[1]));
            case "restart" -> kit.restart(Integer.parseInt(words[1]));
            default -> {
                if (words[1].equals("releases")) {
                    release(words[0]);
                } else {
                    String[] asked = words[2].split(" ", 2);
                    ask(Integer.parseInt(words[0]), words[1], asked[0].equals("tries"), claims(asked[1]));
                }
            }
        }
    }

    private void ask(int node, String name, boolean tries, Claims claims) {
        Owner owner = new Owner(node);
        owners.put(name, owner);
        var to = owner.probe.getRef();
        kit.node(node)
                .service()
                .tell(
                        tries
                                ? new LockService.TryAcquire(name, claims, Optional.empty(), to, to.narrow(), to)
                                : new LockService.Acquire(name, claims, Optional.empty(), to, to.narrow(), to));
        if (tries) {
            tell(name, owner, owner.probe.receiveMessage());
        } else {
            kit.await(name + " holds, waits or is refused", status -> entry(status, name)
                    .isPresent());
        }
    }

    private void release(String name) {
        Owner owner = owners.get(name);
        kit.node(owner.node)
                .service()
                .tell(new LockService.Release(
                        name, owner.fence.orElseThrow(), owner.probe.getRef().narrow()));
        tell(name, owner, owner.probe.receiveMessage());
    }

    private static Claims claims(String text) {
        Claims all = null;
        for (String claim : text.split(", ")) {
            String[] words = claim.split(" ");
            Claims one = words.length == 1
                    ? Claims.exclusive(words[0])
                    : words[0].equals("shared")
                            ? Claims.shared(words[1])
                            : Claims.permits(
                                    words[1],
                                    Integer.parseInt(words[0].split("/")[0]),
                                    Integer.parseInt(words[0].split("/")[1]));
            all = all == null ? one : all.and(one);
        }
        return all;
    }

    private static Optional<Entry> entry(KitStatus status, String name) {
        return status.nodes().stream()
                .flatMap(node -> node.entries().stream())
                .filter(each -> each.id().equals(name))
                .findFirst();
    }

    /** What follows for every owner. When the status says that one has been told something, that is on its way. */
    private void observe() {
        kit.status();
        // Changes nothing, and is answered once all has been carried out that was asked of the nodes before.
        kit.resume(suspended.contains(0) ? 1 : 0);
        KitStatus status = kit.status();
        owners.forEach((name, owner) -> {
            if (owner.over) {
                return;
            }
            Optional<Entry> entry = entry(status, name);
            if (entry.isEmpty() || entry.get().fence().isPresent() && owner.fence.isEmpty()) {
                tell(name, owner, owner.probe.receiveMessage());
            } else if (entry.get().fence().isEmpty() && !owner.waits) {
                owner.waits = true;
                told.add(name + " waits");
            }
        });
    }

    private void tell(String name, Owner owner, Object message) {
        if (message instanceof LockService.Granted granted) {
            owner.fence = Optional.of(granted.fence());
            told.add(name + " holds " + granted.claims() + " under fence " + granted.fence());
        } else {
            owner.over = true;
            told.add(name + ending(message));
        }
    }

    private static String ending(Object message) {
        if (message instanceof LockService.Lost lost) {
            return " has lost it: " + lost.why();
        }
        if (message instanceof LockService.Unavailable unavailable) {
            return " is not served: " + unavailable.why();
        }
        if (message instanceof LockService.NotFree) {
            return " does not get it: not free";
        }
        return message instanceof LockService.Released ? " has released it" : " is told " + message;
    }
}
