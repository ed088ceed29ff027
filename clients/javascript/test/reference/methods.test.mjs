// The examples of the methods and notifications in docs/reference/javascript.md.
// Written by script/docs from clients/examples: change the examples instead.
import assert from 'node:assert/strict';
import { Person, edit, mention } from 'understudy';
import { example } from './example.mjs';

example('session.ping', async ({ anna, observer }) => {
  const notes = await anna.app();
  await anna.session.ping();
  await notes.session.ping();
  await observer.session.ping();
});

example('session.fence', async ({ anna, observer, conversation }) => {
  const notes = await anna.app();
  await anna.send('Hi', conversation);
  assert.deepEqual((await anna.session.fence()).pending, []);
  assert.deepEqual((await notes.session.fence()).pending, []);
  assert.ok((await observer.session.fence()).cursor > 0);
});

example('rpc.discover', async ({ anna, observer }) => {
  const notes = await anna.app();
  const document = await anna.rpc.discover();
  assert.equal(document.info.title, (await notes.rpc.discover()).info.title);
  assert.ok((await observer.rpc.discover()).methods.length > 100);
});

example('conversation.create', async ({ anna, conversation }) => {
  const { conversation: group } = await anna.conversation.create({ participants: ['bea', 'carl'], name: 'Lake' });
  assert.deepEqual(group.participants, ['anna', 'bea', 'carl']);
});

example('conversation.list', async ({ anna, observer, conversation }) => {
  const trip = conversation.id;
  const names = (await anna.conversation.list({ limit: 10 })).conversations.map((each) => each.name);
  assert.deepEqual(names, ['Trip']);
  assert.equal((await observer.conversation.list()).conversations[0].id, trip);
});

example('conversation.history', async ({ anna, observer, conversation }) => {
  const trip = conversation.id;
  await anna.send('Hi', conversation);
  assert.equal(
    (await anna.conversation.history({ conversation: trip, limit: 1 })).entries[0].kind,
    'message',
  );
  assert.equal((await observer.conversation.history({ conversation: trip })).more, false);
});

example('conversation.addParticipant', async ({ anna, conversation }) => {
  const { conversation: group } = await anna.conversation.create({ participants: ['bea', 'carl'] });
  const { conversation: added_to } = await anna.conversation.addParticipant({ conversation: group.id, handle: 'dan' });
  assert.ok(added_to.participants.includes('dan'));
});

example('conversation.removeParticipant', async ({ anna, conversation }) => {
  const trip = conversation.id;
  const { conversation: group } = await anna.conversation.removeParticipant({ conversation: trip, handle: 'dan' });
  assert.deepEqual(group.participants, ['anna', 'bea', 'carl']);
});

example('conversation.leave', async ({ dan, conversation }) => {
  const trip = conversation.id;
  const { conversation: group } = await dan.conversation.leave({ conversation: trip });
  assert.ok(group.left);
});

example('conversation.rename', async ({ anna, conversation }) => {
  const trip = conversation.id;
  const { conversation: group } = await anna.conversation.rename({ conversation: trip, name: 'Lake' });
  assert.equal(group.name, 'Lake');
});

example('conversation.setPhoto', async ({ anna, conversation }) => {
  const trip = conversation.id;
  const { conversation: group } = await anna.conversation.setPhoto({ conversation: trip, photo: '🚲' });
  assert.equal(group.photo, '🚲');
});

example('conversation.markRead', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  await anna.send('Hi', conversation);
  assert.equal(
    (await bea.conversation.markRead({ conversation: trip })).conversation.unread, 0
  );
});

example('conversation.markUnread', async ({ bea, conversation }) => {
  const trip = conversation.id;
  const { conversation: group } = await bea.conversation.markUnread({ conversation: trip });
  assert.ok(group.markedUnread);
});

example('conversation.mute', async ({ bea, conversation }) => {
  const trip = conversation.id;
  const { conversation: group } = await bea.conversation.mute({ conversation: trip, muted: true });
  assert.ok(group.muted);
});

example('conversation.pin', async ({ bea, conversation }) => {
  const trip = conversation.id;
  const { settings } = await bea.conversation.pin({ conversation: trip, pinned: true, place: 1 });
  assert.deepEqual(settings.pinnedConversations, [trip]);
});

example('conversation.delete', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  await anna.send('Hi', conversation);
  const { conversation: group } = await bea.conversation.delete({ conversation: trip });
  assert.ok(group.deleted);
  assert.deepEqual((await bea.conversation.list()).conversations, []);
});

example('conversation.restore', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  await anna.send('Hi', conversation);
  await bea.conversation.delete({ conversation: trip });
  await bea.conversation.restore({ conversation: trip });
  assert.equal((await bea.conversation.list()).conversations.length, 1);
});

example('conversation.erase', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  await anna.send('Hi', conversation);
  await bea.conversation.delete({ conversation: trip });
  await bea.conversation.erase({ conversation: trip });
  assert.deepEqual((await bea.conversation.recentlyDeleted()).conversations, []);
});

example('conversation.recentlyDeleted', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  await anna.send('Hi', conversation);
  await bea.conversation.delete({ conversation: trip });
  assert.equal((await bea.conversation.recentlyDeleted()).conversations[0].messages, 1);
});

