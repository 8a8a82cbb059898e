import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs of the machine, with the Debian package of each. */
const packages = {
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  patroni: 'patroni',
  etcd: 'etcd-server',
  'redis-server': 'redis-server',
  pg_basebackup: 'postgresql-15',
  initdb: 'postgresql-15',
  psql: 'postgresql-client-15',
  nft: 'nftables',
  openssl: 'openssl',
  curl: 'curl',
  perl: 'perl',
  'systemd-analyze': 'systemd',
  'age-keygen': 'age',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  amtool: 'prometheus-alertmanager',
} as const;

export type Program = keyof typeof packages;

/** Debian installs some programs outside the PATH of a user, and PostgreSQL's programs next to wrappers of the same name. */
const folders = () => [
  '/usr/lib/postgresql/15/bin',
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/bin',
  '/usr/sbin',
];

/** The path of a program; undefined where it is not installed. */
export const findProgram = (program: Program): string | undefined =>
  folders()
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

/** Says which programs must be installed; null if none is missing. */
export function missingPrograms(wanted: readonly Program[], find = findProgram): string | null {
  const missing = wanted.filter((program) => find(program) === undefined);
  if (missing.length === 0) return null;
  return `Not installed: ${missing.join(', ')}. With Debian: apt-get install ${missing.map((program) => packages[program]).join(' ')}`;
}
