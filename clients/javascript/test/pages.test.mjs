// The listings of the pages about this package.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const local = (path) => fileURLToPath(new URL(path, import.meta.url));

for (const [page, count] of [['docs/how-to/test-in-javascript.md', 3], ['clients/javascript/README.md', 1]]) {
  test(`the listings of ${page} pass`, async () => {
    const text = await readFile(local(`../../../${page}`), 'utf8');
    const listings = [...text.matchAll(/^```js[^\n]*\n(.*?)^```$/gms)].map(([, code]) => code);
    assert.equal(listings.length, count);
    const folder = await mkdtemp(local('listings-'));
    try {
      for (const [number, listing] of listings.entries()) {
        const file = `${folder}/${number}.mjs`;
        await writeFile(file, listing);
        const { NODE_TEST_CONTEXT, ...env } = process.env;
        const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
        let printed = '';
        for await (const part of child.stdout.setEncoding('utf8')) printed += part;
        assert.match(printed, /# pass 1\n# fail 0/, printed);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}
