import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@console/server-base/traces';

const spans = new AsyncLocalStorage<Span>();

export const runInSpan = (span: Span, next: () => void): void => spans.run(span, next);

/** Span of the current request; undefined in background work and without traces. */
export const requestSpan = (): Span | undefined => spans.getStore();
