import type { StatsFs } from 'node:fs';
import type { Finding } from '@console/server-base/check-network';

const littleSpace = { problem: 50_000_000, warning: 500_000_000 };

/** Warning for little free space, otherwise null. */
export function describeFreeSpace({
  bavail,
  bsize,
}: Pick<StatsFs, 'bavail' | 'bsize'>): Pick<Finding, 'level' | 'text'> | null {
  const free = bavail * bsize;
  if (free >= littleSpace.warning) return null;
  const level = free < littleSpace.problem ? 'problem' : 'warning';
  return { level, text: `Only ${Math.floor(free / 1e6)} MB are free. Free some space.` };
}
