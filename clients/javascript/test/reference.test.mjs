// The names of the package in docs/reference/javascript.md.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as names from 'understudy';
import * as tests from 'understudy/test';

test('each exported name has a heading, and so has each member of a class', async () => {
  const page = await readFile(new URL('../../../docs/reference/javascript.md', import.meta.url), 'utf8');
  const headings = new Set([...page.matchAll(/^###+ (\S+)/gm)].map(([, heading]) => heading));
  const lists = ([...page.matchAll(/^- `(\w+)\??: /gm)]).map(([, attribute]) => attribute);
  for (const [name, value] of Object.entries({ ...names, ...tests })) {
    assert.ok(headings.has(name), name);
    const members = Object.getOwnPropertyNames(value.prototype ?? {}).filter((each) => each !== 'constructor');
    // `open` of a server is not in its types.
    for (const member of members.filter((each) => `${name}.${each}` !== 'Server.open')) {
      assert.ok(headings.has(`${name}.${member}`) || lists.includes(member), `${name}.${member}`);
    }
  }
});
