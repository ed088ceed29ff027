// A running chat-server: over a socket in node, over a WebSocket in a browser.
import { UnderstudyError } from './errors.js';

const maximumLine = 64 * 2 ** 20;

/** A server: one that runs already, or one that `Server.start()` starts. */
export class Server {
  #process;

  /** `address` is `HOST:PORT`, or `ws://HOST:PORT/ws` for a page in a browser. `timeout` is in seconds. */
  constructor(address, { timeout = 30 } = {}) {
    if (!/^wss?:\/\//.test(address) && !/.:\d+$/.test(address)) {
      throw new UnderstudyError(`“${address}” is no address: write HOST:PORT, such as 127.0.0.1:7400.`);
    }
    Object.assign(this, { address, timeout });
  }

  /** Starts a server that keeps its data in memory and ends with this process. */
  static async start(program, options = {}) {
    const [{ spawn }, { createInterface }] = await Promise.all([import('node:child_process'), import('node:readline')]);
    const command = program ?? process.env.CHAT_SERVER ?? 'chat-server';
    const words = ['--ephemeral', '--port', '0', '--exit-with-parent'];
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    const line = await new Promise((resolve, reject) => {
      child.once('error', ({ code }) => reject(new UnderstudyError(
        `${command} cannot be started (${code}). Add chat-server to PATH, or set CHAT_SERVER.`)));
      createInterface(child.stdout).once('line', resolve).once('close', () => resolve(''));
    });
    if (!line.includes(' listening on ')) {
      child.kill('SIGKILL');
      throw new UnderstudyError(`${command} did not start; its first line was “${line}”.`);
    }
    const server = new Server(line.slice(line.lastIndexOf(' ') + 1), options);
    server.#process = child;
    return server;
  }

  /** Ends the server, if `start()` started it. */
  async close() {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill();
    });
  }

  /** Opens a line. `onLine` receives each line, `onEnd` a reason if the server sent too much. */
  async open(onLine, onEnd) {
    return this.address.startsWith('ws') ? this.#openWebSocket(onLine, onEnd) : this.#openSocket(onLine, onEnd);
  }

  #openWebSocket(onLine, onEnd) {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(this.address);
      // A browser does not say why: `curl -i -H 'Origin: …' http://HOST:PORT/ws` does, if it is the origin.
      socket.onerror = () => reject(new Error('it cannot be reached, or refuses the origin of this page'));
      socket.onmessage = ({ data }) => onLine(data);
      socket.onclose = () => onEnd();
      socket.onopen = () => resolve({ send: (text) => socket.send(text), close: () => socket.close() });
    });
  }

  async #openSocket(onLine, onEnd) {
    const { connect } = await import('node:net');
    const place = this.address.lastIndexOf(':');
    const host = this.address.slice(0, place).replace(/^\[|\]$/g, '');
    return new Promise((resolve, reject) => {
      const socket = connect(Number(this.address.slice(place + 1)), host);
      let parts = [];
      let size = 0;
      socket.setEncoding('utf8').setNoDelay(true).setTimeout(this.timeout * 1000);
      socket.once('timeout', () => socket.connecting && socket.destroy(new Error('no connection in time')));
      socket.on('data', (text) => {
        const lines = text.split('\n');
        const rest = lines.pop();
        for (const line of lines) {
          onLine(parts.join('') + line);
          [parts, size] = [[], 0];
        }
        parts.push(rest);
        size += rest.length;
        if (size > maximumLine) onEnd(`the server sent a line of more than ${maximumLine} characters`);
      });
      socket.on('error', reject);
      socket.once('close', () => onEnd());
      socket.once('connect', () => {
        socket.setTimeout(0);
        resolve({ send: (text) => socket.write(`${text}\n`), close: () => socket.destroy() });
      });
    });
  }
}
