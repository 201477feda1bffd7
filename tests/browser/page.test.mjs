import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { addressOf, eventually, launch, makeCampaign, open, polygraph, report, serve, temporaryFolder } from './support.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

const rows = (page) => page.locator('tr.finding');
const count = (page) => page.locator('[data-count]').textContent();

test('a campaign that found nothing says so', async (t) => {
  const page = await open(t, browser, addressOf(report(t, 0)));
  assert.equal(await page.locator('[data-lies]').textContent(), '0');
  await page.getByText('No lie is found.').waitFor();
  await eventually(() => rows(page).count(), 0);
  await page.getByRole('heading', { name: 'What was not tested' }).waitFor();
  assert.deepEqual(page.problems, []);
});

test('an empty store gives a page', async (t) => {
  const folder = temporaryFolder(t);
  makeCampaign(folder, 'empty');
  polygraph('report', folder);
  const page = await open(t, browser, addressOf(folder));
  assert.equal(await page.locator('[data-lies]').textContent(), '0');
  assert.deepEqual(page.problems, []);
});

test('three findings, and everything about one', async (t) => {
  const folder = report(t, 3);
  const page = await open(t, browser, addressOf(folder));
  assert.equal(await page.locator('[data-lies]').textContent(), '3');
  assert.match(await page.locator('header').textContent(), /ran 1 h 0 min of 2 h 0 min/);
  assert.match(await page.locator('.headline').textContent(), /z3 4\.8\.12.*cvc5 1\.0\.3.*69,800 mutants/);
  await eventually(() => rows(page).count(), 3);
  await rows(page).first().click();
  const about = page.locator('[data-finding]');
  await about.waitFor();
  assert.match(await about.textContent(), /z3 answers unsat, but a model makes every assertion true\./);
  // Colours.
  assert.equal(await about.locator('.t-command').first().textContent(), 'set-logic');
  assert.ok((await about.locator('.t-operator').allTextContents()).includes('and'));
  // The evaluation, down to the values of constants, can be folded.
  const evaluation = about.locator('[data-evaluation]');
  await evaluation.getByText('makes every assertion of reduced.smt2 true').waitFor();
  const leaf = evaluation.locator('.leaf', { hasText: 'x' }).first();
  assert.match(await leaf.textContent(), /^x=9$/);
  assert.ok(await leaf.isVisible());
  await evaluation.locator('summary').first().click();
  await leaf.waitFor({ state: 'hidden' });
  // The difference.
  await about.getByText('Difference from seed to mutant').click();
  await about.locator('.diff .gone').first().waitFor();
  assert.ok((await about.locator('.diff .gone').allTextContents()).includes('- (assert true)'));
  assert.ok((await about.locator('.diff .new').allTextContents()).includes('+ (assert (not false))'));
  // The address names the finding: whoever opens it sees it.
  const again = await open(t, browser, page.url());
  await again.locator('[data-finding="z3-wrong-unsat-0000000000"]').waitFor();
  // Plots and bars.
  const plots = [
    'Unique findings',
    'Mutants and solver calls',
    'Timeouts',
    'Answers of z3',
    'Answers of cvc5',
    'Answers of z3 smt.arith.solver=2',
    'Unique findings per 1,000 solver calls',
    'Accepted mutants of 100 tries',
    'Where the time went, in seconds',
  ];
  const titles = () => page.locator('.plot .u-title').allTextContents();
  await eventually(titles, plots);
  assert.ok((await page.locator('.plot', { hasText: 'Answers of z3' }).first().textContent()).includes('unsat'));
  await page.locator('[data-over-calls]').click();
  plots[1] = 'Mutants';
  await eventually(titles, plots);
  assert.match(await page.locator('main').textContent(), /queries without one: 28 min 20 s \(24 %\)/);
  const strategies = await page.locator('[data-strategies]').textContent();
  assert.match(strategies, /diver52,10018,90036 %–37,8001/);
  assert.match(strategies, /value9,8009,70099 %73 %19,400/);
  assert.deepEqual(page.problems, []);
  assert.deepEqual(page.requests, [addressOf(folder)]);
});

test('filters, sorting and search', async (t) => {
  const page = await open(t, browser, addressOf(report(t, 60)));
  await eventually(() => count(page), '60');
  await eventually(() => rows(page).count(), 50);
  await page.locator('[data-next]').click();
  await eventually(() => rows(page).count(), 10);

  const choose = async (filter, label) => {
    const option = page.locator(`[data-filter="${filter}"] option`, { hasText: label });
    await page.locator(`[data-filter="${filter}"]`).selectOption(await option.first().getAttribute('value'));
  };
  await choose('shelf', 'flaky/');
  await eventually(() => count(page), '7 of 60');
  await choose('shelf', 'all');
  await choose('kind', 'invalid model');
  await eventually(() => count(page), '15 of 60');
  await choose('solver', 'z3 smt.arith.solver=2');
  await eventually(() => count(page), '5 of 60');
  await choose('theory', 'bitvectors');
  await eventually(() => count(page), '0 of 60');
  await choose('theory', 'all');
  await choose('strategy', 'diver');
  await eventually(() => count(page), '3 of 60');
  for (const filter of ['kind', 'solver', 'strategy']) await choose(filter, 'all');
  await eventually(() => count(page), '60');

  await page.locator('input[type=search]').fill('Z3-CRASH-000000000C');
  await eventually(() => count(page), '1 of 60');
  await page.locator('input[type=search]').fill('');

  const first = () => rows(page).first().locator('td').last().textContent();
  await page.locator('[data-sort=seconds]').click();
  await eventually(() => first(), '1.0 s');
  await page.locator('[data-sort=seconds]').click();
  await eventually(() => first(), '58 min 1 s');
  assert.deepEqual(page.problems, []);
});

