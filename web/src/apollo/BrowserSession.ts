import { browserPage } from '../ui/browserPage.ts';
import { dropDrafts } from './drafts.ts';
import { isPublicPath, loginPath } from './loginPath.ts';
import { concernsSecret, localSecretStore, newPageSecret, type SecretStore } from './pageSecret.ts';
import { dropRights } from './rememberedRights.ts';

type LoginPhase = 'begin' | 'done';

/**
 * The session as this tab knows it (PROTOCOLS 1): the page secret it sends, and what happens when another tab or the server ends it. A tab always sends
 * the secret it started with; when the stored one is another, the tab starts anew instead of going on as somebody else.
 */
export class BrowserSession {
  #secret: string | null;
  #leftFrom: string | null = null;
  #requests = new AbortController();
  #listeners = new Set<() => void>();
  #clearers = new Set<() => void>();
  #keepers = new Set<() => void>();
  #stops: (() => void)[] = [];
  #store: SecretStore;
  #logout = new BroadcastChannel('session-logout');
  #login = new BroadcastChannel('session-login');

  constructor(store: SecretStore = localSecretStore) {
    this.#store = store;
    this.#secret = store.read();
  }

  /** The secret to send, null when nobody is signed in here. */
  get secret(): string | null {
    return this.#secret;
  }

  /** The history entry on which the person signed out: from there the way leads to the bare sign-in page, from any other it keeps `next`. */
  get leftFrom(): string | null {
    return this.#leftFrom;
  }

  /** Ends every request of this tab when the session changes hands. */
  get signal(): AbortSignal {
    return this.#requests.signal;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** `clear` empties what the page knows of the person who leaves. */
  onClear(clear: () => void): void {
    this.#clearers.add(clear);
  }

  /** `keep` saves what is being typed when the session ends without the person's doing: not when they sign out here themselves. */
  onEndedUnder(keep: () => void): () => void {
    this.#keepers.add(keep);
    return () => this.#keepers.delete(keep);
  }

  /** Listens to the other tabs and to the back-forward cache until `stop`. */
  start(): void {
    const onStorage = (event: StorageEvent) => concernsSecret(event) && this.check();
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

  /** The secret of a new sign-in, good for both of its steps. No tab may have a request under way that could set the old session's cookie again. */
  beginSignIn(): string {
    this.#login.postMessage('begin' satisfies LoginPhase);
    this.#abort();
    return newPageSecret();
  }

  completeSignIn(secret: string): void {
    this.#store.write(secret);
    this.#drop();
    this.#secret = secret;
    this.#leftFrom = null;
    this.#login.postMessage('done' satisfies LoginPhase);
    this.#tell();
  }

  /** Ends the session in this browser at once; answers the secret that the server must still be told about. */
  signOut(historyKey: string): string | null {
    const old = this.#secret;
    this.#leftFrom = historyKey;
    window.dispatchEvent(new CustomEvent('session-logout'));
    this.#store.removeIf(old);
    dropDrafts();
    this.#logout.postMessage(null);
    this.#end();
    return old;
  }

  /**
   * The server no longer knows the session that `sent` belongs to. Answers true when this is news that the person must be told: once for each session, and
   * not when another tab has already moved on.
   */
  lost(sent: string | null): boolean {
    if (sent === null || sent !== this.#secret) return false;
    if (this.check()) return false;
    this.#store.removeIf(sent);
    this.#keep();
    this.#end();
    return true;
  }

  /** Compares the stored secret with this tab's own and starts anew when they differ. `signedOut`: another tab says so, even if storage lags behind. */
  check(signedOut = false): boolean {
    const stored = this.#store.read();
    const gone = this.#store.works() ? stored === null : signedOut;
    if (stored !== null && stored !== this.#secret) {
      this.#keep();
      this.#drop();
      browserPage.reload();
      return true;
    }
    if (this.#secret === null || !(gone || signedOut)) return false;
    this.#keep();
    this.#end();
    if (!isPublicPath(window.location.pathname))
      browserPage.leaveTo(loginPath(window.location.pathname + window.location.search));
    return true;
  }

  #keep(): void {
    for (const keep of this.#keepers) keep();
  }

  #end(): void {
    this.#secret = null;
    this.#drop();
    this.#tell();
  }

  #drop(): void {
    this.#abort();
    dropRights();
    for (const clear of this.#clearers) clear();
  }

  #abort(): void {
    this.#requests.abort();
    this.#requests = new AbortController();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
