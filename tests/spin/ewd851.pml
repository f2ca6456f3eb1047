/*
 * Mutual exclusion on a ring of N machines, after E. W. Dijkstra, "Reducing
 * control traffic in a distributed implementation of mutual exclusion"
 * (EWD851, 1983), as a Promela model for the model checker Spin.
 *
 * The model has exactly the states of the ring and no others: Spin's number
 * of stored states is the number of reachable global states, the machines
 * being numbered, from the one initial state in which all machines are white
 * and neutral, all links are unused and machine 0 holds the token.  Every
 * step is one atomic action of the paper: a machine completes its neutral
 * engagement (n.0, n.1, n.2) or its critical engagement (c.0, c.1), or a link
 * delivers its signal (s.0 to s.3) or the token (t.0 to t.2).  Machines may
 * ask for a critical engagement any number of times.
 *
 *     spin -DN=9 -a ewd851.pml        N from 1 to 12, 3 unless given
 *     gcc -O3 -march=native -DSAFETY -DNOREDUCE -DBFS -o pan pan.c
 *     ./pan
 *
 * It is written to be checked fast.  A single process looks after the whole
 * ring, so that nothing but the ring is stored; its loop is unrolled over the
 * machines, so that no index is computed; a machine and the link on its right
 * share six bits.  Turn partial order reduction off (-DNOREDUCE), as above:
 * with one process it can save no states but still costs time.
 *
 *   N        1   2   3    4     5     6      7       8       9       10
 *   states   2  16  87  404  1735  7122  28385  110776  425511  1614230
 */

#ifndef N
#define N 3
#endif

/* A machine: neutral if neither DELAYED nor CRITICAL; white unless BLACK. */
#define DELAYED   1
#define CRITICAL  2
#define HOLDS     4
#define BLACK     8
/* The link on the machine's right: unused if neither of the two. */
#define SIGNAL   16
#define TOKEN    32

/* Tokens go to the left, to the next higher number; signals to the right. */
unsigned m0 : 6 = HOLDS;
#if N > 1
unsigned m1 : 6;
#endif
#if N > 2
unsigned m2 : 6;
#endif
#if N > 3
unsigned m3 : 6;
#endif
#if N > 4
unsigned m4 : 6;
#endif
#if N > 5
unsigned m5 : 6;
#endif
#if N > 6
unsigned m6 : 6;
#endif
#if N > 7
unsigned m7 : 6;
#endif
#if N > 8
unsigned m8 : 6;
#endif
#if N > 9
unsigned m9 : 6;
#endif
#if N > 10
unsigned m10 : 6;
#endif
#if N > 11
unsigned m11 : 6;
#endif

/* Closing the ring: the last machine, and its left neighbour, machine 0. */
#if N == 1
#define LAST m0
#define m1   m0
#define ALL  (m0)
#elif N == 2
#define LAST m1
#define m2   m0
#define ALL  (m0|m1)
#elif N == 3
#define LAST m2
#define m3   m0
#define ALL  (m0|m1|m2)
#elif N == 4
#define LAST m3
#define m4   m0
#define ALL  (m0|m1|m2|m3)
#elif N == 5
#define LAST m4
#define m5   m0
#define ALL  (m0|m1|m2|m3|m4)
#elif N == 6
#define LAST m5
#define m6   m0
#define ALL  (m0|m1|m2|m3|m4|m5)
#elif N == 7
#define LAST m6
#define m7   m0
#define ALL  (m0|m1|m2|m3|m4|m5|m6)
#elif N == 8
#define LAST m7
#define m8   m0
#define ALL  (m0|m1|m2|m3|m4|m5|m6|m7)
#elif N == 9
#define LAST m8
#define m9   m0
#define ALL  (m0|m1|m2|m3|m4|m5|m6|m7|m8)
#elif N == 10
#define LAST m9
#define m10  m0
#define ALL  (m0|m1|m2|m3|m4|m5|m6|m7|m8|m9)
#elif N == 11
#define LAST m10
#define m11  m0
#define ALL  (m0|m1|m2|m3|m4|m5|m6|m7|m8|m9|m10)
#elif N == 12
#define LAST m11
#define m12  m0
#define ALL  (m0|m1|m2|m3|m4|m5|m6|m7|m8|m9|m10|m11)
#else
#error "N must be from 1 to 12"
#endif

/*
 * Mutual exclusion: at most one machine is critically engaged.  No machine is
 * at first, so it is enough to look whenever one is about to become so: then
 * no machine may be critical yet.
 */
#define EXCLUSION assert((ALL & CRITICAL) == 0)

/*
 * Machine x between its left neighbour y and its right neighbour z.  The link
 * on its right is in x, the one on its left is in y.  A message is sent on a
 * link without looking whether it is unused; in this algorithm it always is.
 */
#define COMPLETION(z, x, y) \
    :: d_step { (x & DELAYED) == 0 -> \
        if \
        :: x & CRITICAL -> \
            if \
            :: x & BLACK /* c.1 */ -> x = x & ~(CRITICAL|HOLDS|BLACK); y = y | TOKEN \
            :: else      /* c.0 */ -> x = x & ~CRITICAL \
            fi \
        :: else -> \
            if \
            :: x & HOLDS /* n.0 */ -> EXCLUSION; x = x | CRITICAL \
            :: else -> \
                if \
                :: x & BLACK /* n.2 */ -> x = x | DELAYED \
                :: else      /* n.1 */ -> x = x | (DELAYED|SIGNAL) \
                fi \
            fi \
        fi }

/* The link on the right of x: a signal arrives at z, the token at x. */
#define DELIVERY(z, x, y) \
    :: d_step { x & (SIGNAL|TOKEN) -> \
        if \
        :: x & SIGNAL -> \
            if \
            :: z & (DELAYED|CRITICAL) /* s.1, s.3 */ -> x = x & ~SIGNAL; z = z | BLACK \
            :: else -> \
                if \
                :: z & HOLDS /* s.2 */ -> x = x ^ (SIGNAL|TOKEN); z = z & ~HOLDS \
                :: else      /* s.0 */ -> x = x & ~SIGNAL; z = z | (BLACK|SIGNAL) \
                fi \
            fi \
        :: else -> \
            if \
            :: x & DELAYED /* t.0, t.2 */ -> EXCLUSION; x = x ^ (TOKEN|DELAYED|CRITICAL|HOLDS) \
            :: else        /* t.1 */ -> x = x & ~(TOKEN|BLACK); y = y | TOKEN \
            fi \
        fi }

#define MACHINE(z, x, y) COMPLETION(z, x, y) DELIVERY(z, x, y)

active proctype ring()
{
    do
    MACHINE(LAST, m0, m1)
#if N > 1
    MACHINE(m0, m1, m2)
#endif
#if N > 2
    MACHINE(m1, m2, m3)
#endif
#if N > 3
    MACHINE(m2, m3, m4)
#endif
#if N > 4
    MACHINE(m3, m4, m5)
#endif
#if N > 5
    MACHINE(m4, m5, m6)
#endif
#if N > 6
    MACHINE(m5, m6, m7)
#endif
#if N > 7
    MACHINE(m6, m7, m8)
#endif
#if N > 8
    MACHINE(m7, m8, m9)
#endif
#if N > 9
    MACHINE(m8, m9, m10)
#endif
#if N > 10
    MACHINE(m9, m10, m11)
#endif
#if N > 11
    MACHINE(m10, m11, m12)
#endif
    od
}
