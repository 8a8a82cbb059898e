import { organiserRole, roleByName } from '@console/contract/access';
import type { AuditAction } from '@console/contract/audit-actions';
import { sql, type Transaction } from 'kysely';
import type { Services } from '../access/services.ts';
import type { Actor, AuditEntry } from '../base/audit-entry.ts';
import { addMs, hourMs } from '../base/clock.ts';
import type { Database, Row } from '../database/schema.ts';
import type { Notices } from '../database/transaction.ts';
import { firstAndLast, oneLine } from './mail-layout.ts';
import { noticeMail } from './notice-mail.ts';
import { type NoticedEvent, personText } from './notice-rule.ts';
import { noticeEmail, noticeRules } from './notice-rules.ts';
import { selectRecipients, selectRole } from './recipients.ts';

type Sender = Pick<Services, 'clock' | 'mailer' | 'settings'>;

/** Audience id of all Administrators. */
const allAdministrators = 0;
/** Emails of one kind to one audience in an hour. Further actions come in one email at its end. */
const maxMails = 3;
/** Largest number of characters of a sentence in an email. */
const maxSentence = 1_000;
/** Largest number of emails in one run, so that it ends. */
const maxDue = 200;

type NoticeKey = Pick<Row<'notice'>, 'audience_id' | 'kind' | 'bulk_job_id'>;

interface Batch {
  key: NoticeKey;
  sentences: string[];
  count: number;
}

/** Notifies users who can undo an important action, as `noticeRules` says: Organisers, or all Administrators. */
export const createNotices = (services: Sender): Notices => ({
  async add(trx, actor, entries) {
    const batches = await findBatches(services, trx, actor, entries);
    for (const { key, sentences, count, aboutIds } of batches) {
      if (noticeEmail(key.kind).isNeverCombined)
        await send(services, trx, { key, sentences, count }, { aboutIds, isLast: false });
      else if (key.bulk_job_id !== 0) await defer(trx, await lockNotice(services, trx, key), { sentences, count });
      else await mailOrDefer(services, trx, { key, sentences, count }, aboutIds);
    }
  },
});

/** Sends deferred emails at the end of their hour or bulk action. Several platforms can run it at once. */
export async function sendDueNotices({ db, ...services }: Sender & Pick<Services, 'db'>): Promise<void> {
  // One row per transaction: two transactions with several rows could deadlock.
  const sendOne = () =>
    db.transaction().execute(async (trx) => {
      const due = await trx
        .selectFrom('notice')
        .selectAll()
        .where('deferred', '>', 0)
        .where(
          sql<boolean>`(due_at <= ${services.clock()}::timestamptz or bulk_job_id <> 0
            and not exists (select from bulk_job where bulk_job.id = bulk_job_id and finished_at is null))`,
        )
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!due) return false;
      const { deferred: count, first_deferred: sentences, kind, audience_id } = due;
      if (due.bulk_job_id !== 0) {
        await trx.deleteFrom('notice').where(isRow(due)).execute();
        await mailOrDefer(services, trx, { key: { kind, audience_id, bulk_job_id: 0 }, sentences, count }, []);
      } else {
        await startHour(services, trx, due);
        await send(services, trx, { key: due, sentences, count }, { aboutIds: [], isLast: false });
      }
      return true;
    });
  for (let sent = 0; sent < maxDue && (await sendOne()); sent += 1);
}

