// The types of the clients. Those of the protocol are in generated.d.ts.
import type {
  AppHighlight, AppMethods, AppNotifications, Conversation, ExplanationResult, Fault, FaultEffectWord, Message,
  NotificationName, ObserverMethods, ObserverNotifications, PersonHighlight, PersonMethods, PersonNotifications, Pin,
  PostNoticeEvent, Settings, ShareView, ThreadEntry,
} from './generated.js';
import { Server } from './server.js';

/** The values of the protocol: params, results and notifications.
 * @example
 * const plan: contract.ShareView = await anna.share('Plan', conversation);
 */
export * as contract from './generated.js';
export * from './errors.js';
export { Server };

/** A conversation or message: the value itself, or its id.
 * @example
 * const about: Reference = conversation.id;
 * await anna.send('Hi', about);
 */
export type Reference = string | { id: string };
/** A shared document: the share itself, or its link.
 * @example
 * const link: Link = plan;
 * await bea.open(link);
 */
export type Link = string | { url: string };
/** An id, a link, a share, or the params of a notification.
 * @example
 * const about: About = plan.url;
 * await bea.explain(about);
 */
export type About = string | object;

/** The time that a wait may take.
 * @example
 * const options: WaitOptions = { within: 60, patience: 5 };
 * await bea.waitFor('notice.posted', options);
 */
export interface WaitOptions {
  /** The seconds that the world's clock may advance until the notification arrives. */
  within?: number;
  /** The real seconds that another program may need. */
  patience?: number;
}

/** A session of a test with a server. It stores all notifications that it receives. */
declare class Client<Notifications> {
  /** The name that a failed test shows.
   * @example
   * assert.equal((await anna.device('iPad')).name, 'Anna’s iPad');
   */
  readonly name: string;
  /** All received notifications, oldest first. Notifications on their way are missing.
   * @example
   * await anna.send('Hi', conversation);
   * await bea.waitFor('message.posted');
   * assert.deepEqual(bea.arrivals.map(({ method }) => method), ['message.posted']);
   */
  readonly arrivals: { method: string; params: any }[];
  /** Sends a request, valid or invalid, and returns its result.
   * @example
   * await assert.rejects(anna.call('message.send', { conversation: trip, text: 7 }), { field: 'text' });
   */
  call(method: string, params?: object): Promise<any>;
  /** Returns the params of the first matching notification that no earlier wait has returned. Throws NothingCame with the
   * reasons.
   * @example
   * for (const event of [edit(), edit()]) await notes.post(event, plan);
   * const grown = await bea.waitFor('notice.posted', ({ notice }) => notice.count === 2);
   * assert.equal(grown.notice.text, 'Anna made 2 edits to “Trip plan”');
   */
  waitFor<Kind extends keyof Notifications>(
    kind: Kind, where?: (params: Notifications[Kind]) => boolean, options?: WaitOptions): Promise<Notifications[Kind]>;
  waitFor<Kind extends keyof Notifications>(kind: Kind, options: WaitOptions): Promise<Notifications[Kind]>;
  /** Checks that no matching notification has arrived, once everything earlier has (`session.fence`). Throws
   * SomethingCame with the rules.
   * @example
   * await notes.post(mention(bea), plan);
   * await carl.isNotNotified('notice.posted');
   */
  isNotNotified<Kind extends keyof Notifications>(
    kind: Kind, where?: (params: Notifications[Kind]) => boolean): Promise<void>;
  /** Returns the params of all received notifications of a kind, oldest first, once everything earlier has arrived.
   * @example
   * for (const text of ['One', 'Two']) await anna.send(text, conversation);
   * const messages = await bea.received('message.posted');
   * assert.deepEqual(messages.map(({ message }) => message.text), ['One', 'Two']);
   */
  received<Kind extends keyof Notifications>(kind: Kind): Promise<Notifications[Kind][]>;
  /** Ends the connection without a notice to the server, as in a tunnel. The client misses what follows.
   * @example
   * bea.disconnect();
   * await assert.rejects(bea.session.ping(), Disconnected);
   */
  disconnect(): void;
  /** Connects again and receives the missed notifications: each stored one, once.
   * @example
   * bea.disconnect();
   * await anna.send('Hi', conversation);
   * await bea.reconnect();
   * await bea.waitFor('message.posted');
   */
  reconnect(): Promise<void>;
}