example('conversation.typing', async ({ anna, bea, conversation }) => {
  const { conversation: pair } = await anna.conversation.create({ participants: ['bea'] });
  await anna.conversation.typing({ conversation: pair.id, typing: true });
  assert.ok((await bea.waitFor('typing')).typing);
});

example('message.send', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  const { message } = await anna.message.send({ conversation: trip, text: 'Who drives?' });
  const { message: reply } = await bea.message.send({ conversation: trip, text: 'Me', replyTo: message.id });
  assert.equal(reply.replyTo, message.id);
});

example('message.edit', async ({ anna, conversation }) => {
  const message = await anna.send('See you at 8', conversation);
  const { message: edited } = await anna.message.edit({ message: message.id, text: 'See you at 9' });
  assert.deepEqual(edited.versions.map((each) => each.text), ['See you at 8']);
});

example('message.unsend', async ({ anna, conversation }) => {
  const message = await anna.send('Oops', conversation);
  assert.ok((await anna.message.unsend({ message: message.id })).message.unsentAt);
});

example('message.delete', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  const message = await anna.send('Hi', conversation);
  await bea.message.delete({ messages: [message.id] });
  assert.equal(
    (await bea.message.recentlyDeleted({ conversation: trip })).messages[0].id, message.id
  );
});

example('message.restore', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  const message = await anna.send('Hi', conversation);
  await bea.message.delete({ messages: [message.id] });
  await bea.message.restore({ messages: [message.id] });
  assert.deepEqual((await bea.message.recentlyDeleted({ conversation: trip })).messages, []);
});

example('message.erase', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  const message = await anna.send('Hi', conversation);
  await bea.message.delete({ messages: [message.id] });
  await bea.message.erase({ messages: [message.id] });
  assert.deepEqual((await bea.message.recentlyDeleted({ conversation: trip })).messages, []);
});

example('message.recentlyDeleted', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  const message = await anna.send('Hi', conversation);
  await bea.message.delete({ messages: [message.id] });
  const deleted = await bea.message.recentlyDeleted({ conversation: trip });
  assert.deepEqual(deleted.messages.map((each) => each.text), ['Hi']);
});

example('message.react', async ({ anna, bea, conversation }) => {
  const message = await anna.send('Dinner?', conversation);
  const { message: reacted } = await bea.message.react({ message: message.id, reaction: 'heart' });
  assert.equal(reacted.reactions[0].handle, 'bea');
});

example('message.search', async ({ anna, bea, observer, conversation }) => {
  await anna.send('The train leaves at 8', conversation);
  assert.equal((await bea.message.search({ text: 'train' })).messages.length, 1);
  assert.equal(
    (await observer.message.search({ text: 'train lea' })).messages[0].sender, 'anna'
  );
});

example('message.thread', async ({ anna, bea, observer, conversation }) => {
  const message = await anna.send('Who drives?', conversation);
  await bea.send('Me', conversation, { replyTo: message.id });
  assert.deepEqual(
    (await anna.message.thread({ message: message.id })).messages.map((each) => each.text),
    ['Who drives?', 'Me'],
  );
  assert.equal((await observer.message.thread({ message: message.id })).messages.length, 2);
});

example('message.attachment', async ({ anna, bea, observer, conversation }) => {
  const trip = conversation.id;
  const { message } = await anna.message.send({
    conversation: trip,
    attachment: { name: 'seat.txt', type: 'text/plain', content: 'U2VhdCA3' },
  });
  assert.equal(
    (await bea.message.attachment({ message: message.id })).attachment.content, 'U2VhdCA3'
  );
  assert.equal((await observer.message.attachment({ message: message.id })).attachment.size, 6);
});

example('link.pin', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  await anna.send('https://notes.example/d/1', conversation);
  const { pin } = await bea.link.pin({ conversation: trip, url: 'https://notes.example/d/1' });
  assert.ok(pin.pinned);
});

example('link.unpin', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  await anna.send('https://notes.example/d/1', conversation);
  await bea.pin('https://notes.example/d/1', conversation);
  const { pin } = await bea.link.unpin({ conversation: trip, url: 'https://notes.example/d/1' });
  assert.ok(!pin.pinned);
});

example('link.open', async ({ bea }) => {
  const opened = await bea.link.open({ url: 'https://notes.example/d/1' });
  assert.equal(opened.app, 'com.example.notes');
});

example('link.explain', async ({ bea, observer }) => {
  const answer = await bea.link.explain({ url: 'https://notes.example/d/1' });
  assert.equal(answer.steps.at(-1).outcome, 'opens');
  assert.equal(
    (await observer.link.explain({ url: 'https://other.example/' })).steps.at(-1).outcome,
    'noApp',
  );
});

example('contact.add', async ({ anna, observer }) => {
  await anna.contact.remove({ handle: 'dan' });
  await anna.contact.add({ handle: 'dan' });
  await observer.contact.add({ person: 'dan', handles: ['anna', 'bea'] });
  assert.equal((await anna.contact.list()).contacts.length, 3);
});

