// npm install clients/javascript, once; then node --test Examples/javascript/notifications.test.mjs, with node 18 or newer.
// chat-server is taken from PATH, or from CHAT_SERVER.
import { test } from 'understudy/test';
import { tests } from './notifications.mjs';

for (const [name, body] of Object.entries(tests)) test(name, body);
