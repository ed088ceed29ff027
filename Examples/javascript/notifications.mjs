// What people are told of a document that they work on together: five tests, for node and for browsers. Each has a world
// of its own. `connect(heard)` opens a stream of JSON-RPC messages, calls `heard` with each, and answers
// `{send, close}`.

const notes = 'com.example.notes';

class Session {
  told = [];
  waiting = new Map();
  number = 0;

  static async open(connect, hello) {
    const session = new Session();
    session.stream = await connect((message) => session.hear(message));
    session.cursor = (await session.call('session.hello', hello)).cursor;
    return session;
  }

  call(method, params = {}) {
    const id = ++this.number;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.stream.send({ jsonrpc: '2.0', id, method, params });
    return answer;
  }

  hear({ id, method, params, result, error }) {
    if (method) {
      this.told.push({ method, params });
      this.cursor = Math.max(this.cursor ?? 0, params.cursor ?? 0);
    } else if (error) {
      this.waiting.get(id).reject(new Error(`${error.data.reason}: ${error.message}`));
    } else {
      this.waiting.get(id).resolve(result);
    }
  }

  /// All of that name that came. The fence is answered once everything that was asked before has arrived.
  async heard(name) {
    await this.call('session.fence');
    return this.told.filter(({ method }) => method === name).map(({ params }) => params);
  }
}

/// Anna, Bea and Carl, who know each other, an app that they allow, a conversation, and a document that all are on.
async function makeWorld(connect, name) {
  const open = (hello) => Session.open(connect, { world: name, ...hello });
  await (await open({ role: 'observer', world: 'main' })).call('world.create', { world: name });
  const world = { open, observer: await open({ role: 'observer' }) };
  await world.observer.call('app.register', { app: notes, name: 'Notes', domains: ['notes.example'] });
  const people = ['anna', 'bea', 'carl'];
  for (const handle of people) {
    world[handle] = await open({ role: 'person', handle });
    await world[handle].call('contact.add', { handles: people.filter((other) => other !== handle) });
    await world[handle].call('settings.set', { automaticSharing: { apps: { [notes]: true } } });
  }
  const { conversation } = await world.anna.call('conversation.create', { participants: people, name: 'Trip' });
  world.trip = conversation.id;
  const { share } = await world.anna.call('share.create', { app: notes, title: 'Trip plan' });
  await world.anna.call('share.send', { share: share.id, conversation: world.trip });
  const app = await open({ role: 'app', app: notes, handle: 'anna' });
  world.post = async (event) => (await app.call('highlightCenter.postNotice', { url: share.url, event })).notices[0];
  return world;
}

function same(actual, expected) {
  const [left, right] = [actual, expected].map((value) => JSON.stringify(value));
  if (left !== right) throw new Error(`expected ${right}, got ${left}`);
}

const texts = (all) => all.map(({ message, notice }) => (message ?? notice).text);

export const tests = {
  async 'an edit notifies the other participants'({ post, bea, carl }) {
    await post({ type: 'change', trigger: 'edit' });
    for (const person of [bea, carl]) same(texts(await person.heard('notice.posted')), ['Anna edited “Trip plan”']);
  },
  async 'a mention notifies only the mentioned person'({ post, bea, carl }) {
    await post({ type: 'mention', mentioned: 'bea' });
    same(texts(await bea.heard('notice.posted')), ['Anna mentioned you in “Trip plan”']);
    same(await carl.heard('notice.posted'), []);
  },
  async 'a pin puts the link into Shared with You'({ anna, bea, trip }) {
    await bea.call('settings.set', { automaticSharing: { apps: { [notes]: false } } });
    const url = 'https://notes.example/d/1';
    const shown = async () => (await bea.call('highlight.list')).highlights.filter((each) => each.url === url).length;
    await anna.call('message.send', { conversation: trip, text: `Look: ${url}` });
    same(await shown(), 0);
    await bea.call('link.pin', { conversation: trip, url });
    same(await shown(), 1);
  },
  async 'a lost connection resumes without duplicates'({ anna, bea, trip, open }) {
    await bea.call('session.ping');
    bea.stream.close();
    const again = { conversation: trip, text: 'Two', clientID: 'a-retry' };
    for (let attempt = 0; attempt < 2; attempt += 1) await anna.call('message.send', again);
    const resumed = await open({ role: 'person', handle: 'bea', after: bea.cursor });
    same(texts(await resumed.heard('message.posted')), ['Two']);
  },
  async 'the rule explains why Carl gets no notice'({ post, carl, observer }) {
    const about = await post({ type: 'mention', mentioned: 'bea' });
    same(await carl.heard('notice.posted'), []);
    const why = await observer.call('delivery.explain', { person: 'carl', about });
    same([why.delivered, why.reasons.at(-1).rule], [false, 'ev-mention-private']);
  },
};

export async function run(name, connect) {
  await tests[name](await makeWorld(connect, `${name} ${Math.random()}`));
}
