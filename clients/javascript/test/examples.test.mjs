// A sixth test that fails and shows its message.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const sixth = `
import { mention } from 'understudy';
import { test } from 'understudy/test';

test('Carl gets the notice for Bea', async ({ anna, bea, carl, conversation }) => {
  const plan = await anna.share('Trip plan', conversation);
  await (await anna.app()).post(mention(bea), plan);
  await carl.waitFor('notice.posted');
});
`;

test('a failed wait shows the decision and everything received', async () => {
  const folder = await mkdtemp(fileURLToPath(new URL('sixth-', import.meta.url)));
  try {
    await writeFile(`${folder}/sixth.test.mjs`, sixth);
    const { NODE_TEST_CONTEXT, ...env } = process.env;
    const child = spawn(process.execPath, [`${folder}/sixth.test.mjs`], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    for await (const part of child.stdout.setEncoding('utf8')) printed += part;
    const begin = printed.indexOf('Carl received no matching');
    const lines = printed.slice(begin).split('\n').map((line) => line.trim().replace(/\{.*/, '{…'));
    assert.deepEqual(lines.slice(0, lines.findIndex((line) => line.startsWith('To wait for'))), [
      'Carl received no matching notice.posted, and nothing more is on its way: everything up to cursor 23 has arrived '
        + '(session.fence).',
      'bea received: notice.posted {…',
      'Decision about n23: it is not delivered',
      'ev-mention-private: a mention is shown only to the mentioned person',
      'Everything that Carl received, oldest first:',
      'message.posted {…', 'highlights.changed {…', 'share.changed {…', 'highlights.changed {…',
      'Pending until 2022-09-12T09:10:00.001Z: coalescing window of notice n23; `within` advances the clock.',
    ], printed);
    assert.match(printed, /# fail 1/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
