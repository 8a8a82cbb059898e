import { expect, test } from 'vitest';
import { allowSkippedTransition } from './allowSkippedTransition.ts';

const allows = (reason: unknown) => {
  const event = new PromiseRejectionEvent('unhandledrejection', {
    promise: Promise.resolve(),
    reason,
    cancelable: true,
  });
  allowSkippedTransition(event);
  return event.defaultPrevented;
};

test('LOOK-4 a page that is left before its transition begins is no error; another rejection is one', async () => {
  const transition = document.startViewTransition(() => {});
  const skipped = transition.ready.catch((reason: unknown) => reason);
  transition.skipTransition();
  expect(allows(await skipped)).toBe(true);
  expect(allows(new DOMException('The user aborted a request.', 'AbortError'))).toBe(false);
  expect(allows(new Error('transition'))).toBe(false);
});
