// Types that tsc checks: each line under @ts-expect-error must be an error.
import { World, edit, mention, type Person, type contract } from 'understudy';
import { test } from 'understudy/test';

test('types', async ({ world, anna, bea, conversation }) => {
  const plan: contract.ShareView = await anna.share('Trip plan', conversation);
  const notices: string[] = await (await anna.app()).post(mention(bea), plan);
  const text: string = (await bea.waitFor('notice.posted', ({ notice }) => notice.count === 3, { within: 60 })).notice.text;
  const created = await anna.conversation.create({ participants: ['bea'] });
  const person: Person = world.carl;
  await world.observer.inject('delay', 'notice.posted', { to: person, seconds: 60 });
  await anna.share.list();
  // @ts-expect-error: a member that the params do not have
  await anna.conversation.create({ participant: ['bea'] });
  // @ts-expect-error: a number where a text belongs
  await anna.send(7, conversation);
  // @ts-expect-error: a kind that nobody receives
  await bea.waitFor('notice.post');
  // @ts-expect-error: a member that the notification does not have
  await bea.waitFor('notice.posted', ({ message }) => message);
  // @ts-expect-error: a method of observers
  await anna.world.create({ world: 'x' });
  // @ts-expect-error: an effect that faults do not have
  await world.observer.inject('explode');
  // @ts-expect-error: a person of another world
  void world.zoe;
  // @ts-expect-error: an event of an unknown kind
  await (await anna.app()).post({ type: 'edited' }, plan);
  return [notices, text, created.conversation.id, edit()];
});

test('people', { people: ['Zoe', 'Yan'] }, ({ zoe, yan }) => [zoe.handle, yan.handle]);

export const world: Promise<World & { zoe: Person }> = World.create(['Zoe']);
