/** `npm run bench`: compares the gateway with other servers, over a product API that sends prepared answers. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { goalLines, keepBaseline } from './baseline.ts';
import { consoleParts, measureConsole } from './console/measure-console.ts';
import { consoleTables } from './console/tables.ts';
import { checkEqual } from './equal-answers.ts';
import { goalsOf, goalsWith, type Measurements } from './goals.ts';
import { measureAll } from './measure.ts';
import { type Options, readOptions } from './options.ts';
import { measurePages } from './pages/measure-pages.ts';
import { namesOfPages } from './pages/operations.ts';
import { recordSessions } from './pages/record.ts';
import { memoryPasses } from './parts/memory.ts';
import { pushedDown } from './parts/pushed-down.ts';
import { staleAnswers } from './parts/staleness.ts';
import { tails } from './parts/tail.ts';
import { setPlans } from './peers/direct-plan.ts';
import { root } from './processes.ts';
import { activity } from './scale/activity.ts';
import { scale } from './scale/scale.ts';
import { directPlans, questions } from './scenarios.ts';
import { type ServerName, serverNames, startServers, startStub } from './servers.ts';
import { soakBench } from './soak/soak.ts';
import { comparisonLines, serverTables, writeTables } from './tables.ts';
import { trialsOn } from './trials.ts';
import { checkStub } from './upstream/check.ts';

/** The servers of the synthetic questions and of the parts that use them. */
function neededServers({ wanted, beside }: Options): ServerName[] {
  const asked = questions(wanted).flatMap(({ servers }) => servers);
  if (wanted.has('tail')) asked.push('gateway', 'vanilla');
  if (['viewer-session', 'persisted', 'staleness'].some((name) => wanted.has(name))) asked.push('gateway');
  return serverNames.filter((name) => asked.includes(name) && (name !== 'beside' || beside !== undefined));
}

/** What the stub of prepared answers is needed for: the synthetic questions, the parts and the console. */
async function measureOverStub(options: Options): Promise<Measurements> {
  const { wanted, rounds } = options;
  const stub = await startStub();
  const servers = await startServers(neededServers(options), stub, options.beside);
  try {
    await checkStub(stub);
    await checkEqual(questions(wanted), servers);
    const direct = servers.get('direct');
    if (direct) await setPlans(direct, directPlans);
    const trials = await trialsOn(servers, wanted);
    const gateway = servers.get('gateway');
    return {
      results: trials.length > 0 ? await measureAll(trials, servers, options) : {},
      ...(wanted.has('tail') && { tails: await tails(servers, options) }),
      ...(wanted.has('memory') && { passes: await memoryPasses(stub) }),
      ...(consoleParts.some((part) => wanted.has(part)) && { console: await measureConsole(wanted, stub, rounds) }),
      ...(wanted.has('pushed-down') && { pushedDown: await pushedDown(options) }),
      // Last, because it changes the answers of the product API.
      ...(wanted.has('staleness') && gateway && { stale: await staleAnswers(gateway, stub) }),
    };
  } finally {
    await Promise.all([stub, ...servers.values()].map((server) => server.stop()));
  }
}

async function find(options: Options): Promise<Measurements> {
  const pages = new Set(namesOfPages());
  const hasPages = !options.wanted.isDisjointFrom(pages);
  return {
    ...(hasPages && { pages: await measurePages(options) }),
    ...(options.wanted.isSubsetOf(pages) ? { results: {} } : await measureOverStub(options)),
  };
}

function report(options: Options, found: Measurements): void {
  const { rounds, seconds, whole, json, keep } = options;
  const { pages, results } = found;
  const goals = goalsOf(found, whole);
  const model = cpus()[0]?.model.trim() ?? 'unknown';
  const machine = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} × ${model}`;
  const about = `${machine}, ${rounds} rounds of ${seconds} s, medians.`;
  const tables = [...serverTables(found), ...consoleTables(found.console)].flatMap(([, lines]) => ['', ...lines]);
  const compared = comparisonLines({ ...pages?.unchanged, ...pages?.mixed, ...results });
  console.log([...tables, '', ...compared, ...goalLines(goals), ''].join('\n'));
  if (json) writeFileSync(json, `${JSON.stringify({ about, goals, ...found }, null, 2)}\n`);
  if (keep) {
    const inBrowser = `${machine}, ${found.console?.browser}, ${rounds} rounds, medians.`;
    writeTables({ built: `${machine}.`, servers: about, inBrowser }, goalsWith(keepBaseline(goals)), found);
  }
}

const [first, ...others] = process.argv.slice(2);
process.chdir(root);
if (first === 'scale') process.exit(await scale(others));
if (first === 'activity') process.exit(await activity(others));
if (first === 'soak') process.exit(await soakBench(others));
if (first === 'record') process.exit(await recordSessions());
const options = readOptions(process.argv.slice(2));
if (options === null) process.exit(2);
report(options, await find(options));
