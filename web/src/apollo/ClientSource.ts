import type { ApolloClient } from '@apollo/client';
import type { BrowserSession } from './BrowserSession.ts';

type CreateClient = (session: BrowserSession) => ApolloClient;

/** Creates the one Apollo client. Its script is a third of the console's, so the sign-in form is drawn before it is loaded. */
export class ClientSource {
  #client: ApolloClient | null = null;
  #session: BrowserSession;

  constructor(session: BrowserSession) {
    this.#session = session;
  }

  /** The client, created on the first call. */
  getOrCreate(create: CreateClient): ApolloClient {
    this.#client ??= create(this.#session);
    return this.#client;
  }

  /** Calls `use` with the client, which is loaded first if necessary. */
  async withClient<Result>(use: (client: ApolloClient) => Promise<Result>): Promise<Result> {
    return use(this.#client ?? this.getOrCreate((await import('./client.ts')).createClient));
  }

  /** Loads the client before its first use; a failure is reported at that use. */
  preload(): void {
    this.withClient(async () => {}).catch(() => undefined);
  }
}
