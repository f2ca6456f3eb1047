/**
 * What applications use: the Akka extension {@link symposium.service.Symposium}, with {@link symposium.service.Locks}
 * for code that is no actor. Actors send {@link symposium.cluster.LockService.Command}s.
 */
package symposium.service;
