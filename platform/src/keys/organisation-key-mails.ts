import { organiserRole } from '@console/contract/access';
import { organisationKeyReminderDays } from '@console/contract/rules';
import { sql, type Transaction } from 'kysely';
import type { MailContent } from '../core/access/mail-sender.ts';
import type { Services } from '../core/access/services.ts';
import { usableKeyCondition } from '../core/access/usable-keys.ts';
import { addMs, type Clock, dayMs } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { personText } from '../core/mail/notice-rule.ts';
import { selectRecipients } from '../core/mail/recipients.ts';
import { keyAuthorLeftMail, organisationKeyExpiryMail } from './key-mail-texts.ts';
import { authorHasLeft } from './keys.store.ts';

type Sender = Pick<Services, 'db' | 'clock' | 'settings' | 'mailer'>;

const mostAtOnce = 500;

/** Locks working organisation keys without a successor, except those of disabled organisations. */
const lockCurrentKeys = (trx: Transaction<Database>, clock: Clock) =>
  trx
    .selectFrom('api_key')
    .innerJoin('ent_org', 'ent_org.id', 'api_key.owner_org_id')
    .select(['api_key.id', 'api_key.name', 'api_key.expires_at', 'api_key.created_by'])
    .select(['ent_org.id as organisationId', 'ent_org.brandname'])
    .where('ent_org.is_disabled', '=', false)
    .where('api_key.rotated_at', 'is', null)
    .where(usableKeyCondition(clock()))
    .orderBy('api_key.id')
    .limit(mostAtOnce)
    .forUpdate('api_key')
    .skipLocked();

/** Emails Organisers 14 and 3 days before an organisation key expires. Several platforms can run it at once. */
export const remindOfOrganisationKeyExpiry = ({ db, clock, ...sender }: Sender): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const now = clock();
    const [first, last] = organisationKeyReminderDays;
    const [firstEnd, lastEnd] = [addMs(now, first * dayMs), addMs(now, last * dayMs)];
    const keys = await lockCurrentKeys(trx, clock)
      .where(
        sql<boolean>`(api_key.expires_at <= ${lastEnd}::timestamptz and reminded_last_at is null
          or api_key.expires_at <= ${firstEnd}::timestamptz and reminded_at is null)`,
      )
      .execute();
    for (const { id, name: key, expires_at: at, ...organisation } of keys) {
      if (at === null) continue;
      const reminded = { reminded_at: now, ...(at <= lastEnd && { reminded_last_at: now }) };
      await trx.updateTable('api_key').set(reminded).where('id', '=', id).execute();
      await mailOrganisers(sender, trx, organisation, at, (name, linkOf) =>
        organisationKeyExpiryMail({ name, organisation: organisation.brandname, key, at, link: linkOf(id) }),
      );
    }
  });

/** Emails Organisers once about a user who knows secrets of keys and can no longer manage them. Works from the present state. */
export const reportLeftKeyAuthors = ({ db, clock, ...sender }: Sender): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const now = clock();
    // Two at once would divide the keys of a user between two emails.
    await sql`select pg_advisory_xact_lock(hashtext('left key authors'))`.execute(trx);
    // A user who has come back can leave again.
    await trx
      .updateTable('api_key')
      .set({ author_left_at: null })
      .where('author_left_at', 'is not', null)
      .where(({ not }) => not(authorHasLeft))
      .execute();
    const keys = await lockCurrentKeys(trx, clock)
      .where('api_key.author_left_at', 'is', null)
      .where(authorHasLeft)
      .execute();
    if (keys.length === 0) return;
    const ids = keys.map(({ id }) => id);
    await trx.updateTable('api_key').set({ author_left_at: now }).where('id', 'in', ids).execute();
    for (const [organisation, ...others] of groupByAuthor(keys)) {
      const ofAuthor = [organisation, ...others];
      const author = await authorText(trx, organisation);
      await mailOrganisers(sender, trx, organisation, null, (name, linkOf) =>
        keyAuthorLeftMail({
          name,
          author,
          organisation: organisation.brandname,
          keys: ofAuthor.map((key) => ({ name: key.name, link: linkOf(key.id) })),
        }),
      );
    }
  });

interface KeyOfAuthor {
  id: number;
  name: string;
  created_by: number | null;
  organisationId: number;
  brandname: string;
}

function groupByAuthor(keys: readonly KeyOfAuthor[]): Iterable<[KeyOfAuthor, ...KeyOfAuthor[]]> {
  const groups = new Map<string, [KeyOfAuthor, ...KeyOfAuthor[]]>();
  for (const key of keys) {
    const name = `${key.organisationId} ${key.created_by}`;
    const group = groups.get(name);
    if (group) group.push(key);
    else groups.set(name, [key]);
  }
  return groups.values();
}

/** Gives the name only if the user is in the organisation that the email is sent to. */
async function authorText(
  trx: Transaction<Database>,
  { created_by, organisationId }: Pick<KeyOfAuthor, 'created_by' | 'organisationId'>,
): Promise<string> {
  const author = await trx
    .selectFrom('ent_usr')
    .select(['firstname', 'lastname', 'email'])
    .where('id', '=', created_by ?? 0)
    .where('ent_org_id', '=', organisationId)
    .executeTakeFirst();
  return author ? personText(author) : 'A user of another organisation';
}

/** Emails all active Organisers, or the Administrators if there is none. `linkOf` leads to rotating a key. */
async function mailOrganisers(
  { settings, mailer }: Pick<Sender, 'settings' | 'mailer'>,
  trx: Transaction<Database>,
  { organisationId }: Pick<KeyOfAuthor, 'organisationId'>,
  expiresAt: Date | null,
  contentOf: (name: string | null, linkOf: (keyId: number) => URL) => MailContent,
): Promise<void> {
  const organisers = await selectRecipients(trx, organiserRole, organisationId).execute();
  const isOwn = organisers.length > 0;
  const recipients = isOwn ? organisers : await selectRecipients(trx, 'ADMINISTRATOR', null).execute();
  const page = isOwn ? '/O/keys?' : `/O/${organisationId}?tab=keys&`;
  const linkOf = (keyId: number) => new URL(`${page}rotate=${keyId}`, settings.publicUrl);
  const mails = recipients.map(({ email, name }) => ({
    to: email,
    ...contentOf(name, linkOf),
    ...(expiresAt && { expiresAt }),
    organisationId: isOwn ? organisationId : undefined,
  }));
  if (mails.length > 0) await mailer.send(trx, ...mails);
}
