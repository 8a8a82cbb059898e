import type { LogoutRefusal } from '@console/contract/calls/back-channel-logout';
import { decodeJwt, decodeProtectedHeader, importJWK, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../core/base/clock.ts';
import { acceptedAlgorithm } from './provider-claims.ts';
import type { ProviderKeys } from './provider-keys.ts';
import type { ProviderClient } from './sso-provider.ts';

const event = 'http://schemas.openid.net/event/backchannel-logout';
const toleranceSeconds = 60;
/** Longest age of a token, which is sent as soon as it is created. */
const longestSeconds = 10 * 60;
/** Validity of a token without expiry, as older providers send them. */
const secondsWithoutExpiry = 2 * 60;
const maxIdLength = 1_000;

export interface LogoutClaims {
  jti: string;
  sub: string | null;
  sid: string | null;
  /** Time after which the token has certainly expired, in seconds since 1970. */
  lastSecond: number;
}

/** Checks a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6), the signature last, to save requests. Returns the reason if it is invalid. */
export async function readLogoutToken(
  { clock, keys }: { clock: Clock; keys: ProviderKeys },
  client: ProviderClient,
  token: string,
): Promise<LogoutClaims | LogoutRefusal> {
  const now = Math.floor(clock().getTime() / 1_000);
  const header = tryTo(() => decodeProtectedHeader(token));
  const unsigned = header && tryTo(() => decodeJwt(token));
  if (!header || !unsigned) return 'LOGOUT_TOKEN_MALFORMED';
  const { alg, kid, typ, crit } = header;
  if (typeof alg !== 'string' || !acceptedAlgorithm.test(alg)) return 'LOGOUT_TOKEN_ALGORITHM';
  if (!isTyped(typ) || crit !== undefined) return 'LOGOUT_TOKEN_TYPE';
  const claims = claimsOf(unsigned, client, now);
  if (typeof claims === 'string') return claims;
  if (kid !== undefined && typeof kid !== 'string') return 'LOGOUT_TOKEN_SIGNATURE';
  for (const key of await keys.find(client, kid)) {
    if (key.alg !== undefined && key.alg !== alg) continue;
    const verified = await importJWK(key, alg)
      .then((imported) =>
        jwtVerify(token, imported, {
          algorithms: [alg],
          issuer: client.issuer,
          audience: client.clientId,
          clockTolerance: toleranceSeconds,
          currentDate: clock(),
        }),
      )
      .catch(() => null);
    if (verified) return claimsOf(verified.payload, client, now);
  }
  return 'LOGOUT_TOKEN_SIGNATURE';
}

/** Other kinds of token name themselves (RFC 8725); `logout+jwt` is recommended, not required. */
const isTyped = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === 'string' && /^(?:application\/)?(?:logout\+)?jwt$/i.test(typ));

function claimsOf(payload: JWTPayload, client: ProviderClient, now: number): LogoutClaims | LogoutRefusal {
  const { iss, aud, iat, exp, jti, sub, sid, events } = payload;
  if (iss !== client.issuer) return 'LOGOUT_TOKEN_ISSUER';
  if (![aud].flat().includes(client.clientId)) return 'LOGOUT_TOKEN_AUDIENCE';
  if (!isRecord(events) || !Object.hasOwn(events, event) || !isRecord(events[event])) return 'LOGOUT_TOKEN_EVENT';
  // ID tokens have a nonce.
  if (Object.hasOwn(payload, 'nonce')) return 'LOGOUT_TOKEN_NONCE';
  if (!isSecond(iat) || iat > now + toleranceSeconds) return 'LOGOUT_TOKEN_TIME';
  const lastSecond = lastSecondOf(iat, exp);
  if (lastSecond === null || now >= lastSecond) return 'LOGOUT_TOKEN_EXPIRED';
  if (!isId(jti)) return 'LOGOUT_TOKEN_ID';
  const [ofPerson, ofSession] = [sub, sid].map((id) => (id === undefined ? null : id));
  const areIds = [ofPerson, ofSession].every((id) => id === null || isId(id));
  if (!areIds || (ofPerson === null && ofSession === null)) return 'LOGOUT_TOKEN_SUBJECT';
  return { jti, sub: ofPerson as string | null, sid: ofSession as string | null, lastSecond };
}

/** Expiry of a token; null for an invalid `exp`. */
function lastSecondOf(iat: number, exp: unknown): number | null {
  if (exp === undefined) return iat + secondsWithoutExpiry;
  return isSecond(exp) ? Math.min(exp, iat + longestSeconds) + toleranceSeconds : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isSecond = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxIdLength;

function tryTo<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
