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
import { memoryPasses } from './parts/memory.ts';
import { pushedDown } from './parts/pushed-down.ts';
import { staleAnswers } from './parts/staleness.ts';
import { tails } from './parts/tail.ts';
import { root, type Server } from './processes.ts';
import { scale } from './scale/scale.ts';
import { scenarios } from './scenarios.ts';
import { type ServerName, serverNames, startServers, startStub } from './servers.ts';
import { soakBench } from './soak/soak.ts';
import { comparisonLines, figureLines, medianFigures, writeTables } from './tables.ts';
import { trialsOn } from './trials.ts';
import { checkStub } from './upstream/check.ts';

const consoleNames = new Set<string>(consoleParts);

function neededServers({ wanted, beside }: Options): ServerName[] {
  if (wanted.isSubsetOf(consoleNames)) return [];
  const needed = new Set<ServerName>(['gateway']);
  for (const { name, servers } of scenarios) if (wanted.has(name)) for (const server of servers) needed.add(server);
  if (wanted.has('tail')) needed.add('vanilla');
  if (beside === undefined) needed.delete('beside');
  return serverNames.filter((name) => needed.has(name));
}

async function find(options: Options, servers: ReadonlyMap<ServerName, Server>, stub: Server): Promise<Measurements> {
  const { wanted } = options;
  await checkStub(stub);
  await checkEqual(wanted, servers, stub);
  const trials = (await trialsOn(servers)).filter(({ scenario }) => wanted.has(scenario));
  const results = trials.length > 0 ? await measureAll(trials, servers, options) : {};
  const gateway = servers.get('gateway');
  return {
    results,
    ...(wanted.has('tail') && { tails: await tails(servers, options) }),
    ...(wanted.has('memory') && { passes: await memoryPasses(stub) }),
    ...(!wanted.isDisjointFrom(consoleNames) && { console: await measureConsole(wanted, stub, options.rounds) }),
    ...(wanted.has('pushed-down') && { pushedDown: await pushedDown(options) }),
    // Last, because it changes the answers of the product API.
    ...(wanted.has('staleness') && gateway && { stale: await staleAnswers(gateway, stub) }),
  };
}

function report(options: Options, found: Measurements): void {
  const { rounds, seconds, whole, json, keep } = options;
  const { results, ...others } = found;
  const goals = goalsOf(found, whole);
  const model = cpus()[0]?.model.trim() ?? 'unknown';
  const machine = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} × ${model}`;
  const about = `${machine}, ${rounds} rounds of ${seconds} s, medians.`;
  const consoleLines = consoleTables(found.console).flatMap(([, lines]) => ['', ...lines]);
  console.log(
    ['', ...figureLines(results), ...comparisonLines(results), ...consoleLines, '', ...goalLines(goals), ''].join('\n'),
  );
  if (json) {
    const medians = Object.fromEntries(
      Object.entries(results).map(([scenario, byServer]) => [
        scenario,
        Object.fromEntries(Object.entries(byServer).map(([server, figures]) => [server, medianFigures(figures)])),
      ]),
    );
    writeFileSync(json, `${JSON.stringify({ about, goals, medians, rounds: results, ...others }, null, 2)}\n`);
  }
  if (keep) {
    const inBrowser = `${machine}, ${found.console?.browser}, ${rounds} rounds, medians.`;
    writeTables({ built: `${machine}.`, servers: about, inBrowser }, goalsWith(keepBaseline(goals)), found);
  }
}

const [first, ...others] = process.argv.slice(2);
if (first === 'scale') process.exit(await scale(others));
if (first === 'soak') process.exit(await soakBench(others));
const options = readOptions(process.argv.slice(2));
if (options === null) process.exit(2);
process.chdir(root);
const stub = await startStub();
const servers = await startServers(neededServers(options), stub, options.beside);
try {
  report(options, await find(options, servers, stub));
} finally {
  await Promise.all([stub, ...servers.values()].map((server) => server.stop()));
}
