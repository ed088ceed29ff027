// The types of the clients. Those of the protocol are in generated.d.ts.
import type {
  AppHighlight, AppMethods, AppNotifications, Conversation, ErrorData, ExplanationResult, Fault, FaultEffectWord, Message,
  NotificationName, ObserverMethods, ObserverNotifications, PersonHighlight, PersonMethods, PersonNotifications, Pin,
  PostNoticeEvent, Settings, ShareView, ThreadEntry,
} from './generated.js';

export * as contract from './generated.js';

/** A conversation or message: the value itself, or its id. */
export type Reference = string | { id: string };
/** A shared document: the share itself, or its link. */
export type Link = string | { url: string };
/** An id, a link, a share, or the params of a notification. */
export type About = string | object;

/** The base of all errors of this package. */
export class UnderstudyError extends Error {}
/** A session without a connection: the server closed it, or the test did. */
export class Disconnected extends UnderstudyError {}
/** A connection that was closed because the server sent something that is not the protocol. */
export class Unreadable extends Disconnected {}
/** A server that did not answer in time. */
export class TimedOut extends UnderstudyError {}
/** A request that the server refused. */
export class Refused extends UnderstudyError {
  readonly method: string;
  /** The `data` of the error, with all of its members. */
  readonly data: ErrorData;
  readonly reason: ErrorData['reason'];
  readonly rule?: string;
  readonly field?: string;
}
/** A wait whose notification did not arrive. The text has what did arrive, and the reasons. */
export class NothingCame extends UnderstudyError {
  /** The rules of the decision, in the order in which the server applied them. */
  readonly rules: string[];
}
/** A notification that must not arrive. The text has it, and the rules by which it was delivered. */
export class SomethingCame extends NothingCame {}

/** A server: one that runs already, or one that `Server.start()` starts. */
export class Server {
  /** `address` is `HOST:PORT`, or `ws://HOST:PORT/ws` for a page in a browser. `timeout` are seconds of a request. */
  constructor(address: string, options?: { timeout?: number });
  readonly address: string;
  readonly timeout: number;
  /** Starts a server that keeps its data in memory and ends with this process. The program is by default the one in the
   * variable CHAT_SERVER, or `chat-server` in PATH. */
  static start(program?: string, options?: { timeout?: number }): Promise<Server>;
  /** Ends the server, if `start()` started it. */
  close(): Promise<void>;
}

export interface WaitOptions {
  /** The seconds that the world's clock may advance until the notification arrives. */
  within?: number;
  /** The real seconds that another program may need. */
  patience?: number;
}

/** A session of a test with a server. It stores all notifications that it receives. */
declare class Client<Notifications> {
  /** The name that a failed test shows. */
  readonly name: string;
  /** All received notifications, oldest first. Notifications on their way are missing. */
  readonly arrivals: { method: string; params: any }[];
  /** Sends a request, valid or invalid, and returns its result. */
  call(method: string, params?: object): Promise<any>;
  /** Returns the params of the first matching notification that no earlier wait has returned. Throws NothingCame with the
   * reasons. */
  waitFor<Kind extends keyof Notifications>(
    kind: Kind, where?: (params: Notifications[Kind]) => boolean, options?: WaitOptions): Promise<Notifications[Kind]>;
  waitFor<Kind extends keyof Notifications>(kind: Kind, options: WaitOptions): Promise<Notifications[Kind]>;
  /** Checks that no matching notification has arrived, once everything earlier has (`session.fence`). Throws
   * SomethingCame with the rules. */
  isNotNotified<Kind extends keyof Notifications>(
    kind: Kind, where?: (params: Notifications[Kind]) => boolean): Promise<void>;
  /** Returns the params of all received notifications of a kind, oldest first, once everything earlier has arrived. */
  received<Kind extends keyof Notifications>(kind: Kind): Promise<Notifications[Kind][]>;
  /** Ends the connection without a notice to the server, as in a tunnel. The client misses what follows. */
  disconnect(): void;
  /** Connects again and receives the missed notifications: each stored one, once. */
  reconnect(): Promise<void>;
}

/** The options of a login: the world, and more params of `session.hello`. */
export type Login = { world?: string; token?: string; device?: string };