/** The options of a login: the world, and more params of `session.hello`.
 * @example
 * const login: Login = { world: world.name, device: 'iPad' };
 * await Person.connect(server, 'Anna', login);
 */
export type Login = { world?: string; token?: string; device?: string };

export interface Person extends Omit<PersonMethods, 'share' | 'app'> {}
/** A person in Messages, on one of their devices. It has every method that a person may call.
 * @example
 * await anna.send('Hi', conversation);
 * await bea.waitFor('message.posted');
 */
export class Person extends Client<PersonNotifications> {
  private constructor();
  /** Logs in to any world of a server.
   * @example
   * const zoe = await Person.connect(server, 'Zoe', { world: world.name });
   * await zoe.contact.add({ handle: 'anna' });
   */
  static connect(server: Server, name: string, login?: Login): Promise<Person>;
  /** The handle, such as `anna`.
   * @example
   * assert.equal(anna.handle, 'anna');
   */
  readonly handle: string;
  /** Shares a document of an app, by default of the world's app, and sends its link to a conversation.
   * @example
   * const budget = await anna.share('Budget', conversation);
   * const { message } = await bea.waitFor('message.posted');
   * assert.equal(message.links[0].url, budget.url);
   */
  readonly share: PersonMethods['share']
    & ((title: string, conversation: Reference, options?: { url?: string; app?: string }) => Promise<ShareView>);
  /** Connects an app that runs as the person; by default the world's app.
   * @example
   * const theirs = await bea.app();
   * assert.deepEqual(await theirs.highlights(), []);
   */
  readonly app: PersonMethods['app'] & ((app?: string) => Promise<App>);
  /** Connects another device of the person.
   * @example
   * const tablet = await bea.device('iPad');
   * await anna.send('Hi', conversation);
   * await tablet.waitFor('message.posted');
   */
  device(name: string): Promise<Person>;
  /** Creates a conversation. With one other person, it returns their existing conversation if they have one.
   * @example
   * const pair = await anna.createConversation([bea]);
   * assert.deepEqual(pair.participants, ['anna', 'bea']);
   */
  createConversation(others: Person[], options?: { name?: string }): Promise<Conversation>;
  /** Sends a message. A retry with the client id of an earlier attempt does not send it twice.
   * @example
   * const message = await anna.send('Who drives?', conversation);
   * const reply = await bea.send('Me', conversation, { replyTo: message });
   * assert.equal(reply.replyTo, message.id);
   */
  send(text: string, conversation: Reference, options?: { replyTo?: Reference; clientID?: string }): Promise<Message>;
  /** Sets a tapback on a message: an emoji, or a word such as `heart`.
   * @example
   * const message = await anna.send('Dinner?', conversation);
   * assert.equal((await bea.react('heart', message)).reactions[0].handle, 'bea');
   */
  react(reaction: string, message: Reference): Promise<Message>;
  /** Returns the newest entries of a thread, oldest first.
   * @example
   * await anna.send('Hi', conversation);
   * assert.equal((await bea.history(conversation, 1))[0].kind, 'message');
   */
  history(conversation: Reference, limit?: number): Promise<ThreadEntry[]>;
  /** Pins a link in a conversation.
   * @example
   * await anna.send('https://notes.example/d/1', conversation);
   * await bea.pin('https://notes.example/d/1', conversation);
   * assert.ok((await bea.highlights())[0].pinned);
   */
  pin(url: string, conversation: Reference): Promise<Pin>;
  /** Allows or forbids the automatic sharing of an app's links; by default those of the world's app.
   * @example
   * await bea.allow('com.example.notes', false);
   * await anna.send('https://notes.example/d/1', conversation);
   * assert.deepEqual(await bea.highlights(), []);
   */
  allow(app?: string, allowed?: boolean): Promise<Settings>;
  /** Returns the shelf, ranked: the highlights of one app or of all.
   * @example
   * await anna.send('https://notes.example/d/1', conversation);
   * assert.equal((await bea.highlights())[0].attribution[0].name, 'Anna');
   */
  highlights(app?: string): Promise<PersonHighlight[]>;
  /** Opens a share, which clears the pending notices about it.
   * @example
   * await notes.post(mention(bea), plan);
   * await bea.open(plan);
   * await bea.waitFor('notice.cleared');
   */
  open(share: Link): Promise<ShareView>;
  /** Explains why the person did or did not receive something.
   * @example
   * const [notice] = await notes.post(mention(bea), plan);
   * assert.ok(!(await carl.explain(notice)).delivered);
   */
  explain(about: About): Promise<ExplanationResult>;
}

