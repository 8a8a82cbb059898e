/** `npm run bench`: compares the gateway with other servers, over a product API that sends prepared answers. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { goalLines, keepBaseline } from './baseline.ts';
import { consoleParts, measureConsole } from './console/measure-console.ts';
import { consoleTables } from './console/tables.ts';
import { goalsOf, goalsWith, type Measurements } from './goals.ts';
import { type Options, readOptions } from './options.ts';
import { measurePages } from './pages/measure-pages.ts';
import { recordSessions } from './pages/record.ts';
import { pushedDown } from './parts/pushed-down.ts';
import { root } from './processes.ts';
import { measureQuestions } from './questions.ts';
import { activity } from './scale/activity.ts';
import { exportsBench } from './scale/exports.ts';
import { scale } from './scale/scale.ts';
import { searchesBench } from './scale/searches.ts';
import { soakBench } from './soak/soak.ts';
import { measurePaths } from './special-paths/measure-paths.ts';
import { comparisonLines, serverTables, writeTables } from './tables.ts';
import { measureTraces } from './traces/measure-traces.ts';

async function find(options: Options): Promise<Measurements> {
  const { wanted } = options;
  return {
    ...(wanted.has('pages') && { pages: await measurePages(options) }),
    ...(wanted.has('special-paths') && { paths: await measurePaths(options) }),
    ...(wanted.has('traces') && { traces: await measureTraces(options) }),
    ...(wanted.has('questions') && { questions: await measureQuestions(options) }),
    ...(wanted.has('pushed-down') && { pushedDown: await pushedDown(options) }),
    ...(consoleParts.some((part) => wanted.has(part)) && { console: await measureConsole(options) }),
  };
}

function report(options: Options, found: Measurements): void {
  const { rounds, seconds, whole, json, keep } = options;
  const goals = goalsOf(found, whole);
  const model = cpus()[0]?.model.trim() ?? 'unknown';
  const machine = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} × ${model}`;
  const about = `${machine}, ${rounds} rounds of ${seconds} s, medians.`;
  const tables = [...serverTables(found), ...consoleTables(found.console)].flatMap(([, lines]) => ['', ...lines]);
  const compared = comparisonLines({ ...found.pages?.unchanged, ...found.pages?.mixed, ...found.questions });
  console.log([...tables, '', ...compared, ...goalLines(goals), ''].join('\n'));
  if (json) writeFileSync(json, `${JSON.stringify({ about, goals, ...found }, null, 2)}\n`);
  if (keep) {
    const inBrowser = `${machine}, ${found.console?.browser}, ${rounds} rounds, medians.`;
    writeTables({ servers: about, inBrowser }, goalsWith(keepBaseline(goals)), found);
  }
}

const [first, ...others] = process.argv.slice(2);
process.chdir(root);
if (first === 'scale') process.exit(await scale(others));
if (first === 'activity') process.exit(await activity(others));
if (first === 'exports') process.exit(await exportsBench(others));
if (first === 'searches') process.exit(await searchesBench(others));
if (first === 'soak') process.exit(await soakBench(others));
if (first === 'record') process.exit(await recordSessions());
const options = readOptions(process.argv.slice(2));
if (options === null) process.exit(2);
report(options, await find(options));
