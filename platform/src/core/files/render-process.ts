import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { secondMs } from '../base/clock.ts';
import type { ImageRenderFailure, ImageRenderRequest, ImageRenderResult, RenderLimits } from './render.ts';

const worker = fileURLToPath(new URL('./render-worker.ts', import.meta.url));
const startSeconds = 20;
const memoryCheckMs = 20;
/** A process that decodes untrusted bytes gets no secrets in its environment. */
const environment = ['HOME', 'LD_LIBRARY_PATH', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH', 'XDG_CACHE_HOME'];

/**
 * A process that renders one image at a time and is killed when one exceeds the limits, because native code cannot be interrupted. It never keeps
 * this process alive, and ends with it.
 */
export class RenderProcess {
  readonly #child: ChildProcess;
  readonly #limits: RenderLimits;
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #settle: (result: ImageRenderResult) => void = () => undefined;

  constructor(limits: RenderLimits) {
    this.#limits = limits;
    this.#child = fork(worker, {
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
    this.#child.on('message', (message: 'ready' | ImageRenderResult) => {
      if (message !== 'ready') return this.#settle(message);
      clearTimeout(startTimer);
      this.#ready.resolve();
    });
    this.#ready.promise.catch(() => undefined);
  }

  /** Whether it can render another image; with much memory in use, the next one would exceed the limit. */
  get isReusable(): boolean {
    const { connected, killed, exitCode, signalCode } = this.#child;
    const runs = connected && !killed && exitCode === null && signalCode === null;
    return runs && this.#megabytes() <= this.#limits.megabytes / 2;
  }

  /** Throws if the process did not start. */
  async render(request: ImageRenderRequest): Promise<ImageRenderResult> {
    await this.#ready.promise;
    const { promise, resolve } = Promise.withResolvers<ImageRenderResult>();
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

  #stop(failure: ImageRenderFailure): void {
    this.#child.kill('SIGKILL');
    this.#settle({ failure });
  }

  /** Its resident memory, which only Linux shows cheaply; elsewhere 0, so that only the time is limited. */
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
