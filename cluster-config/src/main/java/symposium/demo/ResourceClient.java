package symposium.demo;

import akka.actor.typed.ActorRef;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import symposium.cluster.Resources;
import symposium.kernel.ProcessId;

/**
 * The table of a node, for an application that wants now these resources, now those: one of them, two or three.
 *
 * @param self the process of the node
 * @param table that of the node
 * @param resources what there is, three at least
 * @param random decides what is wanted
 */
record ResourceClient(ProcessId self, ActorRef<Resources.Command> table, List<String> resources, RandomGenerator random)
        implements ServicePort<Resources.Reply> {

    /** As many as an application wants at the most. */
    static final int MOST = 3;

    /** What there is in an office. */
    static final List<String> OFFICE = List.of("modem", "plotter", "printer", "scanner", "tape");

    @Override
    public Class<Resources.Reply> replies() {
        return Resources.Reply.class;
    }

    @Override
    public Deed<Resources.Reply> next() {
        SortedSet<String> wanted = Collections.unmodifiableSortedSet(some());
        return new Deed<>(
                new DemoEvent.Wanting(self, wanted), replyTo -> table.tell(new Resources.Take(wanted, replyTo)));
    }

    private SortedSet<String> some() {
        List<String> left = new ArrayList<>(resources);
        SortedSet<String> some = new TreeSet<>();
        int many = 1 + random.nextInt(MOST);
        while (some.size() < many) {
            some.add(left.remove(random.nextInt(left.size())));
        }
        return some;
    }

    @Override
    public Answer<Resources.Reply> answer(Resources.Reply reply) {
        if (reply instanceof Resources.Taken taken) {
            return new Has<>(
                    new DemoEvent.Taking(self, taken.resources(), taken.fence()),
                    new Deed<>(
                            new DemoEvent.Returning(self, taken.resources(), taken.fence()),
                            replyTo -> table.tell(new Resources.Release(taken.fence(), replyTo))));
        }
        if (reply instanceof Resources.Lost lost) {
            return new ServicePort.Lost<>(new DemoEvent.Robbed(self, lost.fence()));
        }
        return reply instanceof Resources.Unavailable ? new Closed<>() : new Noted<>();
    }

    /** Whether this is to have as much as anyone may have. */
    static boolean hasMost(DemoEvent told) {
        return told instanceof DemoEvent.Taking taking && taking.resources().size() == MOST;
    }
}
