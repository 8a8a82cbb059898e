/** `npm run requirements`: prints every id of docs/requirements.md that no test title names, and fails when there is one. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';

const page = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
const items = [...page.matchAll(/^\| ([A-Z]+-\d+) +\|/gm)].flatMap(([, id]) =>
  id?.startsWith('OPEN-') ? [] : (id ?? []),
);
const tests = globSync('{contract,platform,gateway,web}/src/**/*.test.{ts,tsx}', { cwd: root });
const journeys = globSync('e2e/**/*.spec.ts', { cwd: root });
const named = new Set(
  [...tests, ...journeys].flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\b[A-Z]+-\d+\b/g) ?? []),
);
const open = items.filter((id) => !named.has(id));
for (const id of open) console.log(id);
console.log(`${items.length - open.length} of ${items.length} requirements are named by a test`);
if (open.length > 0) process.exitCode = 1;
