// Clients for tests: a world, its people, their apps and an observer.
import { Disconnected, UnderstudyError } from './errors.js';
import { methods } from './generated.js';
import { Server } from './server.js';
import { Context, Session, subject } from './session.js';

export * from './errors.js';
export { rules } from './session.js';
export { Server };

const identifier = (value) => (typeof value === 'string' ? value : value.id);
const link = (value) => (typeof value === 'string' ? value : value.url);

function about(value) {
  const found = typeof value === 'string' ? value : subject(value) ?? value.url ?? value.id;
  if (typeof found !== 'string') {
    throw new UnderstudyError('Nothing to explain: pass an id, a link or the params of a notification.');
  }
  return found;
}

/** The events that an app can post: `notes.post(mention(bea), plan)`. */
export const edit = () => ({ type: 'change', trigger: 'edit' });
export const comment = () => ({ type: 'change', trigger: 'comment' });
export const mention = (person) => ({ type: 'mention', mentioned: person.handle });
export const added = (person) => ({ type: 'membership', trigger: 'addedCollaborator', person: person.handle });
export const removed = (person) => ({ type: 'membership', trigger: 'removedCollaborator', person: person.handle });
export const renamed = (title) => ({ type: 'persistence', trigger: 'renamed', title });

/** A session of a test with a server. It stores all notifications that it receives. */
class Client {
  #session;

  constructor(session) {
    this.#session = session;
    for (const [group, names] of Object.entries(methods[session.hello.role])) {
      // The methods of `share` and `app` of a person join a function of that name.
      const target = typeof this[group] === 'function' ? this[group].bind(this) : {};
      for (const name of names) target[name] = (params) => session.call(`${group}.${name}`, params);
      Object.defineProperty(this, group, { value: target });
    }
  }

