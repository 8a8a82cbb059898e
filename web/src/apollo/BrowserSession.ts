import type { ApolloClient } from '@apollo/client';
import { hideMessages } from '../feedback/toasts.tsx';
import { browserPage } from './browserPage.ts';
import { dropAllDrafts } from './drafts.ts';
import { askForFactor } from './factorQuestion.ts';
import { isPublicPath, loginPath } from './loginPath.ts';
import { dropMutationKeys } from './mutationKeys.ts';
import { dropOwnKeys } from './ownKeys.ts';
import { localSecretStore, mayChangeSecret, newPageSecret, type SecretStore } from './pageSecret.ts';
import { dropSessionEnd, type SessionEnd, storedSessionEnd, storeSessionEnd } from './sessionEnd.ts';

type LoginPhase = 'begin' | 'done';

/** A form of the open page. */
interface OpenForm {
  /** Stores unsaved input when the session ends for any other reason than signing out in this tab. */
  save: () => void;
  isUnsaved: () => boolean;
}

/** Session of this tab (PROTOCOLS 1) and its end by other tabs or the server. A tab keeps the secret it started with; if another one is stored, it reloads. */
export class BrowserSession {
  /** Null until its script is loaded. */
  client: ApolloClient | null = null;
  #secret: string | null;
  #signedOutAt: string | null = null;
  #lapsed: SessionEnd | null = null;
  #asks = false;
  #lacksFactor = false;
  #requests = new AbortController();
  #listeners = new Set<() => void>();
  #clearListeners = new Set<() => void>();
  #forms = new Set<OpenForm>();
  #refusalListeners = new Set<() => void>();
  #stops: (() => void)[] = [];
  #store: SecretStore;
  #logout = new BroadcastChannel('session-logout');
  #login = new BroadcastChannel('session-login');

  constructor(store: SecretStore = localSecretStore) {
    this.#store = store;
    this.#secret = store.read();
  }

  /** The secret to send, null without a session. */
  get secret(): string | null {
    return this.#secret;
  }

  /** The history entry on which the user signed out: it leads to the sign-in page without `next`, every other one keeps `next`. */
  get signedOutAt(): string | null {
    return this.#signedOutAt;
  }

  /** Why the server has ended the session while a form of this tab has unsaved input: the page stays until the user signs in again or leaves. */
  get lapsed(): SessionEnd | null {
    return this.#lapsed;
  }

  /** Whether the user is to sign in again now. */
  get asksToSignIn(): boolean {
    return this.#asks;
  }

  setAsksToSignIn(asks: boolean): void {
    this.#asks = asks && this.#lapsed !== null;
    this.#notify();
  }

  /** Whether the organisation requires a second factor that this session lacks, and the user is to set it up now. */
  get lacksFactor(): boolean {
    return this.#lacksFactor;
  }

