// One session with a server, and the waits for its notifications.
import { Disconnected, NothingCame, Refused, SomethingCame, TimedOut, Unreadable } from './errors.js';

/** Returns the id or the link in the params of a notification that `delivery.explain` can explain. */
export function subject(params) {
  return [params.notice?.id, params.message?.id, params.consent, params.share?.url, params.document?.url,
    params.added?.[0]?.url].find((each) => typeof each === 'string');
}

function shown({ method, params }) {
  const text = JSON.stringify(params);
  return `${method} ${text.length <= 300 ? text : `${text.slice(0, 300)}…`}`;
}

const reasons = (decision) => decision.reasons.map(({ rule, text }) => `  ${rule}: ${text}`);

/** Returns the ids of the rules of a decision, in the order in which the server applied them. */
export const rules = (decision) => decision?.reasons.map(({ rule }) => rule) ?? [];

/** The sessions of one world of a server. */
export class Context {
  sessions = [];

  constructor(server, world = 'main') {
    Object.assign(this, { server, world });
  }

  close() {
    for (const session of this.sessions) session.end(new Disconnected(`${session.name}: the world is closed`));
  }

  /** Returns the observer that explains the deliveries of the world. */
  harness() {
    this.observer ??= new Session(this, 'the observer', { role: 'observer', requests: true }).connect();
    return this.observer;
  }
}

export class Session {
  arrivals = [];
  taken = new Set();
  requests = new Map();
  waiters = new Set();
  number = 0;

  constructor(context, name, hello) {
    Object.assign(this, { context, name, hello, person: hello.handle });
    this.ended = new Disconnected(`${name} has not connected yet`);
    context.sessions.push(this);
  }

  /** Opens a line and logs in. After an earlier login, the server first sends the missed notifications. */
  async connect() {
    this.end(new Disconnected(`${this.name} has connected again`));
    const { server, world } = this.context;
    let line;
    const isOpen = () => line === undefined || line === this.line;
    line = await server.open(
      (text) => isOpen() && this.receive(text),
      (why) => isOpen() && this.end(why ? new Unreadable(`${this.name}: ${why}`)
        : new Disconnected(`${this.name}: the server closed the connection`)),
    ).catch((error) => {
      throw new Disconnected(`${this.name}: no server at ${server.address}: ${error.message}`);
    });
    this.line = line;
    const after = this.cursor;
    try {
      const welcome = await this.call('session.hello', { world, ...this.hello, after });
      if (typeof welcome.cursor !== 'number' || !welcome.clock) {
        throw new Unreadable(`${this.name}: session.hello returned no cursor or clock`);
      }
      this.clock = welcome.clock.kind;
      this.cursor = Math.max(this.cursor ?? 0, after ?? welcome.cursor);
      if (after !== undefined) await this.call('session.ping');
    } catch (error) {
      this.end(new Disconnected(`${this.name} could not log in`));
      throw error;
    }
    return this;
  }

  /** Closes the line. Every request that waits for an answer fails. */
  end(why) {
    if (!this.line) return;
    this.line.close();
    this.line = undefined;
    this.ended = why;
    for (const { fail } of this.requests.values()) fail(why);
    this.wake();
  }

  wake() {
    for (const waiter of this.waiters) waiter();
  }

  /** Sends a request, and returns its result. */
  async call(method, params = {}) {
    if (!this.line) throw this.ended;
    const id = ++this.number;
    const seconds = this.context.server.timeout;
    let timer;
    try {
      return await new Promise((resolve, fail) => {
        this.requests.set(id, { method, resolve, fail });
        const late = `${this.name}: no answer to ${method} within ${seconds} seconds`;
        timer = setTimeout(() => fail(new TimedOut(late)), seconds * 1000);
        this.line.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      });
    } finally {
      clearTimeout(timer);
      this.requests.delete(id);
    }
  }

  /** Processes a received line. */
  receive(text) {
    if (!this.line || !text.trim()) return;
    const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
    try {
      const message = JSON.parse(text);
      if (!isObject(message)) throw new TypeError();
      const { id, method, params, result, error } = message;
      if (method !== undefined) {
        if (!isObject(params) || !['number', 'undefined'].includes(typeof params.cursor)) throw new TypeError();
        this.cursor = Math.max(this.cursor ?? 0, params.cursor ?? 0);
        this.arrivals.push({ method: String(method), params });
        this.wake();
      } else if (!isObject(error ?? result)) {
        throw new TypeError();
      } else if (id === undefined || id === null) {
        this.end(new Disconnected(`${this.name}: the server ended the session: ${error.message}`));
      } else {
        const request = this.requests.get(id);
        if (error) request?.fail(new Refused(request.method, error));
        else request?.resolve(result);
      }
    } catch {
      const start = text.slice(0, 200);
      this.end(new Unreadable(`${this.name}: the server sent a line that is not a message of the protocol: ${start}`));
    }
  }

  /** Waits until more than `count` notifications have arrived or the session has ended, for some seconds at most. */
  async more(count, seconds) {
    if (!this.line) throw this.ended;
    if (this.arrivals.length > count) return;
    let waiter;
    let timer;
    await new Promise((resolve) => {
      waiter = resolve;
      this.waiters.add(waiter);
      timer = setTimeout(resolve, seconds * 1000);
    });
    this.waiters.delete(waiter);
    clearTimeout(timer);
  }

  async received(kind) {
    await this.call('session.fence');
    return this.arrivals.filter(({ method }) => method === kind).map(({ params }) => params);
  }

