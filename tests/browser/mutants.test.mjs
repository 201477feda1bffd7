// mutation.html of polygraph testgen: one file that shows the mutants in their source.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch, polygraph, temporaryFolder } from './support.mjs';

test('the page of the mutants needs no other file', async (t) => {
  const folder = temporaryFolder(t);
  const source = join(folder, 'min.c');
  writeFileSync(source, 'int min(int a, int b) {\n  if (b < a) return b;\n  return a; // </script>\n}\n');
  polygraph('testgen', source, '--out', folder, '--format', 'elements');
  const browser = await launch();
  t.after(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  const problems = [];
  const requests = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => requests.push(request.url()));
  const address = pathToFileURL(join(folder, 'mutation.html')).href;
  await page.goto(address);
  // 10 of 11 are killed, one is equivalent and counts for nothing.
  const row = page.locator('mutation-test-report-app').getByText('100.00').first();
  await row.waitFor();
  await page.goto(`${address}#mutant/min.c`);
  await page.getByText('return a; // </script>').first().waitFor();
  assert.deepEqual(problems, []);
  assert.deepEqual(requests.filter((request) => !request.startsWith('file:') && !request.startsWith('data:')), []);
});
