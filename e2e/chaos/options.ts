import { parseArgs } from 'node:util';
import { faultNames, type SetUpName, victims } from './faults.ts';

export const usage = `npm run chaos -- [A | B] [--only kill:gateway-1] … [--pause 30] [--out 20]
  A       HAProxy, two gateways, two platforms, PgBouncer, PostgreSQL with a standby under Patroni, etcd
  B       HAProxy, two gateways with Redis, a platform without extensions
  --only  these faults: a fault (${faultNames.join(', ')}), a process, or both as fault:process
  --pause seconds between two faults
  --out   seconds for which a process is stopped or cut off`;

export interface Options {
  setUp: SetUpName;
  only: readonly string[];
  pauseMs: number;
  outMs: number;
}

const toMs = (seconds: string) => Number(seconds) * 1_000;

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
    const known = new Set(wanted.flatMap((name) => Object.keys(victims[name as SetUpName] ?? {})));
    const isFault = (text: string) =>
      text.split(':').every((one) => known.has(one) || (faultNames as readonly string[]).includes(one));
    if (!isNumber || !only.every(isFault) || !wanted.every((name) => Object.hasOwn(victims, name))) return null;
    return wanted.map((name) => ({ setUp: name as SetUpName, only, pauseMs: toMs(pause), outMs: toMs(out) }));
  } catch {
    return null;
  }
}
