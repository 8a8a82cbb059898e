import { type LoadRequest, load } from './load.ts';
import type { Server } from './processes.ts';
import type { ServerName } from './servers.ts';

/** What one server is asked in one scenario. */
export interface Trial<Name extends string = ServerName> {
  scenario: string;
  server: Name;
  requests: readonly LoadRequest[];
  clients: number;
}

/** The figures of one trial: CPU milliseconds of the server for each answer, then what its clients measured. */
export interface Figures {
  cpuMs: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  rssMb: number;
}

/** One entry for each round, by scenario and server. */
export type Results<Name extends string = ServerName> = Record<string, Partial<Record<Name, Figures[]>>>;

export interface Effort {
  rounds: number;
  seconds: number;
}

/** `amount` answers: with a time instead, what is under way at its end would cost CPU without being counted. */
async function measure(server: Server, { requests, clients }: Trial<string>, amount: number): Promise<Figures> {
  const before = await server.usage();
  const { count, seconds, p50Ms, p99Ms } = await load({
    port: server.port,
    requests,
    clients,
    ownKeys: true,
    amount,
  });
  const after = await server.usage();
  return {
    cpuMs: (after.cpuMs - before.cpuMs) / count,
    perSecond: count / seconds,
    p50Ms,
    p99Ms,
    rssMb: after.rssMb,
  };
}

/** Runs every trial once a round: the servers of a scenario one after the other, starting with another one in each round. */
export async function measureAll<Name extends string>(
  trials: readonly Trial<Name>[],
  servers: ReadonlyMap<Name, Server>,
  { rounds, seconds }: Effort,
): Promise<Results<Name>> {
  const results: Results<Name> = {};
  const scenarios = [...Map.groupBy(trials, ({ scenario }) => scenario).values()];
  const serverOf = ({ server: name }: Trial<Name>) => {
    const server = servers.get(name);
    if (!server) throw new Error(`${name} was not started`);
    return server;
  };
  const amounts = new Map<Trial<Name>, number>();
  for (const trial of trials) {
    const { requests, clients } = trial;
    const { count, seconds: elapsed } = await load({
      port: serverOf(trial).port,
      requests,
      clients,
      ownKeys: true,
      seconds: seconds / 2,
    });
    amounts.set(trial, Math.ceil((count * seconds) / elapsed));
  }
  for (let round = 0; round < rounds; round++) {
    for (const group of scenarios)
      for (const place of group.keys()) {
        const trial = group[(place + round) % group.length];
        if (!trial) continue;
        const byServer: Partial<Record<Name, Figures[]>> = results[trial.scenario] ?? {};
        results[trial.scenario] = byServer;
        const figures = await measure(serverOf(trial), trial, amounts.get(trial) ?? 1);
        byServer[trial.server] = [...(byServer[trial.server] ?? []), figures];
      }
    console.log(`  round ${round + 1} of ${rounds}`);
  }
  return results;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The ratio of a figure of two servers in the same round; the median of all rounds. */
export const ratioOf = (
  key: keyof Figures,
  ours: readonly Figures[] | undefined,
  theirs: readonly Figures[] | undefined,
): number | undefined =>
  ours && theirs && median(ours.map((figures, round) => figures[key] / (theirs[round]?.[key] ?? Number.NaN)));
