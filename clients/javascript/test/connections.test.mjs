// Servers that send something else than the protocol.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { Disconnected, Person, Server, TimedOut, Unreadable } from 'understudy';

const answer = '{"jsonrpc":"2.0","id":1,"result":{"cursor":1,"clock":{"kind":"virtual","now":"2026-01-01T00:00:00.000Z"}}}\n';

/** Logs in to a server that waits for a login and then does something else, and sends a ping. */
async function login(behavior, options) {
  const sockets = new Set();
  const fake = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => behavior(socket));
  });
  await new Promise((resolve) => { fake.listen(0, '127.0.0.1', resolve); });
  try {
    const person = await Person.connect(new Server(`127.0.0.1:${fake.address().port}`, options), 'Bea');
    await person.session.ping();
  } finally {
    for (const socket of sockets) socket.destroy();
    fake.close();
  }
}

for (const line of ['garbage', '[]', '7', '{}', '"text"', 'null', '{"id":1}', '{"id":1,"result":[]}', '{"id":1,"error":"no"}',
  '{"method":"typing","params":7}', '{"method":"typing"}', '{"id":null}', '[['.repeat(50_000),
  '{"method":"typing","params":{"cursor":"x"}}']) {
  test(`the line ${line.slice(0, 30)} ends the session with an error that shows it`, async () => {
    await assert.rejects(login((socket) => socket.write(`${line}\n`)), (error) => {
      assert.ok(error instanceof Unreadable, error);
      assert.ok(error.message.startsWith('Bea: the server sent a line that is not a message of the protocol: '));
      assert.ok(error.message.endsWith(line.slice(0, 200)));
      return true;
    });
  });
}

test('an answer without its members is an error', async () => {
  await assert.rejects(login((socket) => socket.write('{"id":1,"result":{}}\n')), /session.hello returned no cursor or clock/);
});

test('a line without an end is an error', async () => {
  const part = 'x'.repeat(1 << 20);
  const write = (socket) => { if (!socket.destroyed) socket.write(part, () => write(socket)); };
  await assert.rejects(login(write), /Bea: the server sent a line of more than 67108864 characters/);
});

for (const data of ['', '{"jsonrpc":"2.0","id":1,"res', answer, `${answer}{"jsonrpc":"2.0","id":9,"result":{}}\n`]) {
  test(`a connection that the server closes after ${data.length} bytes is an error`, async () => {
    await assert.rejects(login((socket) => socket.end(data)), Disconnected);
  });
}

test('the last error of a session is shown', async () => {
  const last = '{"jsonrpc":"2.0","id":null,"error":{"code":-32008,"message":"The server stops.","data":{}}}\n';
  await assert.rejects(login((socket) => socket.write(last)), /Bea: the server ended the session: The server stops./);
});

test('a silent server is given up after the deadline', async () => {
  await assert.rejects(login(() => {}, { timeout: 0.05 }), (error) => {
    assert.ok(error instanceof TimedOut);
    assert.equal(error.message, 'Bea: no answer to session.hello within 0.05 seconds');
    return true;
  });
});

test('an address without a server is an error', async () => {
  const closed = createServer();
  await new Promise((resolve) => { closed.listen(0, '127.0.0.1', resolve); });
  const { port } = closed.address();
  await new Promise((resolve) => { closed.close(resolve); });
  await assert.rejects(Person.connect(new Server(`127.0.0.1:${port}`), 'Bea'), /Bea: no server at 127.0.0.1:\d+: /);
});
