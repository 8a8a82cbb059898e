import { load } from './load/load.ts';
import type { Server } from './processes.ts';
import type { ServerName } from './servers.ts';
import type { Trial } from './trials.ts';

/** What one trial took: per answer the CPU time of the server, in milliseconds; then what its clients saw. */
export interface Figures {
  cpuMs: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  rssMb: number;
}

/** By scenario and server: one entry for each round. */
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

/** Every trial once a round, the servers of a scenario one right after the other, each round beginning with another. */
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
