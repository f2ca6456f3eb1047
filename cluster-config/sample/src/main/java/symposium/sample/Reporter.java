package symposium.sample;

import akka.actor.typed.ActorSystem;
import symposium.service.Symposium;
import symposium.service.election.Elections;
import symposium.service.election.LeaderState;
import symposium.service.election.Leadership;

/** Campaigns to lead the election "report", as code that is no actor does, and says who leads. */
final class Reporter {

    private static final String ELECTION = "report";

    private final String name;
    private final Elections elections;

    private Reporter(String name, Elections elections) {
        this.name = name;
        this.elections = elections;
    }

    static void start(String name, ActorSystem<?> system) {
        Reporter reporter = new Reporter(name, Symposium.get(system).elections());
        reporter.elections.watch(ELECTION, reporter::follow);
        reporter.campaign();
    }

    /** It fails when the node leaves or is removed; then there is nothing left to campaign for. */
    private void campaign() {
        elections.campaign(ELECTION, name).thenAccept(this::lead);
    }

    private void lead(Leadership leadership) {
        say("leads in term " + leadership.fence());
        leadership.leaving().thenAccept(leaving -> leadership.resign());
        leadership.lost().thenAccept(lost -> {
            say("no longer leads: " + lost.why());
            campaign();
        });
    }

    private void follow(LeaderState state) {
        if (state instanceof LeaderState.Leader leader) {
            say("follows " + leader.value() + " in term " + leader.fence());
        }
    }

    private void say(String what) {
        System.out.println(name + " " + what);
    }
}