test('copy buttons', async (t) => {
  const folder = report(t, 3);
  const page = await open(t, browser, addressOf(folder), { permissions: ['clipboard-read', 'clipboard-write'] });
  await rows(page).first().click();
  const copied = async (what) => {
    await page.locator(`[data-copy=${what}]`).click();
    await page.locator(`[data-copy=${what}]`, { hasText: /^copied$/ }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.match(await copied('formula'), /^\(set-logic QF_LIA\)\n.*\(check-sat\)\n$/s);
  assert.equal(await copied('command'), 'cd bugs/z3-wrong-unsat-0000000000 && ./repro.sh');
  assert.equal(await copied('issue'), readFileSync(join(folder, 'issues/z3-wrong-unsat-0000000000.md'), 'utf8'));
  assert.deepEqual(page.problems, []);
});

// What the certificate of each kind looks like; the second ones are certificates that it has now and then.
const kCertificates = [
  ['z3-wrong-unsat-0000000000', 'The model that holds', /makes every assertion of reduced\.smt2 true/],
  ['cvc5-wrong-sat-0000000001', 'The model, and what it makes false', /the model makes this of reduced\.smt2/],
  ['z3-invalid-model-0000000002', 'The model, and what it makes false', /the model makes this of original\.smt2/],
  ['z3-contradiction-0000000003', 'The steps from one formula to the other', /\(< x y\) became \(<= x y\)/],
  ['cvc5-crash-0000000004', 'What it says', /ASSERTION VIOLATION/],
  ['z3-disagreement-0000000005', 'Who answers what', /cvc5 1\.0\.3 answers unsat/],
  ['z3-invalid-model-0000000006', 'What its own check says', /an invalid model was generated/],
  ['cvc5-disagreement-0000000007', 'The steps from one formula to the other', /\(< x y\) became \(<= x y\)/],
];

test('every kind with its certificate, in its folder', async (t) => {
  const folder = report(t, 8);
  const page = await open(t, browser, addressOf(folder));
  const kinds = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).kinds;
  assert.deepEqual(
    await page.locator('ul.kinds li').evaluateAll((items) => items.map((item) => [item.dataset.kind, item.lastChild.textContent])),
    kinds.map(({ name, label }) => [name, label]),
  );
  for (const [id, heading, certificate] of kCertificates) {
    await page.locator('input[type=search]').fill(id);
    await eventually(() => rows(page).count(), 1);
    const kind = kinds.findIndex(({ name }) => id.includes(name));
    assert.equal(await page.locator(`tr.finding .kind.k-${kind}`).textContent(), kinds[kind].label);
    await rows(page).click();
    const about = page.locator(`[data-finding="${id}"]`);
    await about.locator('details.fold > summary', { hasText: heading }).first().waitFor();
    assert.match(await about.textContent(), certificate);
    // The folder is where the page says that it is.
    const place = await about.locator('.folder').textContent();
    assert.ok(existsSync(join(folder, place, 'repro.sh')), place);
    assert.match(await about.textContent(), new RegExp(`cd ${place} && \\./repro\\.sh`));
    assert.match(await about.locator('[data-answers] li').first().textContent(), /^(z3|cvc5).*: (sat|unsat|crash)$/);
    assert.ok((await about.locator('[data-answers] li').count()) === 2);
    assert.ok(!/undefined|null|NaN/.test(await about.textContent()));
  }
  assert.deepEqual(page.problems, []);
});

test('shelves, and how far it was reduced', async (t) => {
  const page = await open(t, browser, addressOf(report(t, 8)));
  const shown = async (id) => {
    await page.locator('input[type=search]').fill(id);
    await eventually(() => rows(page).count(), 1);
    await rows(page).click();
    const about = page.locator(`[data-finding$="${id}"]`);
    await about.waitFor();
    const optional = async (part) => ((await part.count()) > 0 ? part.textContent() : '');
    return [
      await about.locator('.folder').textContent(),
      await optional(rows(page).locator('[data-shelf]')),
      await optional(about.locator('[data-shelf-note]')),
      await optional(about.locator('[data-reduced]')),
    ];
  };
  assert.deepEqual(await shown('0000000003'), ['bugs/z3-contradiction-0000000003', '', '', '']);
  assert.deepEqual(await shown('0000000004'), [
    'flaky/cvc5-crash-0000000004',
    'flaky',
    'a fresh process does not always show it',
    'reduction was cut short: the formula may become smaller',
  ]);
  assert.deepEqual(await shown('0000000005'), [
    'held/z3-disagreement-0000000005',
    'held',
    'held back: its solver has as many bugs as --quota allows',
    'not reduced',
  ]);
  assert.deepEqual(page.problems, []);
});

test('a kind that the page does not know still shows', async (t) => {
  const folder = report(t, 3);
  const file = join(folder, 'report.html');
  const text = readFileSync(file, 'utf8');
  const changed = text.replace('"kind":"wrong-sat"', '"kind":"new-kind"');
  assert.notEqual(changed, text);
  writeFileSync(file, changed);
  const page = await open(t, browser, addressOf(folder));
  assert.equal(await page.locator('tr.finding .kind.k-other').textContent(), 'new-kind');
  assert.match(await page.locator('ul.kinds li').last().textContent(), /1new-kind/);
  await page.locator('tr.finding', { hasText: 'new-kind' }).click();
  await page.locator('[data-finding="cvc5-wrong-sat-0000000001"]').waitFor();
  assert.deepEqual(page.problems, []);
});

test('5,000 findings', async (t) => {
  const folder = report(t, 5000);
  assert.ok(statSync(join(folder, 'report.html')).size < 15e6);
  const page = await open(t, browser, addressOf(folder));
  await eventually(() => count(page), '5,000');
  await page.locator('input[type=search]').fill('00000010e1');
  await eventually(() => count(page), '1 of 5,000');
  await rows(page).first().click();
  await page.locator('[data-finding="cvc5-wrong-sat-00000010e1"]').waitFor();
  assert.deepEqual(page.problems, []);
});

test('hostile texts are shown and do nothing', async (t) => {
  const folder = report(t, 12, 'hostile');
  const page = await open(t, browser, addressOf(folder));
  await eventually(() => rows(page).count(), 12);
  for (let at = 0; at < 12; ++at) {
    // One with a hostile fingerprint is not read at all.
    if (/unreadable/.test(await rows(page).nth(at).textContent())) continue;
    await rows(page).nth(at).click();
    await page.locator('[data-finding]').waitFor();
    await page.locator('.about details').evaluateAll((folds) => folds.forEach((fold) => (fold.open = true)));
    assert.match(await page.locator('.about').textContent(), /<\/script><script>window\.hacked=1<\/script>/);
    await rows(page).nth(at).click();
    await page.locator('[data-finding]').waitFor({ state: 'hidden' });
  }
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator('#app img').count(), 0);
  assert.deepEqual(page.problems, []);
  assert.deepEqual(page.requests, [addressOf(folder)]);
  assert.ok(!existsSync(join(folder, '../hacked')));
});

