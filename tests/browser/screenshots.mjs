// Pictures of the page, to look at; report.png and finding.png are those of the README.
// POLYGRAPH_BIN=build/release/bin node tests/browser/screenshots.mjs FOLDER

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, launch, makeCampaign, polygraph } from './support.mjs';

const target = process.argv[2];
if (!target) throw new Error('Where to?');
mkdirSync(target, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'polygraph-pictures-'));
const browser = await launch();

async function picture(name, count, { width = 1100, height = 760, dark = false, open = false, which = 0, whole = false, print = false, at } = {}) {
  const folder = join(work, String(count));
  makeCampaign(folder, count);
  polygraph('report', folder);
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
  await page.goto(addressOf(folder));
  await page.waitForSelector('main');
  if (open) {
    await page.locator('tr.finding').nth(which).click();
    await page.waitForSelector('[data-finding]');
    const difference = page.getByText('Difference from seed to mutant');
    if (await difference.count()) await difference.click();
  }
  if (print) await page.emulateMedia({ media: 'print' });
  if (at) await page.locator(at).evaluate((element) => element.scrollIntoView());
  await page.screenshot({ path: join(target, `${name}.png`), fullPage: whole });
  await page.close();
}

try {
  await picture('report', 24, { height: 720 });
  await picture('finding', 24, { open: true, dark: true, height: 860, at: 'tr.finding.open' });
  // Each kind with each certificate that it can have.
  for (let which = 0; which < 8; ++which) await picture(`kind-${which}`, 8, { open: true, which, height: 1300, at: 'tr.finding.open' });
  await picture('none', 0, { whole: true });
  await picture('three', 3, { whole: true, open: true });
  await picture('three-dark', 3, { whole: true, dark: true });
  await picture('narrow', 3, { whole: true, open: true, width: 380 });
  await picture('printed', 3, { whole: true, open: true, dark: true, print: true, width: 794 });
  await picture('many', 5000, { whole: true });
} finally {
  await browser.close();
  rmSync(work, { recursive: true });
}
