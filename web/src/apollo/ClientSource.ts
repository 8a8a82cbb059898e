import type { ApolloClient } from '@apollo/client';
import type { BrowserSession } from './BrowserSession.ts';

type Make = (session: BrowserSession) => ApolloClient;

/** Where the one Apollo client comes from. Its script is a third of the console's: the sign-in form is there, and can be filled in, before it is. */
export class ClientSource {
  #client: ApolloClient | null = null;
  #session: BrowserSession;

  constructor(session: BrowserSession) {
    this.#session = session;
  }

  /** The client, made now if there is none yet. */
  take(make: Make): ApolloClient {
    this.#client ??= make(this.#session);
    return this.#client;
  }

  /** Gives the client to `use`: at once if it is there. */
  async with<Result>(use: (client: ApolloClient) => Promise<Result>): Promise<Result> {
    return use(this.#client ?? this.take((await import('./client.ts')).createClient));
  }

  /** Brings the client ahead of its first use; that it cannot be had is told then. */
  prepare(): void {
    this.with(async () => {}).catch(() => undefined);
  }
}
