// Folders of campaigns, their reports, and a browser.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { chromium } from 'playwright-core';

const bin = process.env.POLYGRAPH_BIN;
if (!bin) throw new Error('POLYGRAPH_BIN is the folder of the programs');

export const makeCampaign = (folder, ...args) => execFileSync(join(bin, 'make_campaign'), [folder, ...args.map(String)]);
export const polygraph = (...args) => execFileSync(join(bin, 'polygraph'), args, { encoding: 'utf8' });

// A new folder that goes away after the test.
export function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), 'polygraph-browser-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function report(t, ...args) {
  const folder = temporaryFolder(t);
  makeCampaign(folder, ...args);
  polygraph('report', folder);
  return folder;
}

// The address of a report that is served until the test ends.
export async function serve(t, folder) {
  const server = spawn(join(bin, 'polygraph'), ['report', folder, '--serve'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => server.on('exit', resolve));
  t.after(async () => {
    server.kill('SIGINT');
    await ended;
  });
  for await (const line of createInterface({ input: server.stdout })) return line;
  throw new Error('no address was printed');
}

export const addressOf = (folder) => pathToFileURL(join(folder, 'report.html')).href;

export async function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // In a container, where tests run as root, there are no namespaces for a sandbox.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

// A page that remembers what went wrong on it, and every request that it made.
export async function open(t, browser, address, options = {}) {
  const context = await browser.newContext(options);
  t.after(() => context.close());
  const page = await context.newPage();
  page.problems = [];
  page.requests = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') page.problems.push(message.text());
  });
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('request', (request) => page.requests.push(request.url()));
  await page.goto(address);
  await page.waitForSelector('main');
  return page;
}

// A page answers a click in a frame that comes later: asks until what is read is what is expected. Fails with the last
// difference after ten seconds.
export async function eventually(read, expected) {
  const end = Date.now() + 10000;
  let seen = await read();
  while (!isDeepStrictEqual(seen, expected) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    seen = await read();
  }
  assert.deepEqual(seen, expected);
}
