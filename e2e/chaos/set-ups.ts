import type { SetUpName } from './faults.ts';
import type { Program } from './programs.ts';
import type { Environment, SetUp } from './set-up.ts';
import { createSetUpA } from './set-up-a.ts';
import { createSetUpB } from './set-up-b.ts';

export const setUps: Record<
  SetUpName,
  { programs: readonly Program[]; create(environment: Environment): Promise<SetUp> }
> = {
  A: { programs: ['haproxy', 'pgbouncer', 'patroni', 'etcd', 'pg_basebackup'], create: createSetUpA },
  B: { programs: ['haproxy', 'redis-server'], create: createSetUpB },
};
