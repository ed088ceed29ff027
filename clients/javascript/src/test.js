// Tests for node:test: each has a world of its own, on one server for the file.
import { after, test as nodeTest } from 'node:test';
import { Server, World } from './index.js';

let server;
let number = 0;

after(async () => (await server?.catch(() => undefined))?.close());

/** Runs a test in a world of its own: `test('…', async ({ world, anna, bea, carl }) => { … })`. */
export function test(name, options, body) {
  const [{ people = ['Anna', 'Bea', 'Carl'], app, conversation, clock, ...rest }, run] = body ? [options, body] : [{}, options];
  return nodeTest(name, rest, async (context) => {
    server ??= Server.start();
    const world = await World.create(people, { server: await server, name: `${name} #${++number}`, app, conversation, clock });
    try {
      const persons = Object.fromEntries(world.people.map((person) => [person.handle, person]));
      await run({ world, observer: world.observer, conversation: people.length > 1 ? world.conversation : undefined, ...persons }, context);
    } finally {
      await world.close();
    }
  });
}
