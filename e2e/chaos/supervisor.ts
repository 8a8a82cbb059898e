import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A process of a set-up. */
export interface Part {
  name: string;
  spawn(): ChildProcess;
  isReady(): Promise<boolean>;
  /** Milliseconds after a kill until the process is started again. */
  restartMs: number;
  /** The id of a process that this process starts and that has left its group, such as the postmaster of Patroni. */
  alsoPid?(): number | null;
}

/** Equal to the systemd units of deploy/. */
export const serviceRestartMs = 2_000;

const startMs = 180_000;

function parentsOfProcesses(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((folder) => /^\d+$/.test(folder)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process has ended in between.
    }
  return parents;
}

/** Ids of a process and of all processes that it has started. */
function withDescendants(roots: readonly number[]): number[] {
  const parents = parentsOfProcesses();
  const found = new Set(roots.filter((pid) => parents.has(pid)));
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

export const isAnswering = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

export const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').once('error', () => resolve(false));
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
  });

/** Starts processes, and restarts those that have ended, like a service manager. `folder` contains their output. */
export class Supervisor {
  readonly #folder: string;
  readonly #children = new Map<string, ChildProcess>();
  #isEnding = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts a process and waits until it is ready. */
  async start(part: Part): Promise<void> {
    this.#spawn(part);
    await this.#untilReady(part);
  }

  #spawn(part: Part): void {
    const child = part.spawn();
    this.#children.set(part.name, child);
    for (const stream of [child.stdout, child.stderr])
      stream?.pipe(createWriteStream(join(this.#folder, `${part.name}.log`), { flags: 'a' }));
    child.once('exit', async () => {
      await delay(part.restartMs);
      if (!this.#isEnding) this.#spawn(part);
    });
  }

  async #untilReady(part: Part): Promise<void> {
    const end = performance.now() + startMs;
    while (!(await part.isReady())) {
      if (performance.now() > end)
        throw new Error(`${part.name} is not ready after ${startMs} ms: see ${this.#folder}`);
      await delay(100);
    }
  }

  signal(part: Part, signal: NodeJS.Signals): void {
    const { pid } = this.#children.get(part.name) ?? {};
    for (const one of withDescendants([pid ?? 0, part.alsoPid?.() ?? 0].filter(Boolean)))
      try {
        process.kill(one, signal);
      } catch {
        // The process has ended in between.
      }
  }

  /** Kills all processes of the part with `kill -9`, and waits until the part is started again and ready. */
  async kill(part: Part): Promise<void> {
    const ended = once(this.#children.get(part.name) as ChildProcess, 'exit');
    this.signal(part, 'SIGKILL');
    await ended;
    await this.#untilReady(part);
  }

  /** Ends all processes that still run. */
  stop(parts: readonly Part[]): void {
    this.#isEnding = true;
    for (const part of parts) this.signal(part, 'SIGKILL');
  }
}
