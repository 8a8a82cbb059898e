import { effectiveRole, roleByName } from '@console/contract/access';
import { attentionText } from '@console/contract/attention-texts';
import { newSecret } from '@console/server-base/secret-file';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { addMs, dayMs, hourMs, latestStored } from '../core/base/clock.ts';
import { hashSecret } from '../core/base/keys.ts';
import { oneByOne } from '../core/base/one-by-one.ts';
import { localTime } from '../core/base/time-zone.ts';
import type { Database } from '../core/database/schema.ts';
import { selectTimeZones } from '../core/database/time-zone.ts';
import {
  isPendingEmailDay,
  lastPendingEmailHour,
  notificationFrequencies,
  pendingEmailHour,
} from './notification-frequency.ts';
import {
  type PendingItem,
  type PendingPerson,
  pendingItems,
  readOwnThings,
  readPendingOfOrganisation,
} from './pending-items.ts';
import { pendingEmail } from './pending-mail-texts.ts';

type Sender = Pick<Services, 'db' | 'clock' | 'settings' | 'mailer'>;

/** People per transaction. */
const mostAtOnce = 500;
/** Shorter than from a late email to the next morning. No change of settings brings two emails closer. */
const leastApartMs = 12 * hourMs;
/** The links of an email work for a year (docs/decisions/0098). */
const tokenDays = 365;
/** Hours until an unsent email is out of date. */
const sendHours = 24;

interface Organisation {
  id: number;
  brandname: string;
  frequency: string;
  timeZone: string;
  day: string;
}

/** Emails pending items at 07:00 local time. A row per person and day commits with the email, so several platforms can run it. */
export async function sendPendingEmails(services: Sender): Promise<void> {
  if (!services.settings.extensions) return;
  const { db } = services;
  const zones = await selectTimeZones(db)
    .where('notification_frequency', 'is not', null)
    .where('is_disabled', '=', false)
    .execute();
  await oneByOne(zones, async ({ time_zone }) =>
    oneByOne(await findDueOrganisations(services, time_zone), (organisation) =>
      sendPendingEmailsOf(services, organisation),
    ),
  );
}

/** Throws for a time zone that this machine does not know, such as of another machine's database. */
async function findDueOrganisations({ db, clock }: Sender, timeZone: string): Promise<Organisation[]> {
  const { day, hour } = localTime(timeZone, clock());
  const due = notificationFrequencies.filter((frequency) => isPendingEmailDay(frequency, day));
  if (hour < pendingEmailHour || hour > lastPendingEmailHour || due.length === 0) return [];
  const organisations = await db
    .selectFrom('ent_org')
    .select(['id', 'brandname', 'notification_frequency'])
    .where('time_zone', '=', timeZone)
    .where('notification_frequency', 'in', due)
    .where('is_disabled', '=', false)
    .where('digest_day', 'is distinct from', day)
    .orderBy('id')
    .execute();
  return organisations.map(({ id, brandname, notification_frequency }) => ({
    id,
    brandname,
    frequency: notification_frequency ?? '',
    timeZone,
    day,
  }));
}

async function sendPendingEmailsOf(services: Sender, organisation: Organisation): Promise<void> {
  const { db } = services;
  const ofRoles = new Map<string, Promise<PendingItem[]>>();
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    after = await db.transaction().execute((trx) => sendSome(services, trx, organisation, { from, ofRoles }));
  }
  await db.updateTable('ent_org').set({ digest_day: organisation.day }).where('id', '=', organisation.id).execute();
}

interface Batch {
  /** Id of the last user of the previous batch. */
  from: number;
  /** Pending items by role, counted once for all users with the role. */
  ofRoles: Map<string, Promise<PendingItem[]>>;
}

