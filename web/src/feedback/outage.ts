import { useSyncExternalStore } from 'react';
import type { Outage } from './outageTexts.ts';
import { showSuccess } from './toasts.tsx';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** The pause before a retry after any response, or when the page becomes visible or online: the outage may be over. */
const hintPauseMs = 300;

/** A random pause from half the length on, so that the tabs of many users do not send requests at once. */
const withJitter = (ms: number): number => ms * (0.5 + Math.random() / 2);

type Retry = () => Promise<unknown>;

/** The outage that this tab notices. While it lasts, reads that failed are sent again after growing pauses, as long as the page is visible and online. */
export class OutageMonitor {
  #outage: Outage | null = null;
  #retry: Retry | null = null;
  #pauseMs = firstPauseMs;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Identifies the running retry. */
  #run: symbol | null = null;
  /** Whether a request has failed since the last retry began. */
  #failed = false;
  readonly #listeners = new Set<() => void>();

  get outage(): Outage | null {
    return this.#outage;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** `retry` sends the failed queries again, or one small query. */
  onRetry(retry: Retry): void {
    this.#retry = retry;
  }

  /** Listens to the browser until the function that it returns is called. */
  start(): () => void {
    const hint = () => this.#outage !== null && this.#tryAfter(hintPauseMs);
    const offline = () => this.report('browser');
    window.addEventListener('online', hint);
    window.addEventListener('offline', offline);
    document.addEventListener('visibilitychange', hint);
    return () => {
      window.removeEventListener('online', hint);
      window.removeEventListener('offline', offline);
      document.removeEventListener('visibilitychange', hint);
    };
  }

  /** How a request ended; null for any response. */
  report(outage: Outage | null): void {
    if (outage === null) {
      if (this.#outage !== null && this.#run === null) this.#tryAfter(hintPauseMs);
      return;
    }
    this.#failed = true;
    const isNew = this.#outage === null;
    this.#change(outage);
    if (isNew) this.#tryAfter(firstPauseMs);
  }

  async tryNow(): Promise<void> {
    if (this.#run !== null || this.#outage === null) return;
    clearTimeout(this.#timer);
    const run = Symbol();
    this.#run = run;
    this.#failed = false;
    await this.#retry?.().catch(() => undefined);
    // Reset before the response.
    if (this.#run !== run) return;
    this.#run = null;
    if (!this.#failed && navigator.onLine) {
      this.reset();
      showSuccess('Connection restored');
      return;
    }
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
    this.#tryAfter(this.#pauseMs);
  }

  reset(): void {
    clearTimeout(this.#timer);
    this.#run = null;
    this.#pauseMs = firstPauseMs;
    this.#change(null);
  }

  #tryAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // Otherwise `start` tries again once the page is visible and online.
      if (!document.hidden && navigator.onLine) void this.tryNow();
    }, withJitter(ms));
  }

  #change(outage: Outage | null): void {
    if (this.#outage === outage) return;
    this.#outage = outage;
    for (const listener of this.#listeners) listener();
  }
}

export const outageMonitor = new OutageMonitor();

export const useOutage = (): Outage | null => useSyncExternalStore(outageMonitor.subscribe, () => outageMonitor.outage);