example('contact.remove', async ({ anna, observer }) => {
  await anna.contact.remove({ handle: 'dan' });
  await observer.contact.remove({ person: 'dan', handle: 'anna' });
  assert.deepEqual(
    (await anna.contact.list()).contacts.map((each) => each.handle), ['bea', 'carl']
  );
});

example('contact.list', async ({ anna, observer }) => {
  assert.deepEqual(
    (await anna.contact.list()).contacts.map((each) => each.name), ['Bea', 'Carl', 'Dan']
  );
  assert.deepEqual((await observer.contact.list({ person: 'anna' })).blocked, []);
});

example('contact.block', async ({ anna, observer }) => {
  await anna.contact.block({ handle: 'dan' });
  await observer.contact.block({ person: 'dan', handle: 'anna' });
  assert.deepEqual((await anna.contact.list()).blocked.map((each) => each.handle), ['dan']);
});

example('contact.unblock', async ({ anna, observer }) => {
  await anna.contact.block({ handle: 'dan' });
  await anna.contact.unblock({ handle: 'dan' });
  await observer.contact.unblock({ person: 'dan', handle: 'anna' });
  assert.deepEqual((await anna.contact.list()).blocked, []);
});

example('settings.get', async ({ anna }) => {
  const { settings } = await anna.settings.get();
  assert.ok(settings.automaticSharing.everywhere);
});

example('settings.set', async ({ anna }) => {
  const { settings } = await anna.settings.set({ readReceipts: { everywhere: true }, mentionAlerts: false });
  assert.ok(settings.readReceipts.everywhere);
});

example('settings.audit', async ({ anna, observer }) => {
  await anna.allow('com.example.notes', false);
  assert.equal((await anna.settings.audit()).changes.at(-1).to, 'revoked');
  assert.equal(
    (await observer.settings.audit({ person: 'anna', app: 'com.example.notes' })).more, false
  );
});

example('consent.answer', async ({ anna, bea, observer, conversation }) => {
  await observer.app.register({ app: 'com.example.maps', name: 'Maps', domains: ['maps.example'] });
  await anna.send('https://maps.example/lake', conversation);
  await bea.pin('https://maps.example/lake', conversation);
  const question = await bea.waitFor('consent.requested');
  const { settings } = await bea.consent.answer({ consent: question.consent, answer: 'allow' });
  assert.deepEqual(settings.consents, []);
});

example('highlight.list', async ({ anna, bea, observer, conversation }) => {
  const notes = await anna.app();
  await anna.send('https://notes.example/d/1', conversation);
  assert.deepEqual(
    (await bea.highlight.list()).highlights.map((each) => each.url),
    ['https://notes.example/d/1'],
  );
  assert.deepEqual((await notes.highlight.list()).highlights, []);
  assert.equal((await observer.highlight.list({ person: 'bea' })).highlights.length, 1);
});

example('highlight.hide', async ({ anna, bea, conversation }) => {
  await anna.send('https://notes.example/d/1', conversation);
  await bea.highlight.hide({ highlight: (await bea.highlights())[0].id });
  assert.deepEqual(await bea.highlights(), []);
});

example('highlight.restore', async ({ anna, bea, conversation }) => {
  await anna.send('https://notes.example/d/1', conversation);
  const highlight = (await bea.highlights())[0];
  await bea.highlight.hide({ highlight: highlight.id });
  await bea.highlight.restore({ highlight: highlight.id });
  assert.equal((await bea.highlights())[0].id, highlight.id);
});

example('highlight.display', async ({ anna, bea, conversation }) => {
  const notes = await anna.app();
  await bea.send('https://notes.example/d/1', conversation);
  const highlight = (await notes.highlights())[0];
  await notes.highlight.display({ highlight: highlight.id, context: 'detail' });
});

example('highlightCenter.getHighlight', async ({ anna, bea, conversation }) => {
  const notes = await anna.app();
  await bea.send('https://notes.example/d/1', conversation);
  const { highlight } = await notes.highlightCenter.getHighlight({ url: 'https://notes.example/d/1' });
  assert.equal(highlight.id, (await notes.highlights())[0].id);
});

example('highlightCenter.getCollaborationHighlight', async ({ anna, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  const { highlight } = await notes.highlightCenter.getCollaborationHighlight({ url: plan.url });
  assert.equal(highlight.title, 'Trip plan');
});

example('highlightCenter.collaborationHighlight', async ({ anna, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  const name = plan.collaborationIdentifier;
  const { highlight } = await notes.highlightCenter.collaborationHighlight({ collaborationIdentifier: name });
  assert.equal(highlight.url, plan.url);
});

example('highlightCenter.postNotice', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  const posted = await notes.highlightCenter.postNotice({ url: plan.url, event: { type: 'mention', mentioned: 'bea' } });
  assert.equal((await bea.waitFor('notice.posted')).notice.id, posted.notices[0]);
});

example('highlightCenter.clearNotices', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await notes.post(edit(), plan);
  const theirs = await bea.app();
  assert.equal(
    (await theirs.highlightCenter.clearNotices({ url: plan.url })).cleared.length, 1
  );
});

