/** Sends a flood in a thread of its own, so that the times of others do not include its work. */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Size } from '../scale/fill.ts';
import { floods } from './floods.ts';
import { closedLoop, type Figures, openLoop } from './open-loop.ts';
import { connect } from './users.ts';

interface FloodTask {
  port: number;
  size: Size;
  /** Its place in the list of floods. */
  place: number;
  seconds: number;
  perSecond: number;
}

/** Runs a flood in a worker; rejects when the worker fails. */
export const runFlood = (task: FloodTask): Promise<Figures> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { flood: task } });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

const task: FloodTask | undefined = workerData?.flood;
if (parentPort && task) {
  const { port, size, place, seconds, perSecond } = task;
  const pool = connect(port, 256);
  const flood = floods(pool, port, size)[place];
  if (!flood) throw new Error(`There is no flood ${place}`);
  const { atOnce, most, send } = flood;
  const figures = await (atOnce === undefined
    ? openLoop({ perSecond, seconds, send })
    : closedLoop({ atOnce, most, seconds, send }));
  await pool.destroy();
  parentPort.postMessage(figures);
}
