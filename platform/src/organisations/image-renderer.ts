import { FairQueue } from '@console/server-base/fair-queue';
import { minuteMs } from '../core/base/clock.ts';
import { tooManyTasks } from '../core/base/failure.ts';
import { type ImageRenderRequest, type ImageRenderResult, renderLimits } from './render.ts';
import { RenderProcess } from './render-process.ts';

type ImageProcess = RenderProcess<ImageRenderRequest, ImageRenderResult>;

const worker = new URL('./render-worker.ts', import.meta.url);

export interface ImageRenderer {
  /** Renders one image per owner at a time. Throws 429 if too many of the owner are queued. */
  render(owner: string, request: ImageRenderRequest): Promise<ImageRenderResult>;
  waiting(): number;
  close(): Promise<void>;
}

/** Starts at most `concurrency` processes on demand, and ends them after `idleMs`. */
export function createImageRenderer({
  concurrency = 2,
  maxWaiting = 64,
  ownerMaxWaiting = 32,
  idleMs = minuteMs,
  limits = renderLimits,
} = {}): ImageRenderer {
  const queue = new FairQueue({
    maxRunning: concurrency,
    maxQueued: maxWaiting,
    ownerRunning: () => 1,
    ownerQueued: ownerMaxWaiting,
    refusal: tooManyTasks,
  });
  const workers = new Set<ImageProcess>();
  const idle = new Set<ImageProcess>();
  let idleTimer: NodeJS.Timeout | undefined;

  const start = () => {
    const started: ImageProcess = new RenderProcess({ worker, limits });
    workers.add(started);
    return started;
  };
  const end = async (worker: ImageProcess) => {
    idle.delete(worker);
    await worker.end();
    workers.delete(worker);
  };
  const take = () => {
    const worker = [...idle].find(({ isReusable }) => isReusable) ?? start();
    idle.delete(worker);
    return worker;
  };
  const giveBack = (worker: ImageProcess) => {
    if (worker.isReusable) idle.add(worker);
    else void end(worker);
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => void Promise.all([...idle].map(end)), idleMs).unref();
  };
  return {
    waiting: () => queue.queued,
    render: (owner, request) =>
      queue.run(owner, async () => {
        const worker = take();
        try {
          return await worker.render(request);
        } finally {
          giveBack(worker);
        }
      }),
    close: async () => {
      clearTimeout(idleTimer);
      await Promise.all([...workers].map(end));
    },
  };
}
