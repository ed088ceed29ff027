// The errors of the package.

/** The base of all errors of this package. */
export class UnderstudyError extends Error {
  constructor(message) {
    super(message);
    this.name = this.constructor.name;
  }
}

/** A session without a connection: the server closed it, or the test did. */
export class Disconnected extends UnderstudyError {}

/** A connection that was closed because the server sent something that is not the protocol. */
export class Unreadable extends Disconnected {}

/** A server that did not answer in time. */
export class TimedOut extends UnderstudyError {}

/** A request that the server refused. */
export class Refused extends UnderstudyError {
  constructor(method, { message, data = {} }) {
    const rule = data.rule ? ` by the rule ${data.rule}` : '';
    super(`${method} was refused${rule} (${data.reason}): ${message}`);
    Object.assign(this, { method, data, reason: data.reason, rule: data.rule, field: data.field });
  }
}

/** A wait whose notification did not arrive. The text has what did arrive, and the reasons. */
export class NothingCame extends UnderstudyError {
  constructor(message, rules = []) {
    super(message);
    this.rules = rules;
  }
}

/** A notification that must not arrive. The text has it, and the rules by which it was delivered. */
export class SomethingCame extends NothingCame {}
