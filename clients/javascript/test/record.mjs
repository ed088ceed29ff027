// Records the messages between the clients and the servers that `Server.start()` starts, in the folder UNDERSTUDY_WIRE:
// `node --import ./clients/javascript/test/record.mjs --test …`. `script/clients` checks them by the schemas.
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Server } from 'understudy';

const started = new WeakSet();
const { start } = Server;
const { open } = Server.prototype;
let connections = 0;
let file;

function record(connection, direction, text) {
  file ??= openSync(join(process.env.UNDERSTUDY_WIRE, `javascript-${process.pid}`), 'w');
  writeSync(file, `${JSON.stringify([connection, direction, JSON.parse(text)])}\n`);
}

Server.start = async (...options) => {
  const server = await start.apply(Server, options);
  started.add(server);
  return server;
};

Server.prototype.open = async function recorded(onLine, onEnd) {
  if (!started.has(this)) return open.call(this, onLine, onEnd);
  const connection = ++connections;
  const line = await open.call(this, (text) => {
    record(connection, 'received', text);
    onLine(text);
  }, onEnd);
  return { ...line, send: (text) => {
    record(connection, 'sent', text);
    line.send(text);
  } };
};