  setLacksFactor(lacks: boolean): void {
    if (lacks === this.#lacksFactor) return;
    this.#lacksFactor = lacks;
    this.#notify();
  }

  /** Aborts every request of this tab when the session changes. */
  get signal(): AbortSignal {
    return this.#requests.signal;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** `clear` removes the data of the user of the ended session. */
  onClear(clear: () => void): void {
    this.#clearListeners.add(clear);
  }

  onInterrupted(form: OpenForm): () => void {
    this.#forms.add(form);
    return () => this.#forms.delete(form);
  }

  get hasUnsavedForm(): boolean {
    return [...this.#forms].some(({ isUnsaved }) => isUnsaved());
  }

  /** `listener` is called when the role did not allow what this tab requested: it may have been changed. */
  onRefused(listener: () => void): () => void {
    this.#refusalListeners.add(listener);
    return () => this.#refusalListeners.delete(listener);
  }

  notifyRefused(): void {
    for (const listener of this.#refusalListeners) listener();
  }

  /** Listens to the other tabs and to the back-forward cache until `stop`. */
  start(): void {
    const onStorage = (event: StorageEvent) => mayChangeSecret(event) && this.check();
    const onPageShow = (event: PageTransitionEvent) => event.persisted && this.check();
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', onPageShow);
    this.#logout.onmessage = () => this.check(true);
    this.#login.onmessage = (event: MessageEvent<LoginPhase>) => {
      if (event.data === 'begin') this.#abort();
      else this.check();
    };
    this.#stops.push(
      () => window.removeEventListener('storage', onStorage),
      () => window.removeEventListener('pageshow', onPageShow),
    );
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#logout.close();
    this.#login.close();
  }

  /** The secret of a new sign-in, for both of its steps. Every tab aborts its requests: a late response could set the old session's cookie again. */
  beginSignIn(): string {
    this.#login.postMessage('begin' satisfies LoginPhase);
    this.#abort();
    return newPageSecret();
  }

  completeSignIn(secret: string): void {
    this.#store.write(secret);
    dropSessionEnd();
    askForFactor();
    this.#lacksFactor = false;
    // The form continues for an unchanged user.
    if (this.#lapsed === null) this.#clear();
    this.#lapsed = null;
    this.#asks = false;
    this.#secret = secret;
    this.#signedOutAt = null;
    this.#login.postMessage('done' satisfies LoginPhase);
    this.#notify();
  }

  /** Ends the session in this browser at once; returns the secret with which the server still has to be called. */
  signOut(historyKey: string): string | null {
    const old = this.#secret;
    this.#signedOutAt = historyKey;
    window.dispatchEvent(new CustomEvent('session-logout'));
    dropSessionEnd();
    this.#store.removeIf(old);
    dropAllDrafts();
    dropMutationKeys();
    this.#logout.postMessage(null);
    this.#end();
    return old;
  }

  /** The server no longer knows the session of `sent`. True once per session, and not if another tab has signed in again. */
  lost(sent: string | null, end: SessionEnd = 'UNKNOWN'): boolean {
    if (sent === null || sent !== this.#secret) return false;
    if (this.#lapsed !== null && this.#lapse(this.#lapsed)) return false;
    if (this.check()) return false;
    if (this.#lapse(end)) return false;
    storeSessionEnd(this.#lapsed ?? end);
    this.#store.removeIf(sent);
    this.#interrupt();
    this.#end();
    return true;
  }

  /** Compares the stored secret with this tab's own and reloads when they differ. `signedOut`: another tab signed out, even if storage lags behind. */
  check(signedOut = false): boolean {
    const stored = this.#store.read();
    const gone = this.#store.works() ? stored === null : signedOut;
    if (stored !== null && stored !== this.#secret) {
      this.#interrupt();
      this.#clear();
      browserPage.reload();
      return true;
    }
    if (this.#secret === null || !(gone || signedOut)) return false;
    const end = storedSessionEnd();
    if (!signedOut && end !== null && this.#lapse(end)) return true;
    this.#interrupt();
    this.#end();
    if (!isPublicPath(window.location.pathname))
      browserPage.leaveTo(loginPath(window.location.pathname + window.location.search));
    return true;
  }

  /** Runs before the session ends for any other reason than `signOut`, whose caller may report it in an alert. */
  #interrupt(): void {
    for (const { save } of this.#forms) save();
    hideMessages();
  }

  /** Keeps the page while a form of it has unsaved input. */
  #lapse(end: SessionEnd): boolean {
    if (!this.hasUnsavedForm) return false;
    if (this.#lapsed === null) {
      this.#lapsed = end;
      this.#notify();
    }
    return true;
  }

  #end(): void {
    this.#secret = null;
    this.#lapsed = null;
    this.#asks = false;
    this.#lacksFactor = false;
    this.#clear();
    this.#notify();
  }

  #clear(): void {
    this.#abort();
    dropOwnKeys();
    for (const clear of this.#clearListeners) clear();
  }

  #abort(): void {
    this.#requests.abort();
    this.#requests = new AbortController();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
