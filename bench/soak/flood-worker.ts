/** Sends a flood in a separate thread, so that its work does not count in the other measured times. */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Size } from '../data.ts';
import { closedLoop, connect, openLoop, type Times } from '../load.ts';
import { floods } from './floods.ts';

interface FloodTask {
  origin: string;
  size: Size;
  /** Index in the list of floods. */
  place: number;
  seconds: number;
  perSecond: number;
}

/** Runs a flood in a worker; rejects when the worker fails. */
export const runFlood = (task: FloodTask): Promise<Times> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { flood: task } });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

const task: FloodTask | undefined = workerData?.flood;
if (parentPort && task) {
  const { origin, size, place, seconds, perSecond } = task;
  await using pool = connect(origin, 256);
  const flood = floods(pool, origin, size)[place];
  if (!flood) throw new Error(`There is no flood ${place}`);
  const { atOnce, most, send } = flood;
  const times = await (atOnce === undefined
    ? openLoop({ perSecond, seconds, send })
    : closedLoop({ clients: atOnce, most, seconds, send }));
  parentPort.postMessage(times);
}
