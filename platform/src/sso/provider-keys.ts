import type { JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Services } from '../core/access/services.ts';
import { minuteMs } from '../core/base/clock.ts';
import { outboundDeadline } from '../core/outbound/outbound.ts';
import { discoverProvider, type ProviderClient, providerFetch } from './sso-provider.ts';

/** Largest age of cached keys: after that, a key that the provider has withdrawn no longer signs anything. */
const maxAgeMs = 10 * minuteMs;
/** Shortest time between two requests to a provider, even if tokens name unknown keys. */
const pauseMs = minuteMs;
const maxKeys = 50;
const maxBytes = 4 * 1024 * 1024;
/** Members of a key that verify a signature. */
const members = ['kty', 'kid', 'alg', 'use', 'n', 'e', 'crv', 'x', 'y'] as const;

interface Known {
  keys: JWK[];
  readAt: number;
  askedAt: number;
}

/** Public keys of providers for asymmetric signatures. */
export interface ProviderKeys {
  /** Keys with this `kid`, or all without one. Throws if the provider cannot be read. */
  find(client: ProviderClient, kid: string | undefined): Promise<JWK[]>;
}

/** Caches keys by issuer, so that forged tokens cause at most a request a minute. */
export function createProviderKeys({ clock, outbound }: Pick<Services, 'clock' | 'outbound'>): ProviderKeys {
  const cache = new LRUCache<string, Known>({
    maxSize: maxBytes,
    sizeCalculation: ({ keys }, issuer) => issuer.length + JSON.stringify(keys).length,
  });
  const running = new Map<string, Promise<Known>>();

  const read = async (client: ProviderClient): Promise<JWK[]> => {
    const signal = outboundDeadline();
    const provider = await discoverProvider(providerFetch(outbound, signal), client);
    const address = provider.serverMetadata().jwks_uri ?? '';
    const answer = await outbound.send(address, { headers: { accept: 'application/json' }, signal });
    const body = answer.status === 200 ? ((await answer.json()) as { keys?: unknown } | null) : null;
    if (!Array.isArray(body?.keys)) throw new Error('the provider returned no keys');
    return body.keys.filter(isSignatureKey).slice(0, maxKeys).map(onlyMembers);
  };
  const ask = async (client: ProviderClient): Promise<Known> => {
    const { issuer } = client;
    const now = clock().getTime();
    const before = cache.get(issuer);
    const isUsable = before && before.readAt > now - maxAgeMs;
    // After a failed request, nothing requests the keys again for a minute, and keys that are young enough stay usable.
    const failed = { keys: isUsable ? before.keys : [], readAt: isUsable ? before.readAt : now, askedAt: now };
    const known = await read(client).then(
      (keys) => ({ keys, readAt: now, askedAt: now }),
      () => failed,
    );
    cache.set(issuer, known);
    return known;
  };

  return {
    async find(client, kid) {
      const { issuer } = client;
      const now = clock().getTime();
      const matching = ({ keys }: Known) => keys.filter((key) => kid === undefined || key.kid === kid);
      const known = cache.get(issuer);
      const isYoung = known && known.readAt > now - maxAgeMs && matching(known).length > 0;
      if (known && (isYoung || known.askedAt > now - pauseMs)) return matching(known);
      const asked = running.get(issuer) ?? ask(client).finally(() => running.delete(issuer));
      running.set(issuer, asked);
      return matching(await asked);
    },
  };
}

const isSignatureKey = (key: unknown): key is JWK => {
  const { kty, use, alg } = (key ?? {}) as JWK;
  return (
    (kty === 'RSA' || kty === 'EC') &&
    (use === undefined || use === 'sig') &&
    (alg === undefined || typeof alg === 'string')
  );
};

const onlyMembers = (key: JWK): JWK =>
  Object.fromEntries(members.flatMap((name) => (typeof key[name] === 'string' ? [[name, key[name]]] : []))) as JWK;