  async waitFor(kind, where = () => true, { within = 0, patience = 0 } = {}) {
    const isVirtual = this.clock === 'virtual';
    let left = Math.round(within * 1000);
    const deadline = Date.now() + (patience + (isVirtual ? 0 : within)) * 1000;
    for (;;) {
      const { cursor } = await this.call('session.fence');
      const count = this.arrivals.length;
      const found = this.arrivals.find((each) => each.method === kind && !this.taken.has(each) && where(each.params));
      if (found) {
        this.taken.add(found);
        return found.params;
      }
      if (isVirtual && left > 0) {
        const observer = await this.context.harness();
        const { pending } = await observer.call('session.fence');
        const now = Date.parse((await observer.call('clock.now')).now);
        const step = Math.max(1, Math.min(left + 1, ...pending.map(({ dueAt }) => Date.parse(dueAt) - now)));
        if (step <= left) {
          left -= step;
          await observer.call('clock.advance', { milliseconds: step });
          continue;
        }
      }
      const rest = (deadline - Date.now()) / 1000;
      if (rest <= 0) throw await this.nothingCame(kind, where, cursor, patience);
      // On a real clock, the server may still have work that is due.
      await this.more(count, isVirtual ? rest : Math.min(rest, 0.02));
    }
  }

  async isNotNotified(kind, where = () => true) {
    await this.call('session.fence');
    const found = this.arrivals.filter(({ method, params }) => method === kind && where(params));
    if (!found.length) return;
    const lines = [`${this.name} received ${kind}, which must not arrive:`];
    lines.push(...found.slice(0, 5).map((each) => `  ${shown(each)}`));
    if (found.length > 5) lines.push(`  and ${found.length - 5} more`);
    const decision = await this.decide(subject(found[0].params));
    if (decision) lines.push('Reasons for the first delivery:', ...reasons(decision));
    throw new SomethingCame(lines.join('\n'), rules(decision));
  }

  /** Returns the decision about an item for the person of the session, if the server knows of one. */
  async decide(about) {
    if (about === undefined || this.person === undefined) return undefined;
    const observer = await this.context.harness();
    return observer.call('delivery.explain', { person: this.person, about }).catch((error) => {
      if (error instanceof Refused) return undefined;
      throw error;
    });
  }

  /** Returns the error of a wait, with the same text as that of ChatTestKit in Swift. */
  async nothingCame(kind, where, cursor, patience) {
    const { name, person } = this;
    const observer = await this.context.harness();
    const { pending } = await observer.call('session.fence');
    const near = this.arrivals.filter(({ method }) => method === kind);
    const handed = [...this.taken].filter(({ method, params }) => method === kind && where(params));
    const own = new Set(near.map(({ params }) => params.cursor).filter((each) => each !== undefined));
    const others = observer === this ? [] : observer.arrivals.filter(({ method, params }) => {
      if (method !== kind || (params.person !== undefined && params.person === person) || own.has(params.cursor)) return false;
      try {
        return where(params);
      } catch { // The condition is written for the params of another role.
        return true;
      }
    }).reverse();
    const about = others.map(({ params }) => subject(params)).find(Boolean) ?? (near[0] && subject(near[0].params))
      ?? lastSubject(observer);
    const decision = await this.decide(about);
    const lines = [`${name} received no matching ${kind}, and nothing more is on its way: everything up to cursor `
      + `${cursor} has arrived (session.fence).`];
    if (handed.length) {
      const count = handed.length === 1 ? 'One match' : `${handed.length} matches`;
      lines.push(`${count} arrived, but earlier waits returned them; the last was: ${shown(handed.at(-1))}`);
    } else if (near.length) {
      lines.push(`Nearest: ${shown(near.at(-1))}`);
    }
    for (const other of others.slice(0, 3)) {
      const who = other.params.person ? [other.params.person] : other.params.alerted ?? [];
      lines.push(`${who.join(', ') || 'Others'} received: ${shown(other)}`);
    }
    if (decision) {
      lines.push(`Decision about ${about}: it is ${decision.delivered ? '' : 'not '}delivered`, ...reasons(decision));
    }
    if (person !== undefined) lines.push(...faults(kind, this, (await observer.call('fault.list')).faults));
    const count = this.arrivals.length;
    lines.push(count ? `Everything that ${name} received, oldest first:` : `${name} received nothing.`);
    lines.push(...this.arrivals.slice(-20).map((each) => `  ${shown(each)}`));
    if (count > 20) lines.push(`  and ${count - 20} earlier`);
    for (const { dueAt, what } of pending.slice(0, 5)) {
      lines.push(`Pending until ${dueAt}: ${what}; \`within\` advances the clock.`);
    }
    lines.push(patience ? `Another task or program had ${patience} s to do it; \`patience\` gives it longer.`
      : 'To wait for another task or program, use `patience`: 5 is five seconds.');
    return new NothingCame(lines.join('\n'), rules(decision));
  }
}

/** Returns the subject of the last request in the world that `delivery.explain` can explain. */
function lastSubject(observer) {
  return observer.arrivals.filter(({ method, params }) => method === 'request.done' && params.method !== 'delivery.explain')
    .map(({ params: { params, result } }) => result?.notices?.[0] ?? result?.message?.id ?? params?.url)
    .filter((each) => typeof each === 'string').at(-1);
}

/** The effects of faults on notifications of a kind to the person of a session. */
function faults(kind, session, injected) {
  const what = `${kind} to ${session.name}`;
  return injected.flatMap(({ id, fired, on, do: effect, milliseconds }) => {
    if (!fired || (on.notification ?? kind) !== kind || (on.to ?? session.person) !== session.person) return [];
    const done = {
      drop: `dropped ${what}`,
      delay: `delays ${what} by ${milliseconds} ms`,
      reorder: `holds ${what} back until the next one arrives`,
      disconnect: `ended the stream instead of ${what}`,
    }[effect];
    return done ? [`${id}: this fault ${done}${fired > 1 ? `, ${fired} times` : ''}`] : [];
  });
}
