// The clients in node: worlds, waits, the clock, faults and refusals.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import {
  Disconnected, NothingCame, Observer, Person, Refused, Server, SomethingCame, UnderstudyError, World, added, comment, edit,
  mention, removed, renamed, rules,
} from 'understudy';
import { test } from 'understudy/test';

const texts = (all) => all.map(({ message, notice }) => (message ?? notice).text);

test('a world has people, an app and a conversation', async ({ world, anna, bea, carl, conversation }) => {
  assert.deepEqual(world.people.map(({ name }) => name), ['Anna', 'Bea', 'Carl']);
  assert.deepEqual([world.app, conversation.participants], ['com.example.notes', ['anna', 'bea', 'carl']]);
  assert.equal(world.person('BEA'), world.bea);
  assert.equal(world.bea, bea);
  assert.deepEqual([anna, bea, carl].flatMap(({ arrivals }) => arrivals), []);
  assert.throws(() => world.zoe, /This world has no person “zoe”. Its people are Anna, Bea, Carl./);
});

test('a world of one person has no conversation', { people: ['Anna'], app: 'Photos' }, ({ world }) => {
  assert.equal(world.app, 'com.example.photos');
  assert.throws(() => world.conversation, /needs two people/);
});

test('a world without a server starts and ends its own', async () => {
  const world = await World.create(['Anna', 'Bea'], { conversation: 'Weekend' });
  await world.anna.send('Hi', world.conversation);
  await world.bea.waitFor('message.posted');
  await world.close();
  await assert.rejects(world.anna.session.ping(), /Anna: the world is closed/);
});

test('a wait returns each notification once', async ({ anna, bea, conversation }) => {
  for (const text of ['One', 'Two']) await anna.send(text, conversation);
  assert.equal((await bea.waitFor('message.posted', ({ message }) => message.text === 'Two')).message.text, 'Two');
  assert.equal((await bea.waitFor('message.posted')).message.text, 'One');
  await assert.rejects(bea.waitFor('message.posted'), /2 matches arrived, but earlier waits returned them; the last was: mess/);
  assert.deepEqual(texts(await bea.received('message.posted')), ['One', 'Two']);
  await assert.rejects(bea.waitFor('message.posted', ({ message }) => message.text === 'Three'),
    (error) => {
    assert.ok(error instanceof NothingCame && error.rules.length > 0);
    assert.match(error.message, /Nearest: message.posted/);
    return true;
  });
  await anna.send('Four', conversation);
  await assert.rejects(bea.waitFor('message.posted', () => { throw new RangeError('mine'); }), RangeError);
});

test('a wait with patience lets another task act', async ({ anna, bea, conversation }) => {
  const wait = bea.waitFor('message.posted', { patience: 20 });
  await anna.send('Late', conversation);
  assert.equal((await wait).message.text, 'Late');
  await assert.rejects(bea.waitFor('typing', { patience: 0.01 }), /Another task or program had 0.01 s to do it/);
});

test('an unexpected notification is shown with its rules', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  await (await anna.app()).post(edit(), plan);
  await assert.rejects(bea.isNotNotified('notice.posted'), (error) => {
    assert.ok(error instanceof SomethingCame);
    assert.deepEqual(error.rules, ['ev-change', 'ntc-push']);
    assert.match(error.message, /^Bea received notice.posted, which must not arrive:\n  notice.posted \{/);
    assert.match(error.message, /Reasons for the first delivery:\n  ev-change: people who can open/);
    return true;
  });
  await bea.isNotNotified('notice.posted', ({ notice }) => notice.count === 9);
});

