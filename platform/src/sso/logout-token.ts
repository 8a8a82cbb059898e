import type { LogoutRefusal } from '@console/contract/calls/back-channel-logout';
import { decodeJwt, decodeProtectedHeader, importJWK, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../core/base/clock.ts';
import { acceptedAlgorithm } from './provider-claims.ts';
import type { ProviderKeys } from './provider-keys.ts';
import type { ProviderClient } from './sso-provider.ts';

const event = 'http://schemas.openid.net/event/backchannel-logout';
const toleranceSeconds = 60;
/** A token is sent as soon as it is made. */
const longestSeconds = 10 * 60;
/** Of a token that does not say it, as older providers send them. */
const secondsWithoutExpiry = 2 * 60;
const maxIdLength = 1_000;

/** What a valid logout token says. */
export interface LogoutClaims {
  jti: string;
  sub: string | null;
  sid: string | null;
  /** After this it is expired for good, in seconds since 1970. */
  lastSecond: number;
}

/**
 * Checks a logout token of an organisation's provider (OpenID Connect Back-Channel Logout 1.0, 2.6), and its signature last, so that what is wrong in itself causes no
 * request. Why it is refused for any other text.
 */
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

/** By RFC 8725 a token of another kind says so; `logout+jwt` is recommended, not required. */
const isTyped = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === 'string' && /^(?:application\/)?(?:logout\+)?jwt$/i.test(typ));

function claimsOf(payload: JWTPayload, client: ProviderClient, now: number): LogoutClaims | LogoutRefusal {
  const { iss, aud, iat, exp, jti, sub, sid, events } = payload;
  if (iss !== client.issuer) return 'LOGOUT_TOKEN_ISSUER';
  if (![aud].flat().includes(client.clientId)) return 'LOGOUT_TOKEN_AUDIENCE';
  if (!isRecord(events) || !Object.hasOwn(events, event) || !isRecord(events[event])) return 'LOGOUT_TOKEN_EVENT';
  // An ID token has one.
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

/** When a token expires; null for an `exp` that is no time. */
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
