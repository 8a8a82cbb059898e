import { expect, onTestFinished, vi } from 'vitest';

interface HeldTimer {
  act: () => void;
  leftMs: number;
}

const longestMs = 2 ** 31 - 1;

/** Until the test ends, `setTimeout` with one of these delays ends only when the test says so. Other timers run normally. */
export function holdTimers(...lengths: number[]) {
  const held = new Map<NodeJS.Timeout, HeldTimer>();
  let passedMs = 0;
  const { setTimeout, clearTimeout } = globalThis;
  const readClock = performance.now.bind(performance);
  const hold = (act: () => void, length = 0, ...given: []) => {
    // Timers with arguments belong to connections of undici.
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
    /** Waits until this many timers are held. */
    untilWaiting: (count: number) => expect.poll(() => held.size).toBe(count),
    /** Lets this many milliseconds pass for the held timers. */
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
