import { expect, onTestFinished, vi } from 'vitest';

interface HeldTimer {
  act: () => void;
  leftMs: number;
}

const longestMs = 2 ** 31 - 1;

/** Until the test ends, deadlines and pauses (`setTimeout`) of these lengths pass when it says so, whatever the machine's clock says. All others pass by themselves. */
export function holdTimers(...lengths: number[]) {
  const held = new Map<NodeJS.Timeout, HeldTimer>();
  let passedMs = 0;
  const { setTimeout, clearTimeout } = globalThis;
  const readClock = performance.now.bind(performance);
  const hold = (act: () => void, length = 0, ...given: []) => {
    // What is given arguments is a connection's timer of undici.
    if (!lengths.includes(length) || given.length > 0) return setTimeout(act, length, ...given);
    const timer = setTimeout(() => undefined, longestMs);
    held.set(timer, { act, leftMs: length });
    return timer;
  };
  const clear = (timer?: NodeJS.Timeout) => {
    if (timer) held.delete(timer);
    clearTimeout(timer);
  };
  const spies = [
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout),
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation(clear as typeof clearTimeout),
    vi.spyOn(performance, 'now').mockImplementation(() => readClock() + passedMs),
  ];
  const release = () => {
    for (const spy of spies.splice(0)) spy.mockRestore();
    for (const [timer, { act, leftMs }] of [...held]) {
      clear(timer);
      setTimeout(act, leftMs).unref();
    }
  };
  onTestFinished(release);
  return {
    /** Waits until so many of them wait. */
    untilWaiting: (count: number) => expect.poll(() => held.size).toBe(count),
    /** Lets so many milliseconds go by. */
    pass(ms: number) {
      passedMs += ms;
      for (const [timer, one] of [...held]) {
        one.leftMs -= ms;
        if (one.leftMs > 0) continue;
        clear(timer);
        one.act();
      }
    },
  };
}