test('a delayed notice arrives when the clock advances', async ({ world, observer, anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const { id } = await observer.inject('delay', 'notice.posted', { to: bea, seconds: 60 });
  await (await anna.app()).post(edit(), plan);
  await bea.isNotNotified('notice.posted');
  await assert.rejects(bea.waitFor('notice.posted', { within: 59 }),
    new RegExp(`${id}: this fault delays notice.posted to Bea by 60000 ms`));
  assert.equal((await bea.waitFor('notice.posted', { within: 60 })).notice.count, 1);
  assert.equal(await world.advance(60), (await observer.clock.now()).now);
});

test('a wait on a real clock is given time', { people: ['Anna', 'Bea'], clock: 'real' }, async (fixture) => {
  await fixture.observer.inject('delay', 'message.posted', { to: fixture.bea, seconds: 0.05 });
  await fixture.anna.send('Soon', fixture.conversation);
  assert.equal((await fixture.bea.waitFor('message.posted', { within: 20 })).message.text, 'Soon');
});

test('a fault that drops a message is named', async ({ observer, anna, bea, conversation }) => {
  await observer.fault.inject({ do: 'drop', on: { notification: 'message.posted', to: 'bea' } });
  await anna.send('One', conversation);
  await assert.rejects(bea.waitFor('message.posted'), /this fault dropped message.posted to Bea/);
});

test('a stream that a fault ends resumes without duplicates', async ({ observer, anna, bea, conversation }) => {
  await observer.inject('disconnect', 'message.posted', { to: bea });
  await anna.send('One', conversation);
  await assert.rejects(bea.waitFor('message.posted'), Disconnected);
  for (let number = 0; number < 3; number += 1) await bea.reconnect();
  assert.deepEqual(texts(await bea.received('message.posted')), ['One']);
  bea.disconnect();
  await assert.rejects(bea.session.ping(), /Bea has disconnected; call reconnect\(\)/);
});

test('a person has the shorter forms of frequent requests', async ({ world, anna, bea, conversation }) => {
  const message = await anna.send('Who drives?', conversation);
  const reply = await bea.send('Me', conversation.id, { replyTo: message });
  assert.equal((await anna.react('heart', reply)).reactions[0].reaction, 'heart');
  assert.deepEqual(texts((await bea.history(conversation, 2)).filter(({ kind }) => kind === 'message')), ['Who drives?', 'Me']);
  const pair = await anna.createConversation([bea]);
  assert.equal((await anna.createConversation([bea])).id, pair.id);
  await bea.allow(undefined, false);
  await anna.send('Look: https://notes.example/d/1', conversation);
  assert.deepEqual(await bea.highlights(world.app), []);
  await bea.pin('https://notes.example/d/1', conversation);
  assert.equal((await bea.highlights()).length, 1);
  const tablet = await bea.device('iPad');
  assert.equal(tablet.name, 'Bea’s iPad');
  await anna.send('Both', conversation);
  const isBoth = ({ message: { text } }) => text === 'Both';
  assert.deepEqual(await tablet.waitFor('message.posted', isBoth), await bea.waitFor('message.posted', isBoth));
});

test('an app posts each event and clears the notices', async ({ anna, bea, carl, conversation }) => {
  const plan = await anna.share('Trip plan', conversation, { url: 'https://notes.example/d/7' });
  assert.equal((await carl.open(plan)).id, (await bea.open(plan.url)).id);
  const notes = await anna.app();
  for (const event of [edit(), comment(), mention(bea), renamed('Lake'), added(carl)]) {
    assert.equal((await notes.post(event, plan)).length, 1);
  }
  await assert.rejects(notes.post(removed(carl), plan), { rule: 'ev-membership', reason: 'conflict' });
  const theirs = await bea.app();
  assert.notDeepEqual(await theirs.clearNotices(plan), []);
  assert.deepEqual((await theirs.highlights()).map(({ url }) => url), [plan.url]);
});

test('a decision is explained by id, link and notification', async ({ observer, anna, bea, carl, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const [notice] = await (await anna.app()).post(mention(bea), plan);
  for (const about of [notice, await bea.waitFor('notice.posted')]) {
    assert.deepEqual(rules(await carl.explain(about)), ['ev-mention-private']);
  }
  assert.deepEqual(rules(await observer.explain(notice, carl)), ['ev-mention-private']);
  assert.ok((await carl.explain(plan)).delivered);
  assert.throws(() => carl.explain({ typing: true }), /Nothing to explain/);
});

test('each method of a role exists', async ({ observer, anna }) => {
  const document = JSON.parse(await readFile(new URL('../../../docs/reference/openrpc.json', import.meta.url)));
  for (const [role, client] of Object.entries({ person: anna, app: await anna.app(), observer })) {
    const names = document.methods.filter((each) => each['x-roles'].includes(role)).map(({ name }) => name);
    assert.ok(names.length > 25);
    for (const [group, name] of names.map((each) => each.split('.'))) {
      if (name !== 'hello') assert.equal(typeof client[group][name], 'function', `${role}: ${group}.${name}`);
    }
  }
});

test('a refused request has the reason, the rule and the field', async ({ anna, bea }) => {
  const pair = await anna.createConversation([bea]);
  await assert.rejects(anna.conversation.leave({ conversation: pair.id }), (error) => {
    assert.ok(error instanceof Refused);
    assert.deepEqual([error.name, error.method, error.rule], ['Refused', 'conversation.leave', 'grp-leave']);
    assert.match(error.message, /^conversation.leave was refused by the rule grp-leave \(/);
    return true;
  });
  await assert.rejects(anna.call('message.send', { conversation: pair.id, text: 7 }), { reason: 'invalid_params', field: 'text' });
  await assert.rejects(anna.call('message.sent'), { reason: 'unknown_method' });
});

test('a session outside of a world names its app', async () => {
  const server = await Server.start();
  const observer = await Observer.connect(server);
  const person = await Person.connect(server, 'Zoe', { device: 'Mac' });
  await assert.rejects(person.app(), /this session belongs to no World: pass the id of one/);
  await server.close();
  await server.close();
  await assert.rejects(observer.session.ping(), UnderstudyError);
});

test('a server that cannot start is an error', async () => {
  await assert.rejects(Server.start('/nowhere/chat-server'), /\/nowhere\/chat-server cannot be started \(ENOENT\)/);
  await assert.rejects(Server.start('/bin/echo'), /\/bin\/echo did not start; its first line was/);
  assert.throws(() => new Server('7400'), /“7400” is no address: write HOST:PORT/);
});
