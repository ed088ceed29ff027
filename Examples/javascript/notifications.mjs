// Notifications about a shared document: five tests, for node and for browsers. Each has a world of its own.
import { edit, mention, rules } from 'understudy';

function same(actual, expected) {
  const [left, right] = [actual, expected].map((value) => JSON.stringify(value));
  if (left !== right) throw new Error(`expected ${right}, got ${left}`);
}

export const tests = {
  async 'an edit notifies the other participants'({ world, anna, bea, carl }) {
    const plan = await anna.share('Trip plan', world.conversation);
    await (await anna.app()).post(edit(), plan);
    for (const person of [bea, carl]) same((await person.waitFor('notice.posted')).notice.text, 'Anna edited “Trip plan”');
  },
  async 'a mention notifies only the mentioned person'({ world, anna, bea, carl }) {
    const plan = await anna.share('Trip plan', world.conversation);
    await (await anna.app()).post(mention(bea), plan);
    await bea.waitFor('notice.posted', ({ notice }) => notice.text === 'Anna mentioned you in “Trip plan”');
    // No time-out: the server's fence proves that nothing is pending.
    await carl.isNotNotified('notice.posted');
  },
  async 'a pin puts the link into Shared with You'({ world, anna, bea }) {
    const link = 'https://notes.example/d/1';
    await bea.allow(world.app, false);
    await anna.send(`Look: ${link}`, world.conversation);
    same(await bea.highlights(), []);
    await bea.pin(link, world.conversation);
    same((await bea.highlights()).map(({ url }) => url), [link]);
  },
  async 'a lost connection resumes without duplicates'({ world, anna, bea }) {
    await anna.send('One', world.conversation);
    await bea.waitFor('message.posted');
    bea.disconnect();
    // The second attempt is as if the first answer was lost.
    for (let attempt = 0; attempt < 2; attempt += 1) await anna.send('Two', world.conversation, { clientID: 'a-retry' });
    await bea.reconnect();
    same((await bea.received('message.posted')).map(({ message }) => message.text), ['One', 'Two']);
  },
  async 'the rule explains why Carl gets no notice'({ world, anna, bea, carl }) {
    const plan = await anna.share('Trip plan', world.conversation);
    const [notice] = await (await anna.app()).post(mention(bea), plan);
    const why = await carl.explain(notice);
    same([why.delivered, rules(why)], [false, ['ev-mention-private']]);
  },
};
