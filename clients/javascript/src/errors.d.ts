// The types of the errors.
import type { ErrorData } from './generated.js';

/** The base of all errors of this package.
 * @example
 * assert.throws(() => new Server('7400'), UnderstudyError);
 */
export class UnderstudyError extends Error {}
/** A session without a connection: the server closed it, or the test did.
 * @example
 * bea.disconnect();
 * await assert.rejects(bea.session.ping(), Disconnected);
 */
export class Disconnected extends UnderstudyError {}
/** A connection that was closed because the server sent something that is not the protocol.
 * @example
 * const greeter = createServer((socket) => socket.end('Hello!\n')).listen(0);
 * const { port } = greeter.address();
 * await assert.rejects(Observer.connect(new Server(`127.0.0.1:${port}`)), Unreadable);
 * greeter.close();
 */
export class Unreadable extends Disconnected {}
/** A server that did not answer in time.
 * @example
 * const silent = createServer((socket) => socket.unref()).listen(0);
 * const { port } = silent.address();
 * await assert.rejects(Observer.connect(new Server(`127.0.0.1:${port}`, { timeout: 0.05 })), TimedOut);
 * silent.close();
 */
export class TimedOut extends UnderstudyError {}
/** A request that the server refused.
 * @example
 * const pair = await anna.createConversation([bea]);
 * await assert.rejects(anna.conversation.leave({ conversation: pair.id }), (error) => {
 *   assert.ok(error instanceof Refused);
 *   assert.deepEqual([error.method, error.reason, error.rule], ['conversation.leave', 'conflict', 'grp-leave']);
 *   assert.deepEqual([error.data.reason, error.field], ['conflict', undefined]);
 *   return true;
 * });
 */
export class Refused extends UnderstudyError {
  /** The method, such as `message.send`. */
  readonly method: string;
  /** The `data` of the error, with all of its members. */
  readonly data: ErrorData;
  /** The word for the cause, such as `forbidden`. */
  readonly reason: ErrorData['reason'];
  /** The rule that refused it, if one did. */
  readonly rule?: string;
  /** The param with the mistake, if it is one. */
  readonly field?: string;
}
/** A wait whose notification did not arrive. The text has what did arrive, and the reasons.
 * @example
 * await notes.post(mention(bea), plan);
 * await assert.rejects(carl.waitFor('notice.posted'), (error) => {
 *   assert.ok(error instanceof NothingCame);
 *   assert.deepEqual(error.rules, ['ev-mention-private']);
 *   return true;
 * });
 */
export class NothingCame extends UnderstudyError {
  /** The rules of the decision, in the order in which the server applied them. */
  readonly rules: string[];
}
/** A notification that must not arrive. The text has it, and the rules by which it was delivered.
 * @example
 * await notes.post(mention(bea), plan);
 * await assert.rejects(bea.isNotNotified('notice.posted'), SomethingCame);
 */
export class SomethingCame extends NothingCame {}
