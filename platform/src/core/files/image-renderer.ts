import { minute } from '../base/clock.ts';
import { FairQueue } from '../base/fair-queue.ts';
import { type RenderRequest, type RenderResult, renderLimits } from './render.ts';
import { RenderProcess } from './render-process.ts';

/** Renders pictures in processes of their own. */
export interface ImageRenderer {
  /** Renders a picture once it is its owner's turn; an owner has one rendered at a time. Throws 429 when too many of the owner wait. */
  render(owner: string, request: RenderRequest): Promise<RenderResult>;
  /** Ends the processes. */
  close(): Promise<void>;
}

/** A renderer with at most `concurrency` processes. They start with the first pictures, are used again, and end after `idleMs` without any. */
export function createImageRenderer({
  concurrency = 2,
  maxWaiting = 64,
  ownerMaxWaiting = 32,
  idleMs = minute,
  limits = renderLimits,
} = {}): ImageRenderer {
  const queue = new FairQueue({ concurrency, maxWaiting, ownerConcurrency: 1, ownerMaxWaiting });
  const workers = new Set<RenderProcess>();
  const idle = new Set<RenderProcess>();
  let idleTimer: NodeJS.Timeout | undefined;

  const start = () => {
    const worker = new RenderProcess(limits);
    workers.add(worker);
    return worker;
  };
  const end = async (worker: RenderProcess) => {
    idle.delete(worker);
    await worker.end();
    workers.delete(worker);
  };
  const take = () => {
    const worker = [...idle].find(({ isReusable }) => isReusable) ?? start();
    idle.delete(worker);
    return worker;
  };
  const giveBack = (worker: RenderProcess) => {
    if (worker.isReusable) idle.add(worker);
    else void end(worker);
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => void Promise.all([...idle].map(end)), idleMs).unref();
  };
  return {
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