example('attribution.attach', async ({ anna, bea, conversation }) => {
  const notes = await anna.app();
  await bea.send('https://notes.example/d/1', conversation);
  const highlight = (await notes.highlights())[0];
  const { attribution: token } = await notes.attribution.attach({ highlight: highlight.id, context: 'summary' });
  assert.equal(
    (await anna.attribution.show({ attribution: token })).attribution.url, highlight.url
  );
});

example('attribution.show', async ({ anna, bea, conversation }) => {
  const notes = await anna.app();
  await bea.send('https://notes.example/d/1', conversation);
  const { attribution: token } = await notes.attribution.attach({ highlight: (await notes.highlights())[0].id });
  const sharers = (await anna.attribution.show({ attribution: token })).attribution.sharers;
  assert.deepEqual(sharers.map((each) => each.name), ['Bea']);
});

example('identity.sign', async ({ anna, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  const { proof } = await notes.identity.sign({ url: plan.url, data: 'aGVsbG8=' });
  assert.ok(proof.signatureData);
});

example('identity.challenge', async ({ anna, observer }) => {
  await observer.app.register({
    app: 'com.example.board',
    name: 'Board',
    domains: ['board.example'],
    backends: ['custom'],
    proofs: true,
  });
  const board = await anna.app('com.example.board');
  const answer = await board.identity.challenge();
  assert.ok(answer.expiresAt > (await board.clock.now()).now);
});

example('identity.prove', async ({ anna, observer, conversation }) => {
  const trip = conversation.id;
  await observer.app.register({
    app: 'com.example.board',
    name: 'Board',
    domains: ['board.example'],
    backends: ['custom'],
    proofs: true,
  });
  const board = await anna.app('com.example.board');
  const url = 'https://board.example/ideas';
  await anna.collaboration.start({ app: 'com.example.board', title: 'Ideas', conversation: trip });
  const { action: start } = await board.waitFor('action.requested');
  await board.action.fulfill({ action: start.id, url: url, collaborationIdentifier: 'ideas' });
  const { action: people } = await board.waitFor('action.requested');
  await board.action.fulfill({ action: people.id });
  const { challenge } = await board.identity.challenge();
  const { proof } = await board.identity.sign({ url: url, data: challenge });
  await board.identity.prove({ url: url, challenge: challenge, proof: proof });
});

example('notice.dismiss', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  const [id] = await notes.post(mention(bea), plan);
  assert.equal((await bea.notice.dismiss({ notice: id })).notice.id, id);
});

example('notice.answer', async ({ anna, bea, conversation }) => {
  const { conversation: pair } = await anna.conversation.create({ participants: ['carl'] });
  const budget = await anna.share('Budget', pair);
  await anna.share.save({ share: budget.id, allowsAccessRequests: true });
  await bea.share.requestAccess({ url: budget.url });
  const { notice } = await anna.waitFor('notice.posted');
  await anna.notice.answer({ notice: notice.id, action: notice.actions[0].id });
  assert.equal((await bea.open(budget)).role, 'privateUser');
});

example('share.create', async ({ anna }) => {
  const { share: budget } = await anna.share.create({ app: 'com.example.notes', title: 'Budget' });
  assert.equal(budget.owner, 'anna');
});

example('share.send', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  const { share: budget } = await anna.share.create({ app: 'com.example.notes', title: 'Budget' });
  await anna.share.send({ share: budget.id, conversation: trip, text: 'Here it is:' });
  assert.ok((await bea.waitFor('message.posted')).message.text.includes(budget.url));
});

example('share.get', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const { share } = await bea.share.get({ url: plan.url });
  assert.equal(share.role, 'privateUser');
});

example('share.accept', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const { share } = await bea.share.accept({ url: plan.url });
  assert.deepEqual(
    share.participants.map((each) => each.acceptance),
    ['accepted', 'accepted', 'pending', 'pending'],
  );
});

example('share.requestAccess', async ({ anna, bea }) => {
  const { share: budget } = await anna.share.create({ app: 'com.example.notes', title: 'Budget' });
  await anna.share.save({ share: budget.id, allowsAccessRequests: true });
  await bea.share.requestAccess({ url: budget.url });
  assert.deepEqual((await anna.share.get({ share: budget.id })).share.requesters, ['bea']);
});

example('share.list', async ({ anna, bea, observer, conversation }) => {
  const trip = conversation.id;
  const plan = await anna.share('Trip plan', conversation);
  assert.deepEqual(
    (await bea.share.list({ conversation: trip })).shares.map((each) => each.url), [plan.url]
  );
  assert.equal((await observer.share.list({ person: 'bea' })).more, false);
});

