// How large the report of so many findings is, and how long a browser takes to show it.
// POLYGRAPH_BIN=build/release/bin node tests/browser/measure.mjs [COUNT]

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, launch, makeCampaign, polygraph } from './support.mjs';

const kRuns = 5;
const count = process.argv[2] ?? 5000;
const folder = mkdtempSync(join(tmpdir(), 'polygraph-measure-'));
const browser = await launch();
try {
  makeCampaign(folder, count);
  const begin = performance.now();
  polygraph('report', folder);
  console.log(`${count} findings: written in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  console.log(`report.html: ${(statSync(join(folder, 'report.html')).size / 1e6).toFixed(1)} MB`);
  const times = [];
  for (let run = 0; run < kRuns; ++run) {
    const page = await browser.newPage();
    await page.goto(addressOf(folder));
    await page.waitForSelector('tr.finding');
    // From the start of the navigation to the frame that has the table in it.
    times.push(await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(performance.now())))));
    await page.close();
  }
  console.log(`shown after ${times.map((time) => `${(time / 1000).toFixed(2)} s`).join(', ')}`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