export interface App extends AppMethods {}
/** An app that runs as a person. It has every method that an app may call.
 * @example
 * const theirs = await bea.app('com.example.notes');
 * assert.equal((await theirs.app.get()).app.name, 'Notes');
 */
export class App extends Client<AppNotifications> {
  private constructor();
  /** Posts an event of the person in a shared document, and returns the ids of the notices.
   * @example
   * const [notice] = await notes.post(edit(), plan);
   * assert.equal((await bea.waitFor('notice.posted')).notice.id, notice);
   */
  post(event: PostNoticeEvent, about: Link): Promise<string[]>;
  /** Clears the notices about a document that the person has seen in the app, and returns their ids.
   * @example
   * const notices = await notes.post(edit(), plan);
   * assert.deepEqual(await (await bea.app()).clearNotices(plan), notices);
   */
  clearNotices(about: Link): Promise<string[]>;
  /** Returns the app's highlights for its person, ranked.
   * @example
   * await bea.send('https://notes.example/d/1', conversation);
   * assert.equal((await notes.highlights())[0].url, 'https://notes.example/d/1');
   */
  highlights(): Promise<AppHighlight[]>;
}

export interface Observer extends ObserverMethods {}
/** A test harness in a world. It receives all notifications, registers apps, moves the clock and injects faults.
 * @example
 * await anna.send('Hi', conversation);
 * assert.equal((await observer.waitFor('message.posted')).message.sender, 'anna');
 */
export class Observer extends Client<ObserverNotifications> {
  private constructor();
  /** Logs in to any world of a server.
   * @example
   * const second = await Observer.connect(server, { world: world.name });
   * assert.equal((await second.clock.now()).clock, 'virtual');
   */
  static connect(server: Server, login?: Login): Promise<Observer>;
  /** Lets time pass on a virtual clock, and returns the new time.
   * @example
   * const before = (await observer.clock.now()).now;
   * assert.ok(await observer.advance(0.5) > before);
   */
  advance(seconds: number): Promise<string>;
  /** Injects a fault into the delivery of notifications. `seconds` is the time of a delay.
   * @example
   * await observer.inject('delay', 'notice.posted', { to: bea, seconds: 60 });
   * await notes.post(edit(), plan);
   * await bea.waitFor('notice.posted', { within: 60 });
   */
  inject(effect: FaultEffectWord, notification?: NotificationName, options?: {
    to?: Person; author?: Person; device?: string | number; seconds?: number; nth?: number; percent?: number;
  }): Promise<Fault>;
  /** Explains why a person did or did not receive something.
   * @example
   * const [notice] = await notes.post(mention(bea), plan);
   * assert.ok(!(await observer.explain(notice, carl)).delivered);
   */
  explain(about: About, person: Person): Promise<ExplanationResult>;
}

/** The people of a world, by their names in lower case.
 * @example
 * const people: People<'Anna' | 'Zoe'> = await World.create(['Anna', 'Zoe'], { server });
 * await people.zoe.settings.get();
 */
export type People<Names extends string> = { readonly [Name in Lowercase<Names>]: Person };

/** The options of a world.
 * @example
 * const options: WorldOptions = { app: 'Photos', conversation: 'Choir', clock: 'real' };
 * await World.create(['Anna', 'Zoe'], { ...options, server });
 */
export interface WorldOptions {
  /** The name of the app, `Notes` by default. */
  app?: string;
  /** The name of the conversation, `Trip` by default. */
  conversation?: string;
  /** The clock, `virtual` by default. */
  clock?: 'virtual' | 'real';
}

