// The types of the helper for node:test.
import type { contract, Observer, People, World, WorldOptions } from './index.js';

/** The params of a test: its world, its people by their names in lower case, and the observer.
 * @example
 * const send = ({ anna, conversation }: Fixture<'Anna' | 'Bea'>) => anna.send('Hi', conversation);
 */
export type Fixture<Names extends string> = People<Names> & {
  world: World & People<Names>;
  observer: Observer;
  conversation: contract.Conversation;
};

/** Runs a test in a world of its own, on a virtual clock. All tests of a file share a server.
 * @example
 * test('a message reaches Zoe', { people: ['Anna', 'Zoe'], conversation: 'Choir' }, async ({ anna, zoe, conversation }) => {
 *   await anna.send('Hi', conversation);
 *   await zoe.waitFor('message.posted');
 * });
 */
export function test(name: string, body: (fixture: Fixture<'Anna' | 'Bea' | 'Carl'>) => unknown): Promise<void>;
/** Other options are those of node:test, such as `only`, `skip` and `timeout`. */
export function test<Names extends string = 'Anna' | 'Bea' | 'Carl'>(
  name: string,
  options: WorldOptions & { people?: Names[]; only?: boolean; skip?: boolean | string; todo?: boolean | string; timeout?: number },
  body: (fixture: Fixture<Names>) => unknown,
): Promise<void>;
