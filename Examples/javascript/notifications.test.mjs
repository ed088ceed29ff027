// node --test Examples/javascript/notifications.test.mjs, with node 18 or newer and no packages. chat-server is taken from
// PATH, or from CHAT_SERVER.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { run, tests } from './notifications.mjs';

let server;
let port;
const sockets = new Set();

before(async () => {
  server = spawn(process.env.CHAT_SERVER ?? 'chat-server', ['--ephemeral', '--port', '0'], { stdio: ['ignore', 'pipe', 2] });
  const [line] = await new Promise((resolve, reject) => {
    server.once('error', reject);
    createInterface(server.stdout).once('line', (...words) => resolve(words));
  });
  port = Number(line.slice(line.lastIndexOf(':') + 1));
});

after(() => {
  for (const socket of sockets) socket.destroy();
  server.kill();
});

function openLine(heard) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      resolve({ send: (message) => socket.write(`${JSON.stringify(message)}\n`), close: () => socket.destroy() }));
    sockets.add(socket.once('error', reject));
    createInterface(socket).on('line', (line) => heard(JSON.parse(line)));
  });
}

for (const name of Object.keys(tests)) test(name, () => run(name, openLine));
