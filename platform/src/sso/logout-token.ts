import { decodeJwt, decodeProtectedHeader, importJWK, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../core/base/clock.ts';
import { acceptedAlgorithm } from './provider-claims.ts';
import type { ProviderKeys } from './provider-keys.ts';
import type { ProviderClient } from './sso-provider.ts';

const event = 'http://schemas.openid.net/event/backchannel-logout';
const toleranceSeconds = 60;
/** A token is sent as soon as it is made. */
const longestSeconds = 10 * 60;
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
 * request. Null for any other text.
 */
export async function readLogoutToken(
  { clock, keys }: { clock: Clock; keys: ProviderKeys },
  client: ProviderClient,
  token: string,
): Promise<LogoutClaims | null> {
  const now = Math.floor(clock().getTime() / 1_000);
  const header = tryTo(() => decodeProtectedHeader(token));
  const unsigned = header && tryTo(() => decodeJwt(token));
  const alg = header?.alg ?? '';
  const isOfKind = typeof alg === 'string' && acceptedAlgorithm.test(alg) && isTyped(header?.typ);
  if (!header || !unsigned || !isOfKind || header.crit !== undefined || !claimsOf(unsigned, client, now)) return null;
  const { kid } = header;
  if (kid !== undefined && typeof kid !== 'string') return null;
  for (const key of await keys.find(client, kid)) {
    if (key.alg !== undefined && key.alg !== alg) continue;
    const verified = await importJWK(key, alg)
      .then((imported) =>
        jwtVerify(token, imported, {
          ...{ algorithms: [alg], issuer: client.issuer, audience: client.clientId },
          ...{ clockTolerance: toleranceSeconds, currentDate: clock() },
        }),
      )
      .catch(() => null);
    if (verified) return claimsOf(verified.payload, client, now);
  }
  return null;
}

/** By RFC 8725 a token of another kind says so; `logout+jwt` is recommended, not required. */
const isTyped = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === 'string' && /^(?:application\/)?(?:logout\+)?jwt$/i.test(typ));

function claimsOf(payload: JWTPayload, { issuer, clientId }: ProviderClient, now: number): LogoutClaims | null {
  const { iss, aud, iat, exp, jti, sub, sid, events } = payload;
  if (iss !== issuer || ![aud].flat().includes(clientId)) return null;
  if (!isRecord(events) || !Object.hasOwn(events, event) || !isRecord(events[event])) return null;
  // An ID token has one.
  if (Object.hasOwn(payload, 'nonce')) return null;
  if (!isSecond(iat) || !isSecond(exp) || iat > now + toleranceSeconds) return null;
  const lastSecond = Math.min(exp, iat + longestSeconds) + toleranceSeconds;
  if (now >= lastSecond) return null;
  const [ofPerson, ofSession] = [sub, sid].map((id) => (id === undefined ? null : id));
  if (!isId(jti) || !(ofPerson === null || isId(ofPerson)) || !(ofSession === null || isId(ofSession))) return null;
  if (ofPerson === null && ofSession === null) return null;
  return { jti, sub: ofPerson, sid: ofSession, lastSecond };
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