export interface Person extends Omit<PersonMethods, 'share' | 'app'> {}
/** A person in Messages, on one of their devices. It has every method that a person may call. */
export class Person extends Client<PersonNotifications> {
  private constructor();
  /** Logs in to any world of a server. */
  static connect(server: Server, name: string, login?: Login): Promise<Person>;
  /** The handle, such as `anna`. */
  readonly handle: string;
  /** Shares a document of an app, by default of the world's app, and sends its link to a conversation. */
  readonly share: PersonMethods['share']
    & ((title: string, conversation: Reference, options?: { url?: string; app?: string }) => Promise<ShareView>);
  /** Connects an app that runs as the person; by default the world's app. */
  readonly app: PersonMethods['app'] & ((app?: string) => Promise<App>);
  /** Connects another device of the person. */
  device(name: string): Promise<Person>;
  /** Creates a conversation. With one other person, it returns their existing conversation if they have one. */
  createConversation(others: Person[], options?: { name?: string }): Promise<Conversation>;
  /** Sends a message. A retry with the client id of an earlier attempt does not send it twice. */
  send(text: string, conversation: Reference, options?: { replyTo?: Reference; clientID?: string }): Promise<Message>;
  /** Sets a tapback on a message: an emoji, or a word such as `heart`. */
  react(reaction: string, message: Reference): Promise<Message>;
  /** Returns the newest entries of a thread, oldest first. */
  history(conversation: Reference, limit?: number): Promise<ThreadEntry[]>;
  /** Pins a link in a conversation. */
  pin(url: string, conversation: Reference): Promise<Pin>;
  /** Allows or forbids the automatic sharing of an app's links; by default those of the world's app. */
  allow(app?: string, allowed?: boolean): Promise<Settings>;
  /** Returns the shelf, ranked: the highlights of one app or of all. */
  highlights(app?: string): Promise<PersonHighlight[]>;
  /** Opens a share, which clears the pending notices about it. */
  open(share: Link): Promise<ShareView>;
  /** Explains why the person did or did not receive something. */
  explain(about: About): Promise<ExplanationResult>;
}

export interface App extends AppMethods {}
/** An app that runs as a person. It has every method that an app may call. */
export class App extends Client<AppNotifications> {
  private constructor();
  /** Posts an event of the person in a shared document, and returns the ids of the notices. */
  post(event: PostNoticeEvent, about: Link): Promise<string[]>;
  /** Clears the notices about a document that the person has seen in the app, and returns their ids. */
  clearNotices(about: Link): Promise<string[]>;
  /** Returns the app's highlights for its person, ranked. */
  highlights(): Promise<AppHighlight[]>;
}

export interface Observer extends ObserverMethods {}
/** A test harness in a world. It receives all notifications, registers apps, moves the clock and injects faults. */
export class Observer extends Client<ObserverNotifications> {
  private constructor();
  /** Logs in to any world of a server. */
  static connect(server: Server, login?: Login): Promise<Observer>;
  /** Lets time pass on a virtual clock, and returns the new time. */
  advance(seconds: number): Promise<string>;
  /** Injects a fault into the delivery of notifications. `seconds` is the time of a delay. */
  inject(effect: FaultEffectWord, notification?: NotificationName, options?: {
    to?: Person; author?: Person; device?: string | number; seconds?: number; nth?: number; percent?: number;
  }): Promise<Fault>;
  /** Explains why a person did or did not receive something. */
  explain(about: About, person: Person): Promise<ExplanationResult>;
}

/** The people of a world, by their names in lower case. */
export type People<Names extends string> = { readonly [Name in Lowercase<Names>]: Person };

export interface WorldOptions {
  /** The name of the app, `Notes` by default. */
  app?: string;
  /** The name of the conversation, `Trip` by default. */
  conversation?: string;
  clock?: 'virtual' | 'real';
}

/** A world for tests: people who are contacts, an app that all of them allow, and a conversation of all of them. It is
 * isolated, with its own ids and its own clock. */
export class World {
  private constructor();
  /** Creates a world on a server, by default on a server of its own. */
  static create<Names extends string = 'Anna' | 'Bea' | 'Carl'>(
    names?: Names[], options?: WorldOptions & { server?: Server; name?: string }): Promise<World & People<Names>>;
  /** The name of the world on the server. */
  readonly name: string;
  /** The app of the documents that the people share, such as `com.example.notes`. */
  readonly app: string;
  readonly observer: Observer;
  /** The people, in the order of their names. */
  readonly people: Person[];
  /** The conversation of all people. */
  readonly conversation: Conversation;
  /** Returns the client of a person. */
  person(name: string): Person;
  /** Lets time pass on the virtual clock, and returns the new time. */
  advance(seconds: number): Promise<string>;
  /** Ends all sessions, and the server if it belongs to the world. */
  close(): Promise<void>;
}

/** The person edited the document. */
export function edit(): PostNoticeEvent;
/** The person commented on the document. */
export function comment(): PostNoticeEvent;
/** The person mentioned another one. */
export function mention(person: { handle: string }): PostNoticeEvent;
/** Another person joined the collaboration. */
export function added(person: { handle: string }): PostNoticeEvent;
/** Another person left the collaboration, or was removed. */
export function removed(person: { handle: string }): PostNoticeEvent;
/** The person renamed the document. */
export function renamed(title: string): PostNoticeEvent;
/** Returns the ids of the rules of a decision, in the order in which the server applied them. */
export function rules(decision: ExplanationResult): string[];
