------------------------------ MODULE Ewd851 ------------------------------
(* The ring of EWD851 for TLC, with the states of ewd851.pml, beside this   *)
(* file. link[i] is what is on the link on the right of machine i: a signal *)
(* on its way to the machine there, or the token on its way from it.        *)
EXTENDS Naturals
CONSTANT N
VARIABLES user, holds, black, link

vars == <<user, holds, black, link>>
Machines == 0 .. N - 1
Left(i) == (i + 1) % N
Right(i) == (i + N - 1) % N

Init ==
    /\ user = [i \in Machines |-> "neutral"]
    /\ holds = [i \in Machines |-> i = 0]
    /\ black = [i \in Machines |-> FALSE]
    /\ link = [i \in Machines |-> "nothing"]

(* A machine completes an engagement. *)
n0(i) ==
    /\ user[i] = "neutral" /\ holds[i]
    /\ user' = [user EXCEPT ![i] = "critical"]
    /\ UNCHANGED <<holds, black, link>>
n1(i) ==
    /\ user[i] = "neutral" /\ ~holds[i] /\ ~black[i]
    /\ user' = [user EXCEPT ![i] = "delayed"]
    /\ link' = [link EXCEPT ![i] = "signal"]
    /\ UNCHANGED <<holds, black>>
n2(i) ==
    /\ user[i] = "neutral" /\ ~holds[i] /\ black[i]
    /\ user' = [user EXCEPT ![i] = "delayed"]
    /\ UNCHANGED <<holds, black, link>>
c0(i) ==
    /\ user[i] = "critical" /\ ~black[i]
    /\ user' = [user EXCEPT ![i] = "neutral"]
    /\ UNCHANGED <<holds, black, link>>
c1(i) ==
    /\ user[i] = "critical" /\ black[i]
    /\ user' = [user EXCEPT ![i] = "neutral"]
    /\ holds' = [holds EXCEPT ![i] = FALSE]
    /\ black' = [black EXCEPT ![i] = FALSE]
    /\ link' = [link EXCEPT ![Left(i)] = "token"]

(* The signal on the right of i comes to the machine there. *)
s0(i) == LET z == Right(i) IN
    /\ link[i] = "signal" /\ user[z] = "neutral" /\ ~holds[z]
    /\ black' = [black EXCEPT ![z] = TRUE]
    /\ link' = [link EXCEPT ![i] = "nothing", ![z] = "signal"]
    /\ UNCHANGED <<user, holds>>
s13(i) == LET z == Right(i) IN
    /\ link[i] = "signal" /\ user[z] # "neutral"
    /\ black' = [black EXCEPT ![z] = TRUE]
    /\ link' = [link EXCEPT ![i] = "nothing"]
    /\ UNCHANGED <<user, holds>>
s2(i) == LET z == Right(i) IN
    /\ link[i] = "signal" /\ user[z] = "neutral" /\ holds[z]
    /\ holds' = [holds EXCEPT ![z] = FALSE]
    /\ link' = [link EXCEPT ![i] = "token"]
    /\ UNCHANGED <<user, black>>

(* The token on the right of i comes to i. *)
t02(i) ==
    /\ link[i] = "token" /\ user[i] = "delayed"
    /\ user' = [user EXCEPT ![i] = "critical"]
    /\ holds' = [holds EXCEPT ![i] = TRUE]
    /\ link' = [link EXCEPT ![i] = "nothing"]
    /\ UNCHANGED black
t1(i) ==
    /\ link[i] = "token" /\ user[i] # "delayed"
    /\ black' = [black EXCEPT ![i] = FALSE]
    /\ link' = [link EXCEPT ![i] = "nothing", ![Left(i)] = "token"]
    /\ UNCHANGED <<user, holds>>

Next == \E i \in Machines :
    \/ n0(i) \/ n1(i) \/ n2(i) \/ c0(i) \/ c1(i)
    \/ s0(i) \/ s13(i) \/ s2(i) \/ t02(i) \/ t1(i)

Spec == Init /\ [][Next]_vars

Exclusion == \A i, j \in Machines : user[i] = "critical" /\ user[j] = "critical" => i = j
============================================================================
