// The examples of the classes and functions in docs/reference/javascript.md.
// Written by script/docs from the comments of the .d.ts files: change them instead.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { Disconnected, NothingCame, Observer, Person, Refused, Server, SomethingCame, TimedOut, UnderstudyError, Unreadable, World, added, comment, edit, mention, removed, renamed, rules } from 'understudy';
import { test } from 'understudy/test';
import { example } from './example.mjs';

example('Client', async ({ anna, conversation }) => {
  const trip = conversation.id;
  await assert.rejects(anna.call('message.send', { conversation: trip, text: 7 }), { field: 'text' });
});

example('Client.name', async ({ anna }) => {
  assert.equal((await anna.device('iPad')).name, 'Anna’s iPad');
});

example('Client.arrivals', async ({ anna, bea, conversation }) => {
  await anna.send('Hi', conversation);
  await bea.waitFor('message.posted');
  assert.deepEqual(bea.arrivals.map(({ method }) => method), ['message.posted']);
});

example('Client.call', async ({ anna, conversation }) => {
  const trip = conversation.id;
  await assert.rejects(anna.call('message.send', { conversation: trip, text: 7 }), { field: 'text' });
});

example('waitFor', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  for (const event of [edit(), edit()]) await notes.post(event, plan);
  const grown = await bea.waitFor('notice.posted', ({ notice }) => notice.count === 2);
  assert.equal(grown.notice.text, 'Anna made 2 edits to “Trip plan”');
});

example('isNotNotified', async ({ anna, bea, carl, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await notes.post(mention(bea), plan);
  await carl.isNotNotified('notice.posted');
});

example('received', async ({ anna, bea, conversation }) => {
  for (const text of ['One', 'Two']) await anna.send(text, conversation);
  const messages = await bea.received('message.posted');
  assert.deepEqual(messages.map(({ message }) => message.text), ['One', 'Two']);
});

example('Client.disconnect', async ({ bea }) => {
  bea.disconnect();
  await assert.rejects(bea.session.ping(), Disconnected);
});

example('Client.reconnect', async ({ anna, bea, conversation }) => {
  bea.disconnect();
  await anna.send('Hi', conversation);
  await bea.reconnect();
  await bea.waitFor('message.posted');
});

example('Person', async ({ anna, bea, conversation }) => {
  await anna.send('Hi', conversation);
  await bea.waitFor('message.posted');
});

example('Person.connect', async ({ world, server }) => {
  const zoe = await Person.connect(server, 'Zoe', { world: world.name });
  await zoe.contact.add({ handle: 'anna' });
});

example('Person.handle', async ({ anna }) => {
  assert.equal(anna.handle, 'anna');
});

example('Person.share', async ({ anna, bea, conversation }) => {
  const budget = await anna.share('Budget', conversation);
  const { message } = await bea.waitFor('message.posted');
  assert.equal(message.links[0].url, budget.url);
});

example('Person.app', async ({ bea }) => {
  const theirs = await bea.app();
  assert.deepEqual(await theirs.highlights(), []);
});

example('Person.device', async ({ anna, bea, conversation }) => {
  const tablet = await bea.device('iPad');
  await anna.send('Hi', conversation);
  await tablet.waitFor('message.posted');
});

example('Person.createConversation', async ({ anna, bea }) => {
  const pair = await anna.createConversation([bea]);
  assert.deepEqual(pair.participants, ['anna', 'bea']);
});

example('Person.send', async ({ anna, bea, conversation }) => {
  const message = await anna.send('Who drives?', conversation);
  const reply = await bea.send('Me', conversation, { replyTo: message });
  assert.equal(reply.replyTo, message.id);
});

example('Person.react', async ({ anna, bea, conversation }) => {
  const message = await anna.send('Dinner?', conversation);
  assert.equal((await bea.react('heart', message)).reactions[0].handle, 'bea');
});

example('Person.history', async ({ anna, bea, conversation }) => {
  await anna.send('Hi', conversation);
  assert.equal((await bea.history(conversation, 1))[0].kind, 'message');
});

example('Person.pin', async ({ anna, bea, conversation }) => {
  await anna.send('https://notes.example/d/1', conversation);
  await bea.pin('https://notes.example/d/1', conversation);
  assert.ok((await bea.highlights())[0].pinned);
});

example('Person.allow', async ({ anna, bea, conversation }) => {
  await bea.allow('com.example.notes', false);
  await anna.send('https://notes.example/d/1', conversation);
  assert.deepEqual(await bea.highlights(), []);
});

example('Person.highlights', async ({ anna, bea, conversation }) => {
  await anna.send('https://notes.example/d/1', conversation);
  assert.equal((await bea.highlights())[0].attribution[0].name, 'Anna');
});

example('Person.open', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await notes.post(mention(bea), plan);
  await bea.open(plan);
  await bea.waitFor('notice.cleared');
});