/** Returns the id of the last user, undefined after the last batch. */
async function sendSome(
  { clock, settings, mailer }: Sender,
  trx: Transaction<Database>,
  organisation: Organisation,
  { from, ofRoles }: Batch,
): Promise<number | undefined> {
  const now = clock();
  const users = await findRecipients(trx, organisation.id, from);
  const ids = users.map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const own = await readOwnThings(trx, ids, now);
  const last = await findLastPendingEmails(trx, ids, now);
  const concerned = [];
  for (const user of users) {
    const person: PendingPerson = {
      ...effectiveRole(roleByName(user.role, user.label), settings),
      userId: user.id,
      organisationId: String(organisation.id),
    };
    const role = person.role ?? '';
    const ofRole = ofRoles.get(role) ?? readPendingOfOrganisation(trx, person, now);
    ofRoles.set(role, ofRole);
    const items = pendingItems(person, await ofRole, own.get(user.id) ?? [], now);
    const before = last.get(user.id);
    if (items.length > 0 && !(before && (before.day >= organisation.day || addMs(before.at, leastApartMs) > now)))
      concerned.push({ ...user, items, isFirst: before === undefined, token: newSecret() });
  }
  if (concerned.length > 0) {
    const rows = concerned.map(({ id, token }) => ({
      ent_usr_id: id,
      day: organisation.day,
      token_hash: hashSecret(token),
      created_at: now,
      expires_at: addMs(now, tokenDays * dayMs),
    }));
    const added = await trx
      .insertInto('digest_email')
      .values(rows)
      .onConflict((of) => of.doNothing())
      .returning('ent_usr_id')
      .execute();
    const isAdded = new Set(added.map(({ ent_usr_id }) => ent_usr_id));
    const mails = concerned
      .filter(({ id }) => isAdded.has(id))
      .map(({ email, firstname, items, isFirst, token }) => {
        const unsubscribeUrl = new URL('/unsubscribe', settings.publicUrl);
        unsubscribeUrl.searchParams.set('token', token);
        const content = pendingEmail({
          name: firstname,
          organisation: organisation.brandname,
          frequency: organisation.frequency,
          isFirst,
          lines: items.map((item) => pendingLine(item, now)),
          link: new URL('/pending', settings.publicUrl),
          unsubscribeUrl,
        });
        const expiresAt = addMs(now, sendHours * hourMs);
        return { to: email, ...content, expiresAt, unsubscribeUrl, organisationId: organisation.id };
      });
    if (mails.length > 0) await mailer.send(trx, ...mails);
  }
  return ids.length < mostAtOnce ? undefined : ids.at(-1);
}

/** Only numbers, so that no user can put a text of their own into the inboxes of others. */
const pendingLine = (item: PendingItem, now: Date): string =>
  `${attentionText({ ...item, organisations: null }, now)}${item.isOwn && item.reviewId === null ? ', your own' : ''}`;

/** Active users who have signed in at least once and have not turned the emails off. */
const findRecipients = (db: Kysely<Database>, organisationId: number, from: number) =>
  db
    .selectFrom('ent_usr')
    .leftJoin('role', 'role.id', 'ent_usr.role_id')
    .select(['ent_usr.id', 'email', 'firstname', 'role.id_str as role', 'role.label'])
    .where('ent_org_id', '=', organisationId)
    .where('ent_usr.id', '>', from)
    .where('is_disabled', '=', false)
    .where('sign_in_blocked_at', 'is', null)
    .where('digest_off_at', 'is', null)
    .where('erased_at', 'is', null)
    .where('last_sign_in_at', 'is not', null)
    .orderBy('ent_usr.id')
    .limit(mostAtOnce)
    .execute();

async function findLastPendingEmails(
  db: Kysely<Database>,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, { day: string; at: Date }>> {
  const { rows } = await sql<{ id: number; day: string; at: Date }>`
    select ent_usr_id as id, max(day) as day, max(created_at) as at from digest_email
    where ent_usr_id = any(${ids}::int[]) and created_at <= ${latestStored(now)}::timestamptz group by ent_usr_id`.execute(
    db,
  );
  return new Map(rows.map(({ id, day, at }) => [id, { day, at }]));
}
