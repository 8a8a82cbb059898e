import { onTestFinished, vi } from 'vitest';

/** Until the test ends, deadlines (`AbortSignal.timeout`) pass only when `pass` is called, whatever the machine's clock says. */
export function holdDeadlines() {
  const open: { ms: number; controller: AbortController }[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    open.push({ ms, controller });
    return controller.signal;
  });
  onTestFinished(() => void timeout.mockRestore());
  return {
    /** Lets this many seconds pass for all pending deadlines. */
    pass(seconds: number) {
      for (const { ms, controller } of open)
        if (ms <= seconds * 1_000) controller.abort(new DOMException('The deadline has passed.', 'TimeoutError'));
    },
  };
}
