import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@console/server-base/traces';

const spans = new AsyncLocalStorage<Span>();

/** Runs `next` and all that follows from it in the span of a request. */
export const runInSpan = (span: Span, next: () => void): void => spans.run(span, next);

/** The span of the request that is being answered; undefined in work of the background, and without traces. */
export const requestSpan = (): Span | undefined => spans.getStore();
