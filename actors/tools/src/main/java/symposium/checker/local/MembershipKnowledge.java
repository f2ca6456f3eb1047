package symposium.checker.local;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * What a process knows of the membership by notifications; processes are bits of a mask.
 *
 * @param cutOff whether it was notified that it is cut off
 * @param present the processes it knows, itself included; 0 if it started cut off and has not been notified
 * @param departed those of them that it knows to have departed
 * @param lost the processes to which it knows its link to have failed
 */
@RecordBuilder
public record MembershipKnowledge(boolean cutOff, long present, long departed, long lost)
        implements MembershipKnowledgeBuilder.With {

    /** What a process knows that has been told nothing. */
    static final MembershipKnowledge NOTHING = new MembershipKnowledge(false, 0, 0, 0);
}