test('the policy refuses scripts that are not ours', async (t) => {
  const page = await open(t, browser, addressOf(report(t, 0)));
  const tried = await page.evaluate(() => {
    const attempts = [
      (text) => document.body.append(Object.assign(document.createElement('script'), { textContent: text })),
      (text) => (document.getElementById('app').innerHTML = `<img src=x onerror="${text}">`),
      (text) => document.getElementById('app').setAttribute('onclick', text),
      (text) => setTimeout(text),
    ];
    return attempts.map((attempt) => {
      try {
        attempt('window.hacked=1');
        return 'done';
      } catch {
        return 'refused';
      }
    });
  });
  assert.deepEqual(tried, ['refused', 'refused', 'refused', 'refused']);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  await assert.rejects(page.evaluate(() => fetch('http://127.0.0.1:9/')));
});

test('dark, narrow and printed', async (t) => {
  const address = addressOf(report(t, 3));
  const dark = await open(t, browser, address, { colorScheme: 'dark', viewport: { width: 360, height: 700 } });
  const paper = () => dark.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await eventually(() => paper(), 'rgb(13, 17, 23)');
  await dark.locator('.theme').click();
  await eventually(() => paper(), 'rgb(255, 255, 255)');
  await rows(dark).first().click();
  await dark.locator('[data-finding]').waitFor();
  const widths = await dark.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(widths[0] <= widths[1], `${widths}`);
  await dark.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await eventually(() => paper(), 'rgb(255, 255, 255)');
  await dark.locator('.filters').waitFor({ state: 'hidden' });
  assert.deepEqual(dark.problems, []);
});

test('a live page shows what is new', async (t) => {
  const folder = temporaryFolder(t);
  makeCampaign(folder, 3);
  const address = await serve(t, folder);
  const page = await open(t, browser, address);
  await page.locator('[data-lies]', { hasText: /^3$/ }).waitFor();
  await page.locator('.live', { hasText: /^live$/ }).waitFor();
  await rows(page).first().click();
  await page.locator('[data-finding]').waitFor();
  makeCampaign(folder, 5);
  await page.locator('[data-lies]', { hasText: /^5$/ }).waitFor();
  await eventually(() => rows(page).count(), 5);
  // What was open stays open.
  assert.equal(await page.locator('[data-finding]').count(), 1);
  assert.deepEqual(page.problems, []);
  assert.ok(page.requests.every((request) => request.startsWith(address)));
});