example('Person.explain', async ({ anna, bea, carl, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  const [notice] = await notes.post(mention(bea), plan);
  assert.ok(!(await carl.explain(notice)).delivered);
});

example('App', async ({ bea }) => {
  const theirs = await bea.app('com.example.notes');
  assert.equal((await theirs.app.get()).app.name, 'Notes');
});

example('App.post', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  const [notice] = await notes.post(edit(), plan);
  assert.equal((await bea.waitFor('notice.posted')).notice.id, notice);
});

example('App.clearNotices', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  const notices = await notes.post(edit(), plan);
  assert.deepEqual(await (await bea.app()).clearNotices(plan), notices);
});

example('App.highlights', async ({ anna, bea, conversation }) => {
  const notes = await anna.app();
  await bea.send('https://notes.example/d/1', conversation);
  assert.equal((await notes.highlights())[0].url, 'https://notes.example/d/1');
});

example('Observer', async ({ anna, observer, conversation }) => {
  await anna.send('Hi', conversation);
  assert.equal((await observer.waitFor('message.posted')).message.sender, 'anna');
});

example('Observer.connect', async ({ world, server }) => {
  const second = await Observer.connect(server, { world: world.name });
  assert.equal((await second.clock.now()).clock, 'virtual');
});

example('Observer.advance', async ({ observer }) => {
  const before = (await observer.clock.now()).now;
  assert.ok(await observer.advance(0.5) > before);
});

example('Observer.inject', async ({ anna, bea, observer, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await observer.inject('delay', 'notice.posted', { to: bea, seconds: 60 });
  await notes.post(edit(), plan);
  await bea.waitFor('notice.posted', { within: 60 });
});

example('Observer.explain', async ({ anna, bea, carl, observer, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  const [notice] = await notes.post(mention(bea), plan);
  assert.ok(!(await observer.explain(notice, carl)).delivered);
});

example('World', async ({ server, conversation }) => {
  const choir = await World.create(['Anna', 'Zoe'], { server, name: 'choir', conversation: 'Choir' });
  assert.deepEqual([choir.name, choir.app], ['choir', 'com.example.notes']);
  await choir.zoe.send('Hi', choir.conversation);
  await choir.anna.waitFor('message.posted');
  await choir.close();
});

example('World.create', async () => {
  const pair = await World.create(['Anna', 'Bea'], { app: 'Photos' });
  assert.equal(pair.app, 'com.example.photos');
  await pair.close();
});

example('World.conversation', async ({ world }) => {
  assert.deepEqual(world.conversation.participants, ['anna', 'bea', 'carl', 'dan']);
});

example('World.person', async ({ world }) => {
  assert.equal(world.person('Anna'), world.people[0]);
});

example('World.advance', async ({ world }) => {
  const before = (await world.observer.clock.now()).now;
  assert.ok(await world.advance(60) > before);
});

example('World.close', async ({ anna, world, conversation }) => {
  await world.close();
  await assert.rejects(anna.send('Hi', conversation), Disconnected);
});

example('edit', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await notes.post(edit(), plan);
  assert.equal((await bea.waitFor('notice.posted')).notice.text, 'Anna edited “Trip plan”');
});

example('comment', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await notes.post(comment(), plan);
  assert.equal((await bea.waitFor('notice.posted')).notice.text, 'Anna commented on “Trip plan”');
});

