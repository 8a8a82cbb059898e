import { load } from './load/load.ts';
import type { Server } from './processes.ts';
import type { ServerName } from './servers.ts';
import type { Trial } from './trials.ts';

/** The figures of one trial: CPU milliseconds of the server for each answer, then what its clients measured. */
export interface Figures {
  cpuMs: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  rssMb: number;
}

/** One entry for each round, by scenario and server. */
export type Results = Record<string, Partial<Record<ServerName, Figures[]>>>;

export interface Effort {
  rounds: number;
  seconds: number;
}

async function measure(server: Server, trial: Trial, seconds: number): Promise<Figures> {
  const { port, work, concurrency } = trial;
  const before = await server.usage();
  const { count, seconds: elapsed, p50, p99 } = await load({ port, works: [work], concurrency, seconds });
  const after = await server.usage();
  return {
    cpuMs: (after.cpuMs - before.cpuMs) / count,
    perSecond: count / elapsed,
    p50Ms: p50,
    p99Ms: p99,
    rssMb: after.rssMb,
  };
}

/** Runs every trial once a round: the servers of a scenario one after the other, starting with another one in each round. */
export async function measureAll(
  trials: readonly Trial[],
  servers: ReadonlyMap<ServerName, Server>,
  { rounds, seconds }: Effort,
): Promise<Results> {
  const results: Results = {};
  const scenarios = [...Map.groupBy(trials, ({ scenario }) => scenario).values()];
  const once = async (trial: Trial, forSeconds: number) => {
    const server = servers.get(trial.server);
    if (!server) throw new Error(`${trial.server} was not started`);
    return measure(server, trial, forSeconds);
  };
  for (const trial of trials) await once(trial, seconds / 2);
  for (let round = 0; round < rounds; round++) {
    for (const group of scenarios)
      for (const place of group.keys()) {
        const trial = group[(place + round) % group.length];
        if (!trial) continue;
        const byServer = results[trial.scenario] ?? {};
        results[trial.scenario] = byServer;
        byServer[trial.server] = [...(byServer[trial.server] ?? []), await once(trial, seconds)];
      }
    console.log(`  round ${round + 1} of ${rounds}`);
  }
  return results;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
