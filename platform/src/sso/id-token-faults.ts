import { causesOf } from './sso-provider.ts';

/** What openid-client says about a rejected ID token. */
interface Rejection {
  claim?: string;
  claims?: Readonly<Record<string, unknown>>;
  expected?: unknown;
  /** Seconds since 1970. */
  now?: number;
  header?: { alg?: unknown };
  signature?: unknown;
}

const compareClocks = 'Compare the clocks of the provider and of the server of the console.';

/** Why the ID token was rejected: what it has, what is expected, and what to do. Null if unknown. */
export function idTokenFault(error: unknown): string | null {
  for (const { cause } of causesOf(error)) {
    const text = typeof cause === 'object' && cause !== null ? textOf(cause) : null;
    if (text !== null) return text;
  }
  return null;
}

function textOf({ claim = '', claims = {}, expected, now = 0, header, signature }: Rejection): string | null {
  const seen = shown(claims[claim]);
  const secondsFromNow = (at: unknown) => (typeof at === 'number' ? Math.round(at - now) : 0);
  if (claim === 'aud')
    return expected === undefined
      ? `The ID token is for several clients (\`aud\` is ${seen}) and does not say which of them has requested it. Configure the provider to send \`azp\`, or this client alone in \`aud\`.`
      : `The ID token is for the client ${seen} (\`aud\`), and the settings have ${shown(expected)}. Correct the client ID.`;
  if (claim === 'azp')
    return `The ID token was issued to the client ${seen} (\`azp\`), and the settings have ${shown(expected)}. Correct the client ID.`;
  if (claim === 'iss')
    return `The ID token is from the issuer ${seen}, and the settings have ${shown(expected)}. Correct the issuer.`;
  if (claim === 'nonce')
    return 'The ID token belongs to another sign-in: its `nonce` is not the one that was sent. Configure the provider to return the `nonce` of each request.';
  if (claim === 'exp') return `The ID token expired ${-secondsFromNow(claims.exp)} seconds ago. ${compareClocks}`;
  if (claim === 'nbf')
    return `The ID token is valid from ${secondsFromNow(claims.nbf)} seconds from now. ${compareClocks}`;
  if (header)
    return `The ID token is signed with the algorithm ${shown(header.alg)}. Configure the provider to use RS, PS or ES with 256, 384 or 512.`;
  return signature === undefined
    ? null
    : 'The signature of the ID token does not match the provider’s key. Compare the key at its `jwks_uri` with the one that the provider uses, and test signing in again.';
}

/** A value of the token, which anyone at the provider could choose. */
const shown = (value: unknown): string => `“${[value ?? 'missing'].flat().map(String).join(', ').slice(0, 100)}”`;
