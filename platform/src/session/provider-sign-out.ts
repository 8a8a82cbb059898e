import type { Kysely } from 'kysely';
import { createSecretCipher } from '../core/base/secret-cipher.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import type { Database } from '../core/database/schema.ts';

export interface ProviderSignOut {
  issuer: string;
  clientId: string;
  endpoint: string;
  /** ID token that identifies the session to end; null if it is too long for a URL. Then the provider may ask the user. */
  idToken: string | null;
}

/** Servers accept a line of 8 kB; an ID token with many groups is longer. */
const maxIdToken = 6_000;
const maxEndpoint = 1_000;

/** Not re-encrypted after a rotation: if its secret is removed, signing out ends the session only in the console. */
const cipherOf = ({ secrets }: Pick<PlatformSettings, 'secrets'>) => createSecretCipher(secrets, 'provider sign-out');

/** Page to which the provider redirects afterwards. */
export const postLogoutRedirectUrl = ({ publicUrl }: Pick<PlatformSettings, 'publicUrl'>): string =>
  new URL('/login', publicUrl).href;

/** A URL that a page can open; null for any other endpoint. */
export const endSessionEndpointOf = (endpoint: unknown): string | null =>
  typeof endpoint === 'string' &&
  endpoint.length <= maxEndpoint &&
  URL.canParse(endpoint) &&
  /^https?:$/.test(new URL(endpoint).protocol)
    ? endpoint
    : null;

/** Encrypted for a user, because the session may be handed over. */
export const encryptProviderSignOut = (
  settings: Pick<PlatformSettings, 'secrets'>,
  userId: number,
  { idToken, ...signOut }: ProviderSignOut,
): string => {
  const stored = { ...signOut, idToken: idToken !== null && idToken.length <= maxIdToken ? idToken : null };
  return cipherOf(settings).encrypt(JSON.stringify(stored), String(userId));
};

/** Single logout data of a session, and whether signing out always uses it; null for other sessions, or if its secret was removed. */
export async function readProviderSignOut(
  db: Kysely<Database>,
  settings: Pick<PlatformSettings, 'secrets'>,
  sessionId: number,
): Promise<(ProviderSignOut & { isRequired: boolean }) | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('ent_usr', 'ent_usr.id', 'session.ent_usr_id')
    .leftJoin('sso', 'sso.ent_org_id', 'ent_usr.ent_org_id')
    .select(['session.provider_sign_out_sealed as encrypted', 'ent_usr.id', 'sso.signs_out_at_provider'])
    .where('session.id', '=', sessionId)
    .executeTakeFirst();
  if (!row?.encrypted) return null;
  const text = cipherOf(settings).decrypt(row.encrypted, String(row.id));
  return text === null ? null : { ...JSON.parse(text), isRequired: row.signs_out_at_provider === true };
}

/** URL to sign out at the provider (OpenID Connect RP-Initiated Logout 1.0). */
export function signOutAddress(
  settings: Pick<PlatformSettings, 'publicUrl'>,
  { endpoint, clientId, idToken }: ProviderSignOut,
): string {
  const address = new URL(endpoint);
  address.searchParams.set('client_id', clientId);
  address.searchParams.set('post_logout_redirect_uri', postLogoutRedirectUrl(settings));
  if (idToken !== null) address.searchParams.set('id_token_hint', idToken);
  return address.href;
}

export async function providerSignOutField(
  db: Kysely<Database>,
  settings: PlatformSettings,
  { sessionId, hasProviderSignOut }: { sessionId?: number; hasProviderSignOut?: boolean },
) {
  if (!hasProviderSignOut || sessionId === undefined || !settings.extensions) return undefined;
  const signOut = await readProviderSignOut(db, settings, sessionId);
  return signOut && { provider_sign_out: { provider: new URL(signOut.issuer).host, is_required: signOut.isRequired } };
}