example('share.save', async ({ anna, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const { share: saved } = await anna.share.save({ share: plan.id, title: 'Plan', remove: ['dan'], permission: 'readOnly' });
  assert.equal(saved.permission, 'readOnly');
});

example('share.addParticipant', async ({ anna }) => {
  const { share: budget } = await anna.share.create({ app: 'com.example.notes', title: 'Budget' });
  const { share: saved } = await anna.share.addParticipant({ share: budget.id, handle: 'bea', permission: 'readOnly' });
  assert.equal(saved.participants[1].permission, 'readOnly');
});

example('share.removeParticipant', async ({ anna, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const { share: saved } = await anna.share.removeParticipant({ share: plan.id, handles: ['carl', 'dan'] });
  assert.deepEqual(saved.participants.map((each) => each.handle), ['anna', 'bea']);
});

example('share.setPermission', async ({ anna, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const { share: saved } = await anna.share.setPermission({ share: plan.id, permission: 'readOnly' });
  assert.equal(saved.permission, 'readOnly');
});

example('share.setRole', async ({ anna, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const { share: saved } = await anna.share.setRole({ share: plan.id, handle: 'bea', role: 'administrator' });
  assert.equal(saved.participants[1].role, 'administrator');
});

example('share.setInviting', async ({ anna, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const { share: saved } = await anna.share.setInviting({ share: plan.id, allowsInviting: false });
  assert.ok(!saved.allowsInviting);
});

example('share.setAccess', async ({ anna, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const { share: saved } = await anna.share.setAccess({ share: plan.id, access: 'public' });
  assert.equal(saved.access, 'public');
});

example('share.leave', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  await bea.share.leave({ share: plan.id });
  assert.deepEqual((await bea.share.list()).shares, []);
});

example('share.stop', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  await anna.share.stop({ share: plan.id });
  assert.deepEqual((await bea.share.list()).shares, []);
});

example('collaboration.offer', async ({ anna }) => {
  const { offer } = await anna.collaboration.offer({ app: 'com.example.notes' });
  assert.deepEqual(offer.methods, ['collaborate']);
});

example('collaboration.start', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  const { start } = await anna.collaboration.start({ app: 'com.example.notes', title: 'Budget', conversation: trip });
  assert.equal(start.state, 'sent');
  assert.equal((await bea.waitFor('message.posted')).message.links[0].title, 'Budget');
});

example('collaboration.cancel', async ({ anna, observer, conversation }) => {
  const trip = conversation.id;
  await observer.app.register({
    app: 'com.example.board',
    name: 'Board',
    domains: ['board.example'],
    backends: ['custom'],
    proofs: true,
  });
  const board = await anna.app('com.example.board');
  const { start } = await anna.collaboration.start({ app: 'com.example.board', title: 'Ideas', conversation: trip });
  assert.equal((await board.waitFor('action.requested')).action.metadata.title, 'Ideas');
  assert.equal((await anna.collaboration.cancel({ start: start.id })).start.state, 'cancelled');
});

example('collaboration.list', async ({ anna, observer, conversation }) => {
  const trip = conversation.id;
  await observer.app.register({
    app: 'com.example.board',
    name: 'Board',
    domains: ['board.example'],
    backends: ['custom'],
    proofs: true,
  });
  const board = await anna.app('com.example.board');
  await anna.collaboration.start({ app: 'com.example.board', title: 'Ideas', conversation: trip });
  await board.waitFor('action.requested');
  assert.deepEqual(
    (await anna.collaboration.list()).starts.map((each) => each.state), ['waiting']
  );
});

example('action.fulfill', async ({ anna, bea, observer, conversation }) => {
  const trip = conversation.id;
  await observer.app.register({
    app: 'com.example.board',
    name: 'Board',
    domains: ['board.example'],
    backends: ['custom'],
    proofs: true,
  });
  const board = await anna.app('com.example.board');
  const url = 'https://board.example/ideas';
  await anna.collaboration.start({ app: 'com.example.board', title: 'Ideas', conversation: trip });
  const { action: start } = await board.waitFor('action.requested');
  await board.action.fulfill({ action: start.id, url: url, collaborationIdentifier: 'ideas' });
  const { action: people } = await board.waitFor('action.requested');
  await board.action.fulfill({ action: people.id });
  assert.equal((await bea.waitFor('message.posted')).message.text, url);
});

example('action.fail', async ({ anna, bea, observer, conversation }) => {
  const trip = conversation.id;
  await observer.app.register({
    app: 'com.example.board',
    name: 'Board',
    domains: ['board.example'],
    backends: ['custom'],
    proofs: true,
  });
  const board = await anna.app('com.example.board');
  await anna.collaboration.start({ app: 'com.example.board', title: 'Ideas', conversation: trip });
  const { action: start } = await board.waitFor('action.requested');
  await board.action.fail({ action: start.id, message: 'The disk is full.' });
  await bea.isNotNotified('message.posted');
});

example('app.register', async ({ observer }) => {
  const { app: maps } = await observer.app.register({ app: 'com.example.maps', name: 'Maps', domains: ['maps.example'] });
  assert.deepEqual(maps.backends, ['cloudRecord', 'file', 'custom']);
});

example('app.get', async ({ anna, observer }) => {
  const notes = await anna.app();
  assert.equal((await anna.app.get({ app: 'com.example.notes' })).app.name, 'Notes');
  assert.deepEqual((await notes.app.get()).app.domains, ['notes.example']);
  assert.equal((await observer.app.get({ app: 'com.example.notes' })).app.backends.length, 3);
});

example('activity.offer', async ({ anna }) => {
  const notes = await anna.app();
  const { app: offered } = await notes.activity.offer({ activities: [{ type: 'com.example.archive', title: 'Archive' }] });
  assert.equal(offered.activities[0].title, 'Archive');
});

example('activity.choose', async ({ anna, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await notes.activity.offer({ activities: [{ type: 'com.example.archive', title: 'Archive' }] });
  await anna.activity.choose({ app: 'com.example.notes', type: 'com.example.archive', url: plan.url });
  assert.equal((await notes.waitFor('activity.chosen')).url, plan.url);
});

example('site.publish', async ({ observer }) => {
  const association = {
    applinks: { details: [{ appID: 'com.example.notes', paths: ['/d/*'] }] }
  };
  await observer.site.publish({ domain: 'notes.example', association: association });
});

example('clock.now', async ({ anna, observer }) => {
  const notes = await anna.app();
  const { now: before } = await anna.clock.now();
  assert.equal((await notes.clock.now()).clock, 'virtual');
  assert.equal((await observer.clock.now()).now, before);
});

example('clock.advance', async ({ observer }) => {
  const { now: before } = await observer.clock.now();
  assert.ok((await observer.clock.advance({ milliseconds: 60000 })).now > before);
});

example('world.create', async ({ observer, world }) => {
  await observer.world.create({ world: 'second', clock: 'virtual', seed: 7 });
  assert.ok((await observer.world.list()).worlds.map((each) => each.world).includes('second'));
});

example('world.reset', async ({ observer, world }) => {
  await observer.world.create({ world: 'third' });
  await observer.world.reset({ world: 'third' });
});

example('world.delete', async ({ observer, world }) => {
  await observer.world.create({ world: 'fourth' });
  await observer.world.delete({ world: 'fourth' });
  assert.ok(!(await observer.world.list()).worlds.map((each) => each.world).includes('fourth'));
});

example('world.list', async ({ observer, world }) => {
  assert.ok(
    (await observer.world.list()).worlds.map((each) => each.world).includes(world.name)
  );
});

example('fault.inject', async ({ anna, bea, observer, conversation }) => {
  await observer.fault.inject({ do: 'drop', on: { notification: 'message.posted', to: 'bea' } });
  await anna.send('Hi', conversation);
  await bea.isNotNotified('message.posted');
});

example('fault.list', async ({ bea, observer }) => {
  await observer.inject('drop', 'message.posted', { to: bea });
  assert.deepEqual((await observer.fault.list()).faults.map((each) => each.do), ['drop']);
});

example('fault.clear', async ({ bea, observer }) => {
  const fault = await observer.inject('drop', 'message.posted', { to: bea });
  await observer.fault.clear({ fault: fault.id });
  assert.deepEqual((await observer.fault.list()).faults, []);
});

example('delivery.explain', async ({ anna, bea, carl, observer, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  const [id] = await notes.post(mention(bea), plan);
  const answer = await carl.delivery.explain({ person: 'carl', about: id });
  assert.ok(!answer.delivered);
  assert.ok((await observer.delivery.explain({ person: 'bea', about: id })).delivered);
});

example('journal.list', async ({ anna, observer, conversation }) => {
  await anna.send('Hi', conversation);
  const page = await observer.journal.list({ kind: 'notification', event: 'message.posted' });
  assert.deepEqual(page.entries.map((each) => each.person), ['anna', 'bea', 'carl', 'dan']);
});

example('journal.verify', async ({ anna, observer, conversation }) => {
  await anna.send('Hi', conversation);
  const verdict = await observer.journal.verify({ event: 'message.posted', person: 'bea', count: { exactly: 1 } });
  assert.ok(verdict.holds);
});

example('person.list', async ({ observer }) => {
  assert.deepEqual(
    (await observer.person.list()).people.map((each) => each.name),
    ['Anna', 'Bea', 'Carl', 'Dan'],
  );
});

example('document.create', async ({ anna }) => {
  const notes = await anna.app();
  const { document: budget } = await anna.document.create({ app: 'com.example.notes', title: 'Budget', text: '100' });
  assert.ok((await notes.document.create({ title: 'Draft' })).document.canEdit);
  assert.equal(budget.owner, 'anna');
});

example('document.list', async ({ anna, observer, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  assert.deepEqual(
    (await anna.document.list({ app: 'com.example.notes' })).documents.map((each) => each.title),
    [plan.title],
  );
  assert.equal((await notes.document.list()).more, false);
  assert.equal((await observer.document.list({ person: 'anna' })).documents[0].url, plan.url);
});

example('document.get', async ({ anna, observer, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  assert.equal((await anna.document.get({ url: plan.url })).document.owner, 'anna');
  assert.ok((await notes.document.get({ document: plan.document })).document.canEdit);
  assert.equal(
    (await observer.document.get({ document: plan.document })).document.title, 'Trip plan'
  );
});

example('document.open', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  assert.deepEqual((await bea.document.open({ url: plan.url })).document.active, ['bea']);
  assert.equal(
    (await notes.document.open({ url: plan.url })).document.activeParticipantCount, 2
  );
});

example('document.close', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await bea.document.open({ url: plan.url });
  await bea.document.close({ url: plan.url });
  await notes.document.open({ url: plan.url });
  await notes.document.close({ url: plan.url });
});

example('document.edit', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await bea.open(plan);
  const { document: edited } = await bea.document.edit({ url: plan.url, text: 'Leave at 8', revision: 0 });
  const again = await notes.document.edit({ url: plan.url, text: 'Leave at 9', revision: edited.revision });
  assert.equal(again.document.text, 'Leave at 9');
});

example('document.comment', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await bea.open(plan);
  await bea.document.comment({ url: plan.url, text: 'Too early!' });
  const { document: commented } = await notes.document.comment({ url: plan.url, text: 'Then at 9.' });
  assert.deepEqual(commented.comments.map((each) => each.text), ['Too early!', 'Then at 9.']);
});

example('document.rename', async ({ anna, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await anna.document.rename({ url: plan.url, title: 'Plan' });
  assert.equal(
    (await notes.document.rename({ url: plan.url, title: 'Lake plan' })).document.title,
    'Lake plan',
  );
});

example('document.move', async ({ anna, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await anna.document.move({ url: plan.url, folder: 'Summer' });
  assert.equal(
    (await notes.document.move({ url: plan.url, folder: 'Trips' })).document.folder, 'Trips'
  );
});

example('document.delete', async ({ anna, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await anna.document.delete({ url: plan.url });
  const { document: draft } = await notes.document.create({ title: 'Draft' });
  assert.ok((await notes.document.delete({ document: draft.id })).document.deleted);
});

example('message.posted', async ({ anna, bea, conversation }) => {
  await anna.send('Hi', conversation);
  assert.equal((await bea.waitFor('message.posted')).message.text, 'Hi');
});

example('message.changed', async ({ anna, bea, conversation }) => {
  const message = await anna.send('Dinner?', conversation);
  await bea.react('heart', message);
  assert.equal((await anna.waitFor('message.changed')).change.kind, 'reacted');
});

example('receipt', async ({ anna, bea, conversation }) => {
  const { conversation: pair } = await anna.conversation.create({ participants: ['bea'] });
  const message = await anna.send('Hi', pair);
  assert.equal((await anna.waitFor('receipt')).status, 'delivered');
  await bea.settings.set({ readReceipts: { everywhere: true } });
  await bea.conversation.markRead({ conversation: pair.id });
  assert.equal((await anna.waitFor('receipt')).status, 'read');
});

example('typing', async ({ anna, bea, conversation }) => {
  const { conversation: pair } = await anna.conversation.create({ participants: ['bea'] });
  await anna.conversation.typing({ conversation: pair.id, typing: true });
  assert.equal((await bea.waitFor('typing')).person, 'anna');
});

example('conversation.changed', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  await anna.conversation.rename({ conversation: trip, name: 'Lake' });
  assert.equal((await bea.waitFor('conversation.changed')).conversation.name, 'Lake');
});

example('deletion.changed', async ({ anna, bea, conversation }) => {
  const trip = conversation.id;
  const tablet = await bea.device('iPad');
  await anna.send('Hi', conversation);
  await bea.conversation.delete({ conversation: trip });
  assert.equal((await tablet.waitFor('deletion.changed')).change, 'deleted');
});

example('notice.posted', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await notes.post(mention(bea), plan);
  assert.equal(
    (await bea.waitFor('notice.posted')).notice.text, 'Anna mentioned you in “Trip plan”'
  );
});

example('notice.cleared', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  const [id] = await notes.post(mention(bea), plan);
  await bea.open(plan);
  assert.deepEqual((await bea.waitFor('notice.cleared')).notices, [id]);
});

example('consent.requested', async ({ anna, bea, observer, conversation }) => {
  await observer.app.register({ app: 'com.example.maps', name: 'Maps', domains: ['maps.example'] });
  await anna.send('https://maps.example/lake', conversation);
  await bea.pin('https://maps.example/lake', conversation);
  assert.equal((await bea.waitFor('consent.requested')).app, 'com.example.maps');
});

example('highlights.changed', async ({ anna, bea, carl, conversation }) => {
  await bea.send('https://notes.example/d/1', conversation);
  assert.equal(
    (await anna.waitFor('highlights.changed')).added[0].url, 'https://notes.example/d/1'
  );
  const theirs = await anna.app();
  await carl.send('https://notes.example/d/2', conversation);
  assert.equal(
    (await theirs.waitFor('highlights.changed')).added[0].url, 'https://notes.example/d/2'
  );
});

example('share.changed', async ({ anna, bea }) => {
  const { share: budget } = await anna.share.create({ app: 'com.example.notes', title: 'Budget' });
  await anna.share.addParticipant({ share: budget.id, handle: 'bea' });
  assert.equal((await bea.waitFor('share.changed')).share.title, 'Budget');
});

example('settings.changed', async ({ bea }) => {
  const tablet = await bea.device('iPad');
  await bea.settings.set({ mentionAlerts: false });
  assert.ok(!(await tablet.waitFor('settings.changed')).settings.mentionAlerts);
});

example('collaboration.changed', async ({ anna, observer, conversation }) => {
  const trip = conversation.id;
  await observer.app.register({
    app: 'com.example.board',
    name: 'Board',
    domains: ['board.example'],
    backends: ['custom'],
    proofs: true,
  });
  const board = await anna.app('com.example.board');
  await anna.collaboration.start({ app: 'com.example.board', title: 'Ideas', conversation: trip });
  const { action: start } = await board.waitFor('action.requested');
  await board.action.fail({ action: start.id });
  assert.equal((await anna.waitFor('collaboration.changed')).start.state, 'failed');
});

example('action.requested', async ({ anna, observer, conversation }) => {
  const trip = conversation.id;
  await observer.app.register({
    app: 'com.example.board',
    name: 'Board',
    domains: ['board.example'],
    backends: ['custom'],
    proofs: true,
  });
  const board = await anna.app('com.example.board');
  await anna.collaboration.start({ app: 'com.example.board', title: 'Ideas', conversation: trip });
  assert.equal((await board.waitFor('action.requested')).action.kind, 'startCollaboration');
});

example('action.ended', async ({ anna, observer, conversation }) => {
  const trip = conversation.id;
  await observer.app.register({
    app: 'com.example.board',
    name: 'Board',
    domains: ['board.example'],
    backends: ['custom'],
    proofs: true,
  });
  const board = await anna.app('com.example.board');
  const { start } = await anna.collaboration.start({ app: 'com.example.board', title: 'Ideas', conversation: trip });
  await board.waitFor('action.requested');
  await anna.collaboration.cancel({ start: start.id });
  assert.equal((await board.waitFor('action.ended')).outcome, 'cancelled');
});

example('identities.removed', async ({ anna, bea, observer, conversation }) => {
  const trip = conversation.id;
  await observer.app.register({
    app: 'com.example.board',
    name: 'Board',
    domains: ['board.example'],
    backends: ['custom'],
    proofs: true,
  });
  const board = await anna.app('com.example.board');
  const url = 'https://board.example/ideas';
  await anna.collaboration.start({ app: 'com.example.board', title: 'Ideas', conversation: trip });
  const { action: start } = await board.waitFor('action.requested');
  await board.action.fulfill({ action: start.id, url: url, collaborationIdentifier: 'ideas' });
  await board.action.fulfill({ action: (await board.waitFor('action.requested')).action.id });
  await bea.share.leave({ url: url });
  assert.equal((await board.waitFor('identities.removed')).identities.length, 1);
});

example('userActivity', async ({ anna }) => {
  const notes = await anna.app();
  await anna.link.open({ url: 'https://notes.example/d/1' });
  assert.equal((await notes.waitFor('userActivity')).webpageURL, 'https://notes.example/d/1');
});

example('activities.changed', async ({ anna }) => {
  const notes = await anna.app();
  const theirs = await anna.app();
  await notes.activity.offer({ activities: [{ type: 'com.example.archive', title: 'Archive' }] });
  assert.equal((await theirs.waitFor('activities.changed')).activities[0].title, 'Archive');
});

example('activity.chosen', async ({ anna, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await notes.activity.offer({ activities: [{ type: 'com.example.archive', title: 'Archive' }] });
  await anna.activity.choose({ app: 'com.example.notes', type: 'com.example.archive', url: plan.url });
  assert.equal((await notes.waitFor('activity.chosen')).type, 'com.example.archive');
});

example('person.changed', async ({ anna, world, server }) => {
  await Person.connect(server, 'BEA', { world: world.name });
  assert.equal((await anna.waitFor('person.changed')).name, 'BEA');
});

example('fault.fired', async ({ anna, bea, observer, conversation }) => {
  await observer.inject('drop', 'message.posted', { to: bea });
  await anna.send('Hi', conversation);
  assert.equal((await observer.waitFor('fault.fired')).to, 'bea');
});

example('request.done', async ({ anna, observer, conversation }) => {
  await anna.send('Hi', conversation);
  const done = await observer.waitFor(
    'request.done', (params) => params.method === 'message.send'
  );
  assert.equal(done.person, 'anna');
});

example('session.ended', async ({ anna, observer }) => {
  const notes = await anna.app();
  notes.disconnect();
  const ended = await observer.waitFor(
    'session.ended', (params) => params.role === 'app', { patience: 5 }
  );
  assert.equal(ended.app, 'com.example.notes');
});

example('document.changed', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await bea.open(plan);
  await bea.document.edit({ url: plan.url, text: 'Leave at 8', revision: 0 });
  assert.equal((await anna.waitFor('document.changed')).by, 'bea');
  assert.ok(!(await notes.waitFor('document.changed')).isMine);
});

example('document.accessChanged', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  await bea.open(plan);
  const theirs = await bea.app();
  await anna.share.setPermission({ share: plan.id, permission: 'readOnly' });
  assert.equal((await theirs.waitFor('document.accessChanged')).access, 'readOnly');
});

example('document.presence', async ({ anna, bea, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  const notes = await anna.app();
  await bea.document.open({ url: plan.url });
  assert.deepEqual((await anna.waitFor('document.presence')).active, ['bea']);
  assert.equal((await notes.waitFor('document.presence')).activeParticipantCount, 1);
});