/** Sentences by audience, in the same order in all transactions, which prevents deadlocks. */
async function findBatches(
  { clock }: Sender,
  trx: Transaction<Database>,
  actor: Actor,
  entries: readonly AuditEntry[],
): Promise<(Batch & { aboutIds: number[] })[]> {
  const batches = new Map<string, Batch & { aboutIds: number[] }>();
  for (const action of new Set(entries.map((entry) => entry.action as AuditAction))) {
    const rule = noticeRules[action];
    const candidates = entries.filter((entry) => entry.action === action && rule?.mayMatter(entry));
    if (!rule || candidates.length === 0) continue;
    const events = await rule.find(trx, candidates);
    const aboutIds = events.flatMap(({ aboutId }) => aboutId ?? []);
    const audiencesOf = audienceFinder(trx, rule.email.kind, aboutIds);
    const byWhom = events.length > 0 && (await actorText(trx, actor, clock()));
    for (const event of events)
      for (const audience_id of await audiencesOf(event)) {
        const key = { audience_id, kind: rule.email.kind, bulk_job_id: actor.bulkRow?.jobId ?? 0 };
        const one = batches.get(`${audience_id} ${rule.email.kind}`) ?? { key, sentences: [], count: 0, aboutIds };
        one.count += 1;
        if (byWhom)
          one.sentences = firstAndLast([
            ...one.sentences,
            `${event.sentence}. ${byWhom(audience_id)}`.slice(0, maxSentence),
          ]);
        batches.set(`${audience_id} ${rule.email.kind}`, one);
      }
  }
  return [...batches].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** Falls back to Administrators if no Organiser is active, except about an organisation's first Organiser. */
function audienceFinder(trx: Transaction<Database>, kind: string, aboutIds: readonly number[]) {
  const found = new Map<number, Promise<'active' | 'disabled' | 'none'>>();
  const organisersOf = async (id: number) => {
    const one = await selectRole(trx, organiserRole)
      .select(sql<boolean>`is_disabled or sign_in_blocked_at is not null`.as('is_inactive'))
      .where('ent_org_id', '=', id)
      .where(isNoneOf(aboutIds))
      .orderBy('is_inactive')
      .limit(1)
      .executeTakeFirst();
    if (!one) return 'none';
    return one.is_inactive ? 'disabled' : 'active';
  };
  return async ({ organisationId, concernsAdministrators }: NoticedEvent): Promise<number[]> => {
    if (organisationId === null) return [allAdministrators];
    const organisers = found.get(organisationId) ?? organisersOf(organisationId);
    found.set(organisationId, organisers);
    const state = await organisers;
    const isFirst = state === 'none' && kind === 'privilegedUser';
    return [
      ...(state === 'active' ? [organisationId] : []),
      ...(concernsAdministrators || (state !== 'active' && !isFirst) ? [allAdministrators] : []),
    ];
  };
}

const isNoneOf = (ids: readonly number[]) => sql<boolean>`not (ent_usr.id = any(${ids}::int[]))`;

/** Actor, time and IP address. Users of other organisations appear by role only, as in the activity log. */
async function actorText(trx: Transaction<Database>, actor: Actor, now: Date) {
  const at = `${now.toISOString().slice(0, 19)}Z`;
  const address = actor.clientAddress ? `, from the IP address ${actor.clientAddress}` : '';
  if (actor.userId === null && actor.apiKeyId !== undefined) {
    const { name = '' } =
      (await trx.selectFrom('api_key').select('name').where('id', '=', actor.apiKeyId).executeTakeFirst()) ?? {};
    return (audienceId: number) =>
      audienceId === allAdministrators || String(audienceId) === actor.organisationId
        ? `Done by a program with the organisation API key “${oneLine(name)}” on ${at}${address}.`
        : `Done by a program with an organisation API key of another organisation on ${at}.`;
  }
  const user = await trx
    .selectFrom('ent_usr')
    .leftJoin('role', 'role.id', 'ent_usr.role_id')
    .leftJoin('api_key', (join) => join.on('api_key.id', '=', actor.apiKeyId ?? 0))
    .select(['email', 'firstname', 'lastname', 'ent_org_id', 'role.label', 'role.id_str', 'api_key.name as key'])
    .where('ent_usr.id', '=', actor.userId ?? 0)
    .executeTakeFirst();
  return (audienceId: number) => {
    const role = user && roleByName(user.id_str, user.label) ? `, ${user.label}` : '';
    if (!user) return `Done by an unknown caller on ${at}.`;
    if (audienceId !== allAdministrators && user.ent_org_id !== audienceId)
      return `Done by ${role ? `an ${user.label}` : 'a user'} of another organisation on ${at}.`;
    const key = user.key === null ? '' : `, with the API key “${oneLine(user.key)}”`;
    return `Done by ${personText(user)}${role}, on ${at}${address}${key}.`;
  };
}

const lockNotice = ({ clock }: Sender, trx: Transaction<Database>, key: NoticeKey): Promise<Row<'notice'>> =>
  trx
    .insertInto('notice')
    .values({ ...key, due_at: addMs(clock(), hourMs), mails: 0, deferred: 0, first_deferred: '[]' })
    .onConflict((of) =>
      of.columns(['audience_id', 'kind', 'bulk_job_id']).doUpdateSet((set) => ({ kind: set.ref('excluded.kind') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

const isRow = ({ audience_id, kind, bulk_job_id }: NoticeKey) =>
  sql<boolean>`audience_id = ${audience_id} and kind = ${kind} and bulk_job_id = ${bulk_job_id}`;

async function mailOrDefer(
  services: Sender,
  trx: Transaction<Database>,
  { key, sentences, count }: Batch,
  aboutIds: readonly number[],
): Promise<void> {
  const row = await lockNotice(services, trx, key);
  const isOver = row.due_at <= services.clock();
  const mails = isOver ? 0 : row.mails;
  if (mails >= maxMails) return defer(trx, row, { sentences, count });
  if (isOver) await startHour(services, trx, row);
  else
    await trx
      .updateTable('notice')
      .set({ mails: mails + 1, deferred: 0, first_deferred: '[]' })
      .where(isRow(row))
      .execute();
  const all = {
    key,
    sentences: firstAndLast([...row.first_deferred, ...sentences]),
    count: row.deferred + count,
  };
  await send(services, trx, all, { aboutIds, isLast: mails + 1 === maxMails });
}

/** Starts a new hour with one email. */
const startHour = ({ clock }: Sender, trx: Transaction<Database>, key: NoticeKey) =>
  trx
    .updateTable('notice')
    .set({ due_at: addMs(clock(), hourMs), mails: 1, deferred: 0, first_deferred: '[]' })
    .where(isRow(key))
    .execute();

async function defer(
  trx: Transaction<Database>,
  row: Row<'notice'>,
  { sentences, count }: Pick<Batch, 'sentences' | 'count'>,
): Promise<void> {
  const named = firstAndLast([...row.first_deferred, ...sentences]);
  await trx
    .updateTable('notice')
    .set({ deferred: row.deferred + count, first_deferred: JSON.stringify(named) })
    .where(isRow(row))
    .execute();
}

async function send(
  { mailer, settings }: Sender,
  trx: Transaction<Database>,
  { key, sentences, count }: Batch,
  { aboutIds, isLast }: { aboutIds: readonly number[]; isLast: boolean },
): Promise<void> {
  const organisers = await selectRecipients(trx, organiserRole, key.audience_id).where(isNoneOf(aboutIds)).execute();
  // All Administrators have no organisation. Of others, the last Organiser can have left since the event.
  const isOfAll = organisers.length === 0;
  const recipients = isOfAll
    ? await selectRecipients(trx, 'ADMINISTRATOR', null).where(isNoneOf(aboutIds)).execute()
    : organisers;
  const path = settings.extensions ? (isOfAll ? '/activity' : '/O/activity') : '/login';
  const link = new URL(path, settings.publicUrl);
  const given = { email: noticeEmail(key.kind), sentences, count, isLast, link };
  const mails = recipients.map(({ email, name, brandname }) => ({
    to: email,
    ...noticeMail({ ...given, name, organisation: isOfAll ? null : brandname }),
    organisationId: isOfAll ? undefined : key.audience_id,
  }));
  if (mails.length > 0) await mailer.send(trx, ...mails);
}
