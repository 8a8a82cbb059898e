import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serverUser } from '@console/platform/testing/postgres-binaries';
import { findProgram } from '../chaos/programs.ts';
import { type Part, Supervisor, serviceRestartMs } from '../chaos/supervisor.ts';
import { giveToServers, readEnvironmentFile, spawnUnit } from './units.ts';

const user = serverUser();

/** Folders that a machine with Debian has before the commands of the page run. */
const folders = [
  'etc/systemd/system',
  'etc/default',
  'usr/local/sbin',
  'var/lib',
  'var/run',
  'var/backups',
  'opt',
  'run',
  'journal',
];

/** Simulated machines. Each is a folder, an IP address, and the services that the page starts there. */
export class Machines {
  readonly room = mkdtempSync(join(tmpdir(), 'console-production-'));
  readonly #env: Record<string, string>;
  readonly #supervisors = new Map<string, { supervisor: Supervisor; parts: Map<string, Part> }>();
  readonly #server = createServer(async (request, response) => {
    const words = (await text(request)).split(' ');
    const [status, answer] = await this.#systemctl(basename(request.url ?? ''), words).then(
      (done) => [200, done],
      (error: Error) => [500, `${error.message}\n`],
    );
    response.writeHead(Number(status)).end(answer);
  });

  /** `env` replaces the machines' network: name servers and certificate authorities. */
  constructor(env: Record<string, string>) {
    this.#env = { PATH: process.env.PATH ?? '', ...env };
    spawnSync('chmod', ['755', this.room]);
  }

  async listen(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  add(address: string): string {
    const machine = join(this.room, address);
    for (const folder of folders) mkdirSync(join(machine, folder), { recursive: true });
    writeFileSync(join(machine, 'etc/nftables.conf'), '#!/usr/sbin/nft -f\nflush ruleset\n');
    const supervisor = new Supervisor(join(machine, 'journal'));
    this.#supervisors.set(address, { supervisor, parts: new Map() });
    return machine;
  }

  /** Ends a service with `kill -9`; the service manager starts it again. */
  kill(address: string, service: string): void {
    const { supervisor, part } = this.#find(address, service);
    supervisor.signal(part, 'SIGKILL');
  }

  /** The last lines that each service has written. */
  journals(): string {
    const files = globSync('*/journal/*.log', { cwd: this.room });
    return files.map((file) => `${file}:\n${readFileSync(join(this.room, file), 'utf8').slice(-2_000)}`).join('\n');
  }

  async close(): Promise<void> {
    for (const { supervisor, parts } of this.#supervisors.values()) supervisor.stop([...parts.values()]);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #find(address: string, service: string) {
    const { supervisor, parts } = this.#supervisors.get(address) ?? {};
    const part = parts?.get(service);
    if (!supervisor || !part) throw new Error(`${service} does not run on ${address}`);
    return { supervisor, part };
  }

  async #systemctl(address: string, words: readonly string[]): Promise<string> {
    const machine = join(this.room, address);
    const [verb = '', ...units] = words.filter((word) => word !== '--now');
    const isNow = words.includes('--now') || ['start', 'restart'].includes(verb);
    if (verb === 'daemon-reload') return this.#verify(machine);
    if (!['enable', 'start', 'restart', 'reload'].includes(verb)) throw new Error(`systemctl ${words.join(' ')}`);
    for (const unit of units) {
      // The page has amtool check the configuration of Alertmanager.
      if (!isNow || unit.endsWith('.timer') || unit === 'prometheus-alertmanager') continue;
      if (unit.endsWith('.service')) await this.#runOnce(machine, unit);
      else await this.#start(address, unit);
    }
    return '';
  }

  /** Expects that systemd accepts the units of a machine. */
  #verify(machine: string): string {
    const units = globSync('etc/systemd/system/*', { cwd: machine });
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...units], {
      cwd: machine,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stdout + stderr);
    return '';
  }

  async #start(address: string, service: string): Promise<void> {
    const { supervisor, parts } = this.#supervisors.get(address) as {
      supervisor: Supervisor;
      parts: Map<string, Part>;
    };
    const machine = join(this.room, address);
    const isReady = async () => service !== 'postgresql' || isPostgresReady(machine);
    const part = { name: service, restartMs: serviceRestartMs, isReady, spawn: () => this.#spawn(machine, service) };
    if (parts.has(service)) throw new Error(`${service} runs already on ${address}`);
    parts.set(service, part);
    await supervisor.start(part);
  }

  #spawn(machine: string, service: string) {
    if (service === 'postgresql') return spawnPostgres(machine);
    if (service === 'haproxy') return spawnHaproxy(machine, this.#env);
    if (service === 'prometheus') return spawnPrometheus(machine);
    return spawnUnit(machine, `${service}.service`, this.#env);
  }

  async #runOnce(machine: string, unit: string): Promise<void> {
    const child = spawnUnit(machine, unit, this.#env);
    const output = Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
    ]);
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${unit} ended with ${code}: ${(await output).join('')}`);
  }
}

/** The folder of PostgreSQL's configuration, and a new cluster like that of Debian's package. */
export function createCluster(machine: string, release: string): void {
  const data = join(machine, 'var/lib/postgresql');
  const settings = join(machine, 'etc/postgresql', release, 'main');
  mkdirSync(data, { recursive: true });
  mkdirSync(join(settings, 'conf.d'), { recursive: true });
  const lines = [
    `data_directory = '${data}'`,
    `hba_file = '${settings}/pg_hba.conf'`,
    `ident_file = '${data}/pg_ident.conf'`,
    `unix_socket_directories = '${machine}/var/run'`,
    // A test need not survive a power failure.
    'fsync = off',
    "include_dir = 'conf.d'",
  ];
  for (const path of [data, settings, join(settings, 'conf.d'), join(machine, 'var/run')]) giveToServers(path);
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const { status, stderr } = spawnSync(programOfPostgres('initdb'), args, { ...user, cwd: machine, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  writeFileSync(join(settings, 'postgresql.conf'), `${lines.join('\n')}\n`);
  writeFileSync(join(settings, 'pg_hba.conf'), 'local all postgres trust\n');
}

const programOfPostgres = (name: string) => join(dirname(findProgram('initdb') ?? ''), name);

const isPostgresReady = (machine: string) =>
  spawnSync(programOfPostgres('pg_isready'), ['--quiet', '--host', join(machine, 'var/run')]).status === 0;

function spawnPostgres(machine: string) {
  const [file = ''] = globSync('etc/postgresql/*/main/postgresql.conf', { cwd: machine });
  return spawn(programOfPostgres('postgres'), ['-c', `config_file=${join(machine, file)}`], {
    ...user,
    cwd: machine,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs like Debian's unit. Only root may change folder and user. */
function spawnHaproxy(machine: string, env: Record<string, string>) {
  const { CHROOT_FOLDER, ...settings } = readEnvironmentFile(join(machine, 'etc/default/haproxy'));
  const root = user.uid === undefined ? {} : { CHROOT_FOLDER };
  const command = 'ulimit -n 10000 && exec "$0" -Ws -f "$1/etc/haproxy/haproxy.cfg" -p "$1/run/haproxy.pid"';
  return spawn('bash', ['-c', command, findProgram('haproxy') ?? '', machine], {
    env: { ...env, ...settings, ...root } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function spawnPrometheus(machine: string) {
  const options = {
    'config.file': join(machine, 'etc/prometheus/prometheus.yml'),
    'storage.tsdb.path': join(machine, 'var/lib/prometheus/data'),
    'web.listen-address': `${basename(machine)}:9090`,
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  return spawn(findProgram('prometheus') ?? '', args, { cwd: machine, stdio: ['ignore', 'pipe', 'pipe'] });
}
