// The world of the examples in docs/reference/javascript.md.
import { after, test } from 'node:test';
import { Server, World } from 'understudy';

/** @type {Promise<Server> | undefined} */
let started;

after(async () => (await started)?.close());

/**
 * Runs an example in a world of its own. All examples of a file share a server.
 * @param {string} name
 * @param {(stage: import('./stage.js').Stage) => unknown} body
 */
export function example(name, body) {
  return test(name, async () => {
    started ??= Server.start();
    const server = await started;
    const world = await World.create(['Anna', 'Bea', 'Carl', 'Dan'], { server, name: `the example of ${name}` });
    const { anna, bea, carl, dan, observer, conversation } = world;
    try {
      await body({ server, world, anna, bea, carl, dan, observer, conversation });
    } finally {
      await world.close();
    }
  });
}
