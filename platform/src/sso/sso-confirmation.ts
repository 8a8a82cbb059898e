import { newSecret } from '@console/server-base/secret-file';
import type { Kysely, Transaction } from 'kysely';
import { type LockedOrganisation, lockOrganisation, lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { publicActor } from '../core/base/audit-entry.ts';
import { type ClientDevice, describeUserAgent } from '../core/base/client-device.ts';
import { addMs, hourMs, minuteMs } from '../core/base/clock.ts';
import { Failure, invalidToken } from '../core/base/failure.ts';
import { hashSecret } from '../core/base/keys.ts';
import { noteAccount } from '../core/base/request-account.ts';
import { countAttempt, tryCountAttempt } from '../core/database/limits.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { selectUsers, type UserRow } from '../core/database/user-response.ts';
import { limitTokenAttempts } from '../invitations/token-attempts.ts';
import type { ProviderPerson } from './provider-person.ts';
import { endReplacedLink, findLink } from './replace-link.ts';
import { linkAccount, requireOwnAccount, requireOwnDomain } from './sso-account.ts';
import { firstProviderSignInMail } from './sso-mail-texts.ts';
import { findSso, isSameProvider } from './sso-settings.store.ts';
import { refuseSingleSignOn } from './start-sso-sign-in.ts';

const confirmMinutes = 30;
/** Limits emails to one account, so that repeated first sign-ins do not fill a mailbox. */
const mailsOfAccount = { max: 3, windowMs: hourMs };

/** Person, place and device of a first sign-in to an account. */
interface FirstSignIn {
  organisation: LockedOrganisation;
  sso: Row<'sso'>;
  person: ProviderPerson;
  user: Pick<UserRow, 'id' | 'email' | 'firstname'>;
  device: ClientDevice;
  /** Link that the confirmation replaces; undefined for a first sign-in. */
  replacesLink: number | undefined;
}

/** Emails a locked account's owner a confirmation link; returns the failure. One person at a time, or links would be ambiguous. Throws 429. */
export async function mailConfirmation(
  { clock, mailer, settings }: Services,
  trx: Transaction<Database>,
  { organisation, sso, person: { issuer, subject }, user, device, replacesLink }: FirstSignIn,
): Promise<Failure> {
  const now = clock();
  const mailed = replacesLink === undefined ? 'CONFIRMATION_EMAILED' : 'REPLACEMENT_EMAILED';
  const waiting = await trx
    .selectFrom('sso_confirmation')
    .selectAll()
    .where('ent_usr_id', '=', user.id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (waiting && (waiting.issuer !== issuer || waiting.subject !== subject))
    return refuseSingleSignOn('CONFIRMATION_PENDING_ELSEWHERE');
  const counterKey = `sso:confirm:user:${user.id}`;
  if (!waiting) await countAttempt(trx, clock, counterKey, mailsOfAccount);
  // The link of an earlier email still works.
  else if (!(await tryCountAttempt(trx, clock, counterKey, mailsOfAccount))) return refuseSingleSignOn(mailed);
  const token = newSecret();
  const expires_at = addMs(now, confirmMinutes * minuteMs);
  const row = {
    ent_org_id: organisation.id,
    ent_usr_id: user.id,
    email: user.email.toLowerCase(),
    issuer,
    client_id: sso.client_id,
    subject,
    token_hash: hashSecret(token),
    expires_at,
    replaces_link: replacesLink ?? null,
  };
  await trx
    .insertInto('sso_confirmation')
    .values(row)
    .onConflict((of) => of.column('ent_usr_id').doUpdateSet(row))
    .execute();
  const link = new URL('/login/confirm', settings.publicUrl);
  link.searchParams.set('single_sign_on_token', token);
  // Text for the page. The stored row decides what the confirmation does.
  if (replacesLink !== undefined) link.searchParams.set('replaces', 'link');
  const mail = firstProviderSignInMail({
    isReplacement: replacesLink !== undefined,
    name: user.firstname,
    organisation: organisation.brandname,
    provider: new URL(issuer).host,
    ...describeUserAgent(device.userAgent),
    address: device.address,
    at: now,
    link,
    minutes: confirmMinutes,
  });
  await mailer.send(trx, { to: user.email, ...mail, expiresAt: expires_at });
  return refuseSingleSignOn(mailed);
}

/** Links an account once by an emailed token (PROTOCOLS 5, step 7), ending a former link's access. Throws 422 TOKEN_INVALID, 429. */
export async function confirmSsoLink(
  services: Services,
  { address, requestId }: { address: string; requestId: string },
  token: string,
): Promise<{ email: string }> {
  const { db, clock } = services;
  const unlocked = await limitTokenAttempts(services, address, () => findWaiting(services, db, token));
  if (!unlocked) throw invalidToken();
  const { ent_org_id, ent_usr_id } = unlocked;
  noteAccount(ent_usr_id);
  const actor = publicActor({ id: ent_usr_id, ent_org_id }, { requestId, address });
  return runCommand(services, actor, async (trx) => {
    const organisation = await lockOrganisation(trx, ent_org_id);
    await lockUser(trx, ent_usr_id);
    const waiting = await findWaiting(services, trx, token);
    const user = waiting && (await selectUsers(trx).where('ent_usr.id', '=', ent_usr_id).executeTakeFirst());
    if (!organisation || !waiting || !user) throw invalidToken();
    let ended: Awaited<ReturnType<typeof endReplacedLink>> | undefined;
    try {
      await requireUnchanged(trx, organisation, waiting, user);
      const replaced = await requireSameLink(trx, waiting);
      ended = replaced && (await endReplacedLink(services, trx, user));
      await linkAccount(trx, clock, waiting);
    } catch (error) {
      throw error instanceof Failure ? invalidToken() : error;
    }
    await trx.deleteFrom('sso_confirmation').where('id', '=', waiting.id).execute();
    const audit = {
      action: ended ? 'account:replaceProviderLink' : 'account:linkProvider',
      target: { type: 'ent_usr', id: user.id },
      ...(ended && { before: ended.before }),
      after: { issuer: waiting.issuer, ...ended?.after },
    };
    return { answer: { email: user.email }, audit };
  });
}

const findWaiting = ({ clock }: Pick<Services, 'clock'>, db: Kysely<Database>, token: string) =>
  db
    .selectFrom('sso_confirmation')
    .selectAll()
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', clock())
    .executeTakeFirst();

/** Link to replace, if unchanged since the email. Throws 422. */
async function requireSameLink(
  trx: Transaction<Database>,
  { ent_usr_id, replaces_link }: Row<'sso_confirmation'>,
): Promise<Row<'sso_link'> | undefined> {
  const link = await findLink(trx, ent_usr_id);
  if ((link?.id ?? null) !== replaces_link) throw refuseSingleSignOn('LINKED_OTHERWISE');
  return link;
}

/** Repeats all checks of the email: 30 minutes are long. Throws 422. */
async function requireUnchanged(
  trx: Transaction<Database>,
  organisation: LockedOrganisation,
  waiting: Row<'sso_confirmation'>,
  user: UserRow,
): Promise<void> {
  const sso = await findSso(trx, organisation.id);
  const isActive = !organisation.is_disabled && !user.is_disabled && user.sign_in_blocked_at === null;
  // Check the address that the email was sent to: the account may have another one since.
  if (!isActive || !sso || !isSameProvider(sso, waiting) || user.email.toLowerCase() !== waiting.email)
    throw refuseSingleSignOn('TURNED_OFF');
  requireOwnAccount(organisation, sso, user);
  await requireOwnDomain(trx, organisation.id, waiting.email);
}