/** A world for tests: people who are contacts, an app that all of them allow, and a conversation of all of them. It is
 * isolated, with its own ids and its own clock.
 * @example
 * const choir = await World.create(['Anna', 'Zoe'], { server, name: 'choir', conversation: 'Choir' });
 * assert.deepEqual([choir.name, choir.app], ['choir', 'com.example.notes']);
 * await choir.zoe.send('Hi', choir.conversation);
 * await choir.anna.waitFor('message.posted');
 * await choir.close();
 */
export class World {
  private constructor();
  /** Creates a world on a server, by default on a server of its own.
   * @example
   * const pair = await World.create(['Anna', 'Bea'], { app: 'Photos' });
   * assert.equal(pair.app, 'com.example.photos');
   * await pair.close();
   */
  static create<Names extends string = 'Anna' | 'Bea' | 'Carl'>(
    names?: Names[], options?: WorldOptions & { server?: Server; name?: string }): Promise<World & People<Names>>;
  /** The name of the world on the server. */
  readonly name: string;
  /** The app of the documents that the people share, such as `com.example.notes`. */
  readonly app: string;
  /** The observer of the world. */
  readonly observer: Observer;
  /** The people, in the order of their names. */
  readonly people: Person[];
  /** The conversation of all people.
   * @example
   * assert.deepEqual(world.conversation.participants, ['anna', 'bea', 'carl', 'dan']);
   */
  readonly conversation: Conversation;
  /** Returns the client of a person.
   * @example
   * assert.equal(world.person('Anna'), world.people[0]);
   */
  person(name: string): Person;
  /** Lets time pass on the virtual clock, and returns the new time.
   * @example
   * const before = (await world.observer.clock.now()).now;
   * assert.ok(await world.advance(60) > before);
   */
  advance(seconds: number): Promise<string>;
  /** Ends all sessions, and the server if it belongs to the world.
   * @example
   * await world.close();
   * await assert.rejects(anna.send('Hi', conversation), Disconnected);
   */
  close(): Promise<void>;
}

/** The person edited the document.
 * @example
 * await notes.post(edit(), plan);
 * assert.equal((await bea.waitFor('notice.posted')).notice.text, 'Anna edited “Trip plan”');
 */
export function edit(): PostNoticeEvent;
/** The person commented on the document.
 * @example
 * await notes.post(comment(), plan);
 * assert.equal((await bea.waitFor('notice.posted')).notice.text, 'Anna commented on “Trip plan”');
 */
export function comment(): PostNoticeEvent;
/** The person mentioned another one.
 * @example
 * await notes.post(mention(bea), plan);
 * assert.equal((await bea.waitFor('notice.posted')).notice.text, 'Anna mentioned you in “Trip plan”');
 */
export function mention(person: { handle: string }): PostNoticeEvent;
/** Another person joined the collaboration.
 * @example
 * await carl.open(plan);
 * const [id] = await notes.post(added(carl), plan);
 * const { notice } = await bea.waitFor('notice.posted', (params) => params.notice.id === id);
 * assert.equal(notice.text, 'Anna added Carl to “Trip plan”');
 */
export function added(person: { handle: string }): PostNoticeEvent;
/** Another person left the collaboration, or was removed.
 * @example
 * await anna.share.removeParticipant({ share: plan.id, handle: 'carl' });
 * await notes.post(removed(carl), plan);
 * assert.equal((await bea.waitFor('notice.posted')).notice.text, 'Anna removed Carl from “Trip plan”');
 */
export function removed(person: { handle: string }): PostNoticeEvent;
/** The person renamed the document.
 * @example
 * await notes.post(renamed('Lake'), plan);
 * assert.equal((await bea.waitFor('notice.posted')).notice.text, 'Anna renamed “Trip plan” to “Lake”');
 */
export function renamed(title: string): PostNoticeEvent;
/** Returns the ids of the rules of a decision, in the order in which the server applied them.
 * @example
 * const [notice] = await notes.post(mention(bea), plan);
 * assert.deepEqual(rules(await carl.explain(notice)), ['ev-mention-private']);
 */
export function rules(decision: ExplanationResult): string[];