example('mention', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await notes.post(mention(bea), plan);
  assert.equal((await bea.waitFor('notice.posted')).notice.text, 'Anna mentioned you in “Trip plan”');
});

example('added', async ({ anna, bea, carl, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await carl.open(plan);
  const [id] = await notes.post(added(carl), plan);
  const { notice } = await bea.waitFor('notice.posted', (params) => params.notice.id === id);
  assert.equal(notice.text, 'Anna added Carl to “Trip plan”');
});

example('removed', async ({ anna, bea, carl, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await anna.share.removeParticipant({ share: plan.id, handle: 'carl' });
  await notes.post(removed(carl), plan);
  assert.equal((await bea.waitFor('notice.posted')).notice.text, 'Anna removed Carl from “Trip plan”');
});

example('renamed', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await notes.post(renamed('Lake'), plan);
  assert.equal((await bea.waitFor('notice.posted')).notice.text, 'Anna renamed “Trip plan” to “Lake”');
});

example('rules', async ({ anna, bea, carl, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  const [notice] = await notes.post(mention(bea), plan);
  assert.deepEqual(rules(await carl.explain(notice)), ['ev-mention-private']);
});

example('UnderstudyError', async () => {
  assert.throws(() => new Server('7400'), UnderstudyError);
});

example('Disconnected', async ({ bea }) => {
  bea.disconnect();
  await assert.rejects(bea.session.ping(), Disconnected);
});

example('Unreadable', async () => {
  const greeter = createServer((socket) => socket.end('Hello!\n')).listen(0);
  const { port } = greeter.address();
  await assert.rejects(Observer.connect(new Server(`127.0.0.1:${port}`)), Unreadable);
  greeter.close();
});

example('TimedOut', async () => {
  const silent = createServer((socket) => socket.unref()).listen(0);
  const { port } = silent.address();
  await assert.rejects(Observer.connect(new Server(`127.0.0.1:${port}`, { timeout: 0.05 })), TimedOut);
  silent.close();
});

example('Refused', async ({ anna, bea, conversation }) => {
  const pair = await anna.createConversation([bea]);
  await assert.rejects(anna.conversation.leave({ conversation: pair.id }), (error) => {
    assert.ok(error instanceof Refused);
    assert.deepEqual([error.method, error.reason, error.rule], ['conversation.leave', 'conflict', 'grp-leave']);
    assert.deepEqual([error.data.reason, error.field], ['conflict', undefined]);
    return true;
  });
});

example('NothingCame', async ({ anna, bea, carl, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await notes.post(mention(bea), plan);
  await assert.rejects(carl.waitFor('notice.posted'), (error) => {
    assert.ok(error instanceof NothingCame);
    assert.deepEqual(error.rules, ['ev-mention-private']);
    return true;
  });
});

example('SomethingCame', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await notes.post(mention(bea), plan);
  await assert.rejects(bea.isNotNotified('notice.posted'), SomethingCame);
});

example('Server', async ({ server }) => {
  const same = new Server(server.address, { timeout: 5 });
  assert.deepEqual([same.address, same.timeout], [server.address, 5]);
});

example('Server.start', async () => {
  const own = await Server.start();
  await (await Observer.connect(own)).session.ping();
  await own.close();
});

example('Server.close', async ({ server }) => {
  const own = await Server.start();
  await own.close();
  await assert.rejects(Observer.connect(own), /no server at/);
});

test('a message reaches Zoe', { people: ['Anna', 'Zoe'], conversation: 'Choir' }, async ({ anna, zoe, conversation }) => {
  await anna.send('Hi', conversation);
  await zoe.waitFor('message.posted');
});
