/** `npm run requirements`: prints every id of docs/requirements.md that no test title names, and fails when there is one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';
import { testTitles } from './test-titles.ts';

const page = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
const items = [...page.matchAll(/^\| ([A-Z]+-\d+) +\|/gm)]
  .map(([, id = '']) => id)
  .filter((id) => !id.startsWith('OPEN-'));
const named = new Set(testTitles().flatMap(({ ids }) => ids));
const missing = items.filter((id) => !named.has(id));
for (const id of missing) console.log(id);
console.log(`${items.length - missing.length} of ${items.length} requirements are named by a test title`);
if (missing.length > 0) process.exitCode = 1;
