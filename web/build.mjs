// Bundles src/ into dist/page.html: one file with its styles, its script and a policy that allows nothing else; and
// makes dist/elements.js, the script of the page that shows mutants of C programs.
// node build.mjs --check only says whether dist/ has what this would make.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const here = (name) => new URL(name, import.meta.url);
const read = (name) => readFileSync(here(name), 'utf8');

async function bundle(entry) {
  const result = await build({
    entryPoints: [here(entry).pathname],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['es2021', 'chrome110', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
  });
  return result.outputFiles[0].text.trim();
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const script = await bundle('src/main.jsx');
const style = await bundle('src/style.css');
if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) throw new Error('the bundle would end its own element');

// What the program changes when it fills in the page: connect-src of a live one, and the data.
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const licence = (name) =>
  `${name} ${JSON.parse(read(`node_modules/${name}/package.json`)).version}\n\n${read(`node_modules/${name}/LICENSE`).trim()}`;
const licences = ['preact', 'uplot'].map(licence).join('\n\n');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Polygraph</title>
<!--
This page contains:

${licences.replaceAll('--', '- -')}
-->
<style>${style}</style>
</head>
<body>
<div id="app"><noscript>This page needs JavaScript. report.json has the same in one file.</noscript></div>
<!--data-->
<script>${script}</script>
</body>
</html>
`;

// It stands inside of an HTML file, which ends it at the first such word.
const elements = read('node_modules/mutation-testing-elements/dist/mutation-test-elements.js')
  .replace(/\n?\/\/# sourceMappingURL=.*/, '')
  .replaceAll(/<\/(script)/gi, '<\\/$1')
  .replaceAll('<!--', '<\\!--');
const elementsScript = `/*\n${licence('mutation-testing-elements').replaceAll('*/', '* /')}\n*/\n${elements.trim()}\n`;

const files = { 'page.html': page, 'elements.js': elementsScript };
mkdirSync(here('dist/'), { recursive: true });
for (const [name, text] of Object.entries(files)) {
  const target = here(`dist/${name}`);
  if (!process.argv.includes('--check')) {
    writeFileSync(target, text);
    console.log(`dist/${name}: ${text.length} bytes`);
  } else if (readFileSync(target, 'utf8') !== text) {
    console.error(`web/dist/${name} is not what \`npm run build\` makes of web/src: run it and commit the result.`);
    process.exit(1);
  }
}
