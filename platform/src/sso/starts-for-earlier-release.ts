import { newSecret } from '@console/server-base/secret-file';
import type { Services } from '../core/access/services.ts';
import { hashSecret } from '../core/base/keys.ts';
import { type SsoStart, type StartOwner, startCipher, startMs } from './sso-start.ts';

// Platforms of release 1.0.0, which run next to this release during an upgrade, know only starts in the table `sso_start`. The next release has no such neighbour and deletes this file.

const maxStarts = 2_000;

type StartServices = Pick<Services, 'db' | 'clock' | 'settings'>;

/** Stores a start for platforms of release 1.0.0 alone, within their limits: one for a session, and the newest ones of an organisation. */
export async function storeForEarlierRelease(
  services: StartServices,
  owner: StartOwner,
  state: string,
  { verifier, begunAtMs, countedAt: _, email: _email, ...start }: SsoStart,
): Promise<void> {
  const { db, clock } = services;
  const [purpose, id = ''] = owner.split(' ');
  const session = purpose === 'sign-in' ? null : { session_id: Number(id), begun_at: new Date(begunAtMs) };
  const state_hash = hashSecret(state);
  if (session) await db.deleteFrom('sso_start').where('session_id', '=', session.session_id).execute();
  await db.deleteFrom('sso_start').where('expires_at', '<=', clock()).execute();
  await db
    .insertInto('sso_start')
    .values({
      ...start,
      ...session,
      state_hash,
      attempt_hash: hashSecret(session ? newSecret() : id),
      verifier_sealed: startCipher(services).encrypt(verifier, state_hash),
      expires_at: new Date(begunAtMs + startMs),
    })
    .execute();
  const newest = db
    .selectFrom('sso_start')
    .select('id')
    .where('ent_org_id', '=', start.ent_org_id)
    .orderBy('id', 'desc');
  await db
    .deleteFrom('sso_start')
    .where('ent_org_id', '=', start.ent_org_id)
    .where('id', '<', newest.offset(maxStarts - 1).limit(1))
    .execute();
}

/** Takes a start out of the table, so that no platform of release 1.0.0 uses it again. */
export async function takeStoredStart(
  services: StartServices,
  owner: StartOwner,
  state: string,
): Promise<SsoStart | undefined> {
  const [purpose, id = ''] = owner.split(' ');
  if (purpose !== 'sign-in' && !state.startsWith(`${purpose}.`)) return undefined;
  const state_hash = hashSecret(state);
  const started = services.db.deleteFrom('sso_start').where('state_hash', '=', state_hash);
  const row = await (purpose === 'sign-in'
    ? started.where('attempt_hash', '=', hashSecret(id))
    : started.where('session_id', '=', Number(id))
  )
    .returningAll()
    .executeTakeFirst();
  const verifier = row && startCipher(services).decrypt(row.verifier_sealed, state_hash);
  if (!row || verifier == null) return undefined;
  const { ent_org_id, issuer, client_id, nonce, expires_at } = row;
  return { ent_org_id, issuer, client_id, nonce, verifier, begunAtMs: expires_at.getTime() - startMs };
}