  get name() { return this.#session.name; }

  get arrivals() { return [...this.#session.arrivals]; }

  get connection() { return this.#session; }

  call(method, params) { return this.#session.call(method, params); }

  waitFor(kind, where, options) {
    return typeof where === 'object' ? this.#session.waitFor(kind, undefined, where) : this.#session.waitFor(kind, where, options);
  }

  isNotNotified(kind, where) { return this.#session.isNotNotified(kind, where); }

  received(kind) { return this.#session.received(kind); }

  disconnect() { this.#session.end(new Disconnected(`${this.name} has disconnected; call reconnect()`)); }

  async reconnect() { await this.#session.connect(); }
}

function appOf(client, app) {
  const found = app ?? client.connection.context.app;
  if (found === undefined) throw new UnderstudyError('No app is known, for this session belongs to no World: pass the id of one.');
  return found;
}

/** A person in Messages, on one of their devices. */
export class Person extends Client {
  static async connect(server, name, { world, ...hello } = {}) {
    return new Person(await personSession(new Context(server, world), name, hello).connect());
  }

  get handle() { return this.connection.person; }

  async share(title, conversation, { url, app } = {}) {
    const { share } = await this.call('share.create', { app: appOf(this, app), title, url });
    await this.call('share.send', { share: share.id, conversation: identifier(conversation) });
    return (await this.call('share.get', { share: share.id })).share;
  }

  async app(id) {
    const app = appOf(this, id);
    const hello = { role: 'app', app, handle: this.handle };
    return new App(await new Session(this.connection.context, `${app} of ${this.handle}`, hello).connect());
  }

  async device(name) {
    const { context, hello } = this.connection;
    return new Person(await new Session(context, `${this.name}’s ${name}`, { ...hello, device: name }).connect());
  }

  async createConversation(others, { name } = {}) {
    const params = { participants: others.map(({ handle }) => handle), name };
    return (await this.call('conversation.create', params)).conversation;
  }

  async send(text, conversation, { replyTo, clientID } = {}) {
    const params = { conversation: identifier(conversation), text, replyTo: replyTo && identifier(replyTo), clientID };
    return (await this.call('message.send', params)).message;
  }

  async react(reaction, message) {
    return (await this.call('message.react', { message: identifier(message), reaction })).message;
  }

  async history(conversation, limit) {
    return (await this.call('conversation.history', { conversation: identifier(conversation), limit })).entries;
  }

  async pin(url, conversation) { return (await this.call('link.pin', { conversation: identifier(conversation), url })).pin; }

  async allow(app, allowed = true) {
    return (await this.call('settings.set', { automaticSharing: { apps: { [appOf(this, app)]: allowed } } })).settings;
  }

  async highlights(app) { return (await this.call('highlight.list', { app })).highlights; }

  async open(share) { return (await this.call('share.accept', { url: link(share) })).share; }

  explain(value) { return this.call('delivery.explain', { person: this.handle, about: about(value) }); }
}

/** An app that runs as a person. */
export class App extends Client {
  async post(event, share) { return (await this.call('highlightCenter.postNotice', { url: link(share), event })).notices; }

  async clearNotices(share) { return (await this.call('highlightCenter.clearNotices', { url: link(share) })).cleared; }

  async highlights() { return (await this.call('highlight.list')).highlights; }
}

/** A test harness in a world. */
export class Observer extends Client {
  static async connect(server, { world, ...hello } = {}) {
    return new Observer(await new Session(new Context(server, world), 'the observer', { role: 'observer', ...hello }).connect());
  }

  async advance(seconds) { return (await this.call('clock.advance', { milliseconds: Math.round(seconds * 1000) })).now; }

  async inject(effect, notification, { to, author, device, seconds, nth, percent } = {}) {
    const on = { notification, to: to?.handle, from: author?.handle, device, nth, percent };
    const milliseconds = seconds === undefined ? undefined : Math.round(seconds * 1000);
    return (await this.call('fault.inject', { do: effect, milliseconds, on })).fault;
  }

  explain(value, person) { return this.call('delivery.explain', { person: person.handle, about: about(value) }); }
}

function personSession(context, name, hello = {}) {
  const shown = name === name.toLowerCase() ? {} : { name };
  return new Session(context, name, { role: 'person', handle: name.toLowerCase(), ...shown, ...hello });
}

/** A world for tests: people who are contacts, an app that all of them allow, and a conversation of all of them. */
export class World {
  #context;
  #conversation;
  #owned;

  /** Creates a world on a server, by default on a server of its own. */
  static async create(names = ['Anna', 'Bea', 'Carl'], options = {}) {
    const server = options.server ?? await Server.start();
    const world = new World();
    world.#owned = options.server ? undefined : server;
    world.name = options.name ?? `world-${Math.random().toString(36).slice(2)}`;
    world.#context = new Context(server, world.name);
    try {
      await world.#make(names, options);
    } catch (error) {
      await world.close();
      throw error;
    }
    return new Proxy(world, {
      get(target, key) {
        if (key in target || typeof key === 'symbol' || key === 'then' || key === 'toJSON') {
          const value = Reflect.get(target, key, target);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return target.person(key);
      },
    });
  }

  // Other sessions make the world and close, so that those of the test miss the creation.
  async #make(names, { app = 'Notes', conversation = 'Trip', clock = 'virtual' }) {
    const context = this.#context;
    const main = new Context(context.server);
    const hello = { role: 'observer', events: false };
    try {
      const creator = await new Session(main, 'the observer', hello).connect();
      await creator.call('world.create', { world: this.name, clock });
      const maker = await new Session(context, 'the observer', hello).connect();
      const word = app.toLowerCase().replace(/[^a-z0-9]/g, '');
      this.app = `com.example.${word}`;
      await maker.call('app.register', { app: this.app, name: app, domains: [`${word}.example`] });
      const makers = [];
      for (const name of names) makers.push(await personSession(context, name).connect());
      const handles = makers.map(({ person }) => person);
      for (const each of makers) {
        const others = handles.filter((handle) => handle !== each.person);
        if (others.length) await each.call('contact.add', { handles: others });
        await each.call('settings.set', { automaticSharing: { apps: { [this.app]: true } } });
      }
      if (makers.length > 1) {
        const name = makers.length > 2 ? conversation : undefined;
        this.#conversation = (await makers[0].call('conversation.create', { participants: handles, name })).conversation;
      }
    } finally {
      main.close();
      context.close();
      context.sessions.length = 0;
    }
    context.app = this.app;
    this.observer = new Observer(await context.harness());
    this.people = [];
    for (const name of names) this.people.push(new Person(await personSession(context, name).connect()));
  }

  get conversation() {
    if (!this.#conversation) throw new UnderstudyError('This world has no conversation: it needs two people.');
    return this.#conversation;
  }

  person(name) {
    const found = this.people.find(({ handle }) => handle === name.toLowerCase());
    if (found) return found;
    const names = this.people.map((each) => each.name).join(', ');
    throw new UnderstudyError(`This world has no person “${name}”. Its people are ${names}.`);
  }

  advance(seconds) { return this.observer.advance(seconds); }

  async close() {
    this.#context.close();
    await this.#owned?.close();
  }
}
