import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider with responses that a test chooses, for what a real provider does not send. */
export interface ScriptedProvider {
  issuer: string;
  host: string;
  clientId: string;
  clientSecret: string;
  /** Responses by path, in place of the usual ones. */
  answers: Map<string, (reply: ServerResponse) => void>;
  /** Properties that are added to the metadata. */
  metadata: Record<string, unknown>;
  /** The ID token for a sign-in's nonce. */
  token: (nonce: string, usual: Record<string, unknown>) => string;
  /** The paths that were requested. */
  requests: string[];
  /** Parameters of the provider's redirect. The next token is for this sign-in. */
  open(address: string): { state: string; code: string };
  reset(): void;
  close(): Promise<void>;
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with a signature of this algorithm; HS256 uses the client secret. */
export function signToken(algorithm: 'RS256' | 'HS256' | 'none', claims: object, secret = ''): string {
  const content = `${encode({ alg: algorithm, kid: 'key' })}.${encode(claims)}`;
  if (algorithm === 'none') return `${content}.`;
  const signature =
    algorithm === 'RS256'
      ? sign('sha256', Buffer.from(content), privateKey).toString('base64url')
      : createHmac('sha256', secret).update(content).digest('base64url');
  return `${content}.${signature}`;
}

export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;
  let nonce = '';
  const provider: ScriptedProvider = {
    issuer,
    host,
    clientId: 'console',
    clientSecret: 'a secret of the scripted provider',
    answers: new Map(),
    metadata: {},
    requests: [],
    token: (_nonce, usual) => signToken('RS256', usual),
    open(address) {
      const parameters = new URL(address).searchParams;
      nonce = parameters.get('nonce') ?? '';
      return { state: parameters.get('state') ?? '', code: 'a-code' };
    },
    reset() {
      provider.answers.clear();
      provider.metadata = {};
      provider.requests.length = 0;
      provider.token = (_nonce, usual) => signToken('RS256', usual);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('request', ({ url = '' }, reply) => {
    // Node caches the text of the date, and tests move the clock.
    reply.sendDate = false;
    provider.requests.push(url);
    const scripted = provider.answers.get(url);
    if (scripted) return scripted(reply);
    const now = Math.floor(Date.now() / 1000);
    const person = { sub: 'person-1', email: 'assa@a.example', email_verified: true };
    const usual = { ...person, iss: issuer, aud: provider.clientId, nonce, iat: now, exp: now + 300 };
    const bodies: Record<string, () => object> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        ...provider.metadata,
      }),
      '/jwks': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key', use: 'sig' }] }),
      '/token': () => ({ access_token: 'access', token_type: 'Bearer', id_token: provider.token(nonce, usual) }),
    };
    const body = bodies[url];
    if (!body) return void reply.writeHead(404).end();
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body()));
  });
  return provider;
}
