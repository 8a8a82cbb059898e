import { parseArgs } from 'node:util';
import { type Fault, faultNames, type SetUpName, victims } from './faults.ts';

export const usage = `npm run chaos -- [A | B] [--only kill:gateway-1] … [--pause 30] [--out 20]
  A       HAProxy, two gateways, two platforms, PgBouncer, PostgreSQL with a standby under Patroni, etcd
  B       HAProxy, two gateways with Redis, a platform without extensions
  --only  these faults: a fault (${faultNames.join(', ')}), a process, or both as fault:process
  --pause seconds between two faults
  --out   seconds for which a process is stopped or cut off`;

export type PlannedFault = Pick<Fault, 'name' | 'victim' | 'role'>;

export interface Options {
  setUp: SetUpName;
  faults: readonly PlannedFault[];
  pauseMs: number;
  outMs: number;
}

const toMs = (seconds: string) => Number(seconds) * 1_000;

const faultsOf = (setUp: SetUpName, only: readonly string[]): PlannedFault[] =>
  Object.entries(victims[setUp])
    .flatMap(([victim, role]) => faultNames.map((name) => ({ name, victim, role })))
    .filter(
      ({ name, victim }) =>
        only.length === 0 || [name, victim, `${name}:${victim}`].some((text) => only.includes(text)),
    );

/** Null for options that do not exist or make no sense. */
export function readOptions(args: string[]): Options[] | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        only: { type: 'string', multiple: true, default: [] },
        pause: { type: 'string', default: '30' },
        out: { type: 'string', default: '20' },
      },
    });
    const { only, pause, out } = values;
    const wanted = positionals.length === 0 ? Object.keys(victims) : positionals;
    const isNumber = [pause, out].every((text) => /^\d+$/.test(text));
    if (!isNumber || !wanted.every((name) => Object.hasOwn(victims, name))) return null;
    const all = (wanted as SetUpName[]).map((setUp) => {
      return { setUp, faults: faultsOf(setUp, only), pauseMs: toMs(pause), outMs: toMs(out) };
    });
    const isOfNone = (text: string) => !(wanted as SetUpName[]).some((setUp) => faultsOf(setUp, [text]).length > 0);
    return only.some(isOfNone) ? null : all.filter(({ faults }) => faults.length > 0);
  } catch {
    return null;
  }
}
