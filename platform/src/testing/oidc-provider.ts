import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Claims of a provider about a person. */
interface ProviderPersonClaims {
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

/** A real OpenID Connect provider on this machine, for tests. */
export interface TestOidcProvider {
  issuer: string;
  /** Such as `127.0.0.1:4444`, for OUTBOUND_HOSTS. */
  host: string;
  clientId: string;
  clientSecret: string;
  /** People by their subject. */
  people: Map<string, ProviderPersonClaims>;
  /** The subject of the next sign-in, which needs no page. */
  signsInAs: string;
  /** URL for its logout tokens. The console's port is known only once this provider runs. */
  logoutUrl: string;
  close(): Promise<void>;
}

const clientId = 'console';
const clientSecret = 'a secret of the provider of tests';

/** Starts a provider that redirects to `redirectUrls`. Signing in needs no page. */
export async function startOidcProvider(redirectUrls: string[]): Promise<TestOidcProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;
  const people = new Map<string, ProviderPersonClaims>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUrls,
        post_logout_redirect_uris: redirectUrls.map((url) => new URL('/login', url).href),
        grant_types: ['authorization_code'],
        response_types: ['code'],
        backchannel_logout_uri: `${issuer}/logout-of-client`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    findAccount: async (_context, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // Its own dispatcher rejects addresses of this machine.
    fetch: (_url, options) => fetch(started.logoutUrl, { ...options, dispatcher: undefined } as RequestInit),
    interactions: { url: async (_context, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the provider of tests'] },
  });
  const started: TestOidcProvider = {
    issuer,
    host,
    clientId,
    clientSecret,
    people,
    signsInAs: '',
    logoutUrl: '',
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const answer = provider.callback();
  server.on('request', (request, reply) => {
    // Node caches the text of the date, and tests move the clock.
    reply.sendDate = false;
    if (!request.url?.startsWith('/interaction/')) return void answer(request, reply);
    const login = { accountId: started.signsInAs, remember: false };
    provider.interactionFinished(request, reply, { login }, { mergeWithLastSubmission: false }).catch((error) => {
      reply.writeHead(500).end(String(error));
    });
  });
  return started;
}

/** Opens the provider's URL as a browser would. Returns the parameters of the redirect. */
export async function openAtProvider(address: string, redirectUrl: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  for (let at = address; ; ) {
    if (at.startsWith(redirectUrl)) return Object.fromEntries(new URL(at).searchParams);
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (!location) throw new Error(`the provider answers ${answer.status}: ${await answer.text()}`);
    at = new URL(location, at).href;
  }
}
