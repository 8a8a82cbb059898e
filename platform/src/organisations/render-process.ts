import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { secondMs } from '../core/base/clock.ts';
import type { RenderLimits } from './render.ts';

const startSeconds = 20;
const memoryCheckMs = 20;
/** A process that decodes untrusted bytes gets no secrets in its environment. */
const environment = ['HOME', 'LD_LIBRARY_PATH', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH', 'XDG_CACHE_HOME'];

/** Failure of a process: an exceeded limit, or its end. */
export type ProcessFailure = { failure: 'time' | 'memory' | 'crash' };

interface RenderProgram {
  /** Module that responds to each message, and sends `ready` once it has started. */
  worker: URL;
  limits: RenderLimits;
}

/** Runs one task at a time in a process, which is killed at its limits: native code cannot be interrupted. It does not keep the platform alive. */
export class RenderProcess<Request extends object, Result extends object> {
  readonly #child: ChildProcess;
  readonly #limits: RenderLimits;
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #settle: (result: Result | ProcessFailure) => void = () => undefined;

  constructor({ worker, limits }: RenderProgram) {
    this.#limits = limits;
    this.#child = fork(fileURLToPath(worker), {
      env: Object.fromEntries(environment.map((name) => [name, process.env[name]])),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.unref();
    this.#child.channel?.unref();
    const startTimer = setTimeout(() => this.#child.kill('SIGKILL'), startSeconds * secondMs).unref();
    const end = () => {
      this.#ready.reject(new Error('a rendering process did not start'));
      this.#settle({ failure: 'crash' });
      this.#ended.resolve();
    };
    // A process that could not start emits no exit.
    this.#child.on('error', end).once('exit', end);
    this.#child.on('message', (message: 'ready' | Result) => {
      if (message !== 'ready') return this.#settle(message);
      clearTimeout(startTimer);
      this.#ready.resolve();
    });
    this.#ready.promise.catch(() => undefined);
  }

  /** False if much memory is in use, so that the next task would exceed the limit. */
  get isReusable(): boolean {
    const { connected, killed, exitCode, signalCode } = this.#child;
    const runs = connected && !killed && exitCode === null && signalCode === null;
    return runs && this.#megabytes() <= this.#limits.megabytes / 2;
  }

  /** Throws if the process did not start. */
  async render(request: Request): Promise<Result | ProcessFailure> {
    await this.#ready.promise;
    const { promise, resolve } = Promise.withResolvers<Result | ProcessFailure>();
    this.#settle = resolve;
    const { seconds, megabytes } = this.#limits;
    const time = setTimeout(() => this.#stop('time'), seconds * secondMs).unref();
    const memory = setInterval(() => this.#megabytes() > megabytes && this.#stop('memory'), memoryCheckMs).unref();
    this.#child.send(request, (error) => error && resolve({ failure: 'crash' }));
    return promise.finally(() => {
      clearTimeout(time);
      clearInterval(memory);
    });
  }

  async end(): Promise<void> {
    this.#child.ref();
    this.#child.kill('SIGKILL');
    await this.#ended.promise;
  }

  #stop(failure: ProcessFailure['failure']): void {
    this.#child.kill('SIGKILL');
    this.#settle({ failure });
  }

  /** Resident memory, which only Linux shows cheaply; elsewhere 0, so that only the time is limited. */
  #megabytes(): number {
    try {
      const [, kilobytes] =
        /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'latin1')) ?? [];
      return Number(kilobytes ?? 0) / 1024;
    } catch {
      return 0;
    }
  }
}
