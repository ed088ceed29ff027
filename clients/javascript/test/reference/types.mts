// The examples of the types in docs/reference/javascript.md, which tsc checks.
// Written by script/docs from the comments of the .d.ts files: change them instead.
import { type About, type Link, type Login, type People, Person, type Reference, type WaitOptions, World, type WorldOptions, type contract } from 'understudy';
import type { Fixture } from 'understudy/test';
import { example } from './example.mjs';

example('contract', async ({ anna, conversation }) => {
  const plan: contract.ShareView = await anna.share('Plan', conversation);
});

example('Reference', async ({ anna, conversation }) => {
  const about: Reference = conversation.id;
  await anna.send('Hi', about);
});

example('Link', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const link: Link = plan;
  await bea.open(link);
});

example('About', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const about: About = plan.url;
  await bea.explain(about);
});

example('WaitOptions', async ({ bea }) => {
  const options: WaitOptions = { within: 60, patience: 5 };
  await bea.waitFor('notice.posted', options);
});

example('Login', async ({ world, server }) => {
  const login: Login = { world: world.name, device: 'iPad' };
  await Person.connect(server, 'Anna', login);
});

example('People', async ({ server }) => {
  const people: People<'Anna' | 'Zoe'> = await World.create(['Anna', 'Zoe'], { server });
  await people.zoe.settings.get();
});

example('WorldOptions', async ({ server, conversation }) => {
  const options: WorldOptions = { app: 'Photos', conversation: 'Choir', clock: 'real' };
  await World.create(['Anna', 'Zoe'], { ...options, server });
});

example('Fixture', async ({ anna, conversation }) => {
  const send = ({ anna, conversation }: Fixture<'Anna' | 'Bea'>) => anna.send('Hi', conversation);
});
