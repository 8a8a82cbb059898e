import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { chainAllIn } from '../audit/audit-chain.ts';
import { valuesOf } from '../audit/event-hash.ts';
import { redactEvents } from '../audit/redact-events.ts';
import { type ErasedPerson, valuesOfPeople } from '../audit/values-of-people.ts';
import { emailHashes } from '../core/access/refusal-log.ts';
import type { Services } from '../core/access/services.ts';
import type { Database, Row } from '../core/database/schema.ts';

type EraseServices = Pick<Services, 'db' | 'clock' | 'pepper'>;

/** Events per part: a fraction of a second, in which the embedded database serves no one. */
const eventsAtOnce = 1_000;
/** Erasures per part: an organisation's users are erased at once. */
const peopleAtOnce = 10_000;

/** Completes erasures in parts, one transaction each, pausing as long as each took to serve others. Repeatable; calls join a running one. */
export function continueErasures(services: EraseServices): Promise<void> {
  const erasing = running.get(services.db) ?? eraseAllParts(services).finally(() => running.delete(services.db));
  running.set(services.db, erasing);
  return erasing;
}

const running = new WeakMap<EraseServices['db'], Promise<void>>();

async function eraseAllParts(services: EraseServices): Promise<void> {
  for (;;) {
    const start = performance.now();
    if (!(await eraseNextPart(services))) return;
    await delay(performance.now() - start);
  }
}

/** Erases the next part of the erasures that are furthest along, so that new ones do not delay them. False if none is left. */
const eraseNextPart = (services: EraseServices): Promise<boolean> =>
  services.db.transaction().execute(async (trx) => {
    const { rows: erased } = await sql<Pick<Row<'erased_user'>, 'ent_usr_id' | 'pending' | 'position'>>`
      select ent_usr_id, pending, position from erased_user where pending is not null
        and position = (select max(position) from erased_user where pending is not null)
      order by ent_usr_id limit ${sql.lit(peopleAtOnce)} for update skip locked`.execute(trx);
    const people = erased.flatMap(({ ent_usr_id, pending }): ErasedPerson[] => {
      if (!pending) return [];
      const hashes = pending.emails.flatMap(emailHashes).flatMap((hash) => services.pepper.all(`email:${hash}`));
      return [{ ...pending, id: ent_usr_id, rows: new Set(pending.rows), emailHashes: new Set(hashes) }];
    });
    const from = erased[0]?.position;
    if (from === undefined) return false;
    if (from === 0) await eraseByEmail(trx, people);
    const events = await readEvents(trx, from);
    const erases = valuesOfPeople(people);
    const isPersonalKey = new Map(events.map(({ id, is_personal_key }) => [id, is_personal_key]));
    const found = events.filter((event) => valuesOf(event).some((value) => erases(value, event))).map(({ id }) => id);
    await redactEvents(trx, services, {
      events: found,
      erases: (value, event) => erases(value, { ...event, is_personal_key: isPersonalKey.get(event.id) ?? false }),
    });
    // Responses of webhook receivers to events of the people and about them.
    const ids = new Set(people.map(({ id }) => id));
    const about = events.filter(
      ({ ent_usr_id, target_type, target_id }) =>
        (ent_usr_id !== null && ids.has(ent_usr_id)) || (target_type === 'ent_usr' && ids.has(Number(target_id))),
    );
    const answered = [...found, ...about.map(({ id }) => id)];
    await sql`update webhook_delivery set answer = null, redirect_url = null
      where event_id = any(${answered}::int[])`.execute(trx);
    const last = events.at(-1)?.position ?? null;
    await sql`update erased_user set position = ${last ?? from}::int, pending = ${last === null ? sql`null` : sql`pending`}
      where ent_usr_id = any(${[...ids]}::int[])`.execute(trx);
    return true;
  });

/** The next events of one or all organisations, in the order of the chain. If there are none, it chains those that are not chained yet, and reads again. */
export async function readEvents(trx: Transaction<Database>, from: number, organisationId?: number) {
  const read = () =>
    trx
      .selectFrom('audit_entry')
      .selectAll()
      .select(
        sql<boolean>`target_type = 'api_key'
          and target_id not in (select id::text from api_key)`.as('is_personal_key'),
      )
      .where('position', '>', from)
      .$if(organisationId !== undefined, (query) => query.where('subject_org_id', '=', organisationId ?? 0))
      .orderBy('position')
      .limit(eventsAtOnce)
      .execute();
  const events = await read();
  if (events.length > 0) return events;
  await chainAllIn(trx);
  return read();
}

/** Erases values of other rows that equal a proven email address of the people. */
async function eraseByEmail(trx: Transaction<Database>, people: readonly ErasedPerson[]): Promise<void> {
  const given = people.flatMap(({ id, emails, organisationId }) =>
    emails.map((email) => ({ id, email, organisationId })),
  );
  const erased = sql`unnest(${given.map(({ id }) => id)}::int[], ${given.map(({ email }) => email)}::text[],
    ${given.map(({ organisationId }) => organisationId)}::int[]) as erased (id, email, organisation_id)`;
  const isIn = (column: string) => sql`(organisation_id is null or organisation_id = ${sql.ref(column)})`;
  // Users that these people supervised have no supervisor.
  await sql`update ent_usr set supervisor = ent_usr.email from ${erased}
    where lower(supervisor) = erased.email and ${isIn('ent_usr.ent_org_id')}`.execute(trx);
  await sql`update scim_setting set default_supervisor = null from ${erased}
    where lower(default_supervisor) = erased.email and ${isIn('scim_setting.ent_org_id')}`.execute(trx);
  await sql`delete from scim_failure using ${erased}
    where lower(user_name) = erased.email and ${isIn('scim_failure.ent_org_id')}`.execute(trx);
  // Issue of another user, who has the person's address at the identity provider.
  await sql`delete from provisioning_issue using ${erased}
    where lower(detail) = erased.email and ${isIn('provisioning_issue.ent_org_id')}`.execute(trx);
  // Emails that are older than the person's row, to an address without a user.
  await sql`delete from mail using ${erased}
    where lower(recipient) = erased.email and recipient_id is null and organisation_id is null`.execute(trx);
}
