import { StartError } from '@console/server-base/settings';
import { type Kysely, sql, type Transaction } from 'kysely';
import { redactEvents } from '../audit/redact-events.ts';
import { lockOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { systemActor } from '../core/base/audit-entry.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import { type Database, tables } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { continueErasures, readEvents } from '../privacy/continue-erasures.ts';
import { eraseUsers } from '../privacy/erase-users.ts';
import { leadsTo } from '../privacy/row-path.ts';

type DeleteServices = Pick<Services, 'db' | 'clock' | 'pepper'> & {
  settings: Pick<PlatformSettings, 'databaseUrl' | 'erasedIds'>;
};

interface Deletion {
  id: number;
  name: string;
  operator: string;
}

const usersAtOnce = 100;

/** Name and row counts of an organisation to delete. Throws StartError if it is unknown or enabled. */
export async function planDeletion(db: Kysely<Database>, id: number): Promise<{ name: string; text: string }> {
  const organisation = await db
    .selectFrom('ent_org')
    .select(['brandname', 'is_disabled'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!organisation) throw new StartError(`There is no organisation with the ID ${id}.`);
  requireDisabled(organisation);
  const lines: string[] = [];
  for (const [table, { organisation: of, anonymised }] of Object.entries(tables)) {
    if (of.length === 0) continue;
    const where = sql.join(
      of.map((path) => leadsTo(path, id)),
      sql` or `,
    );
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} as t where ${where}`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count > 0) lines.push(`${table}: ${count}${anonymised ? ' (anonymised)' : ''}`);
  }
  return { name: organisation.brandname, text: lines.join('\n') };
}

function requireDisabled({ brandname, is_disabled }: { brandname: string; is_disabled: boolean }): void {
  if (!is_disabled) throw new StartError(`${brandname} is enabled. Disable it first. Nothing was changed.`);
}

/** Deletes a disabled organisation in parts, erasing its users and events; can be run again after an interruption. Throws StartError if the typed name differs. */
export async function deleteOrganisation(services: DeleteServices, given: Deletion): Promise<string> {
  const { db } = services;
  const { id, operator } = given;
  while ((await eraseSomeUsers(services, given)) > 0);
  await continueErasures(services);
  const erased = { events: 0, position: 0 };
  while (await db.transaction().execute((trx) => eraseSomeEvents(trx, services, id, erased)));
  let deleted = 0;
  for (let some = usersAtOnce; some === usersAtOnce; deleted += some) some = await deleteSomeUsers(services, given);
  return runCommand({ ...services, notices: null }, systemActor, async (trx) => {
    const { brandname } = await lockDeletable(trx, given);
    await eraseSomeEvents(trx, services, id, erased);
    const users = deleted + (await deleteRows(trx, id));
    return {
      answer: `Deleted ${brandname} with ${users} users. ${erased.events} of its events were anonymised.`,
      audit: {
        action: 'organisations:delete',
        target: { type: 'ent_org', id },
        organisationId: null,
        after: { users, events: erased.events, operator },
      },
    };
  });
}

async function lockDeletable(trx: Transaction<Database>, { id, name }: Deletion) {
  const organisation = await lockOrganisation(trx, id);
  if (!organisation) throw new StartError(`There is no organisation with the ID ${id}.`);
  requireDisabled(organisation);
  if (name.trim() !== organisation.brandname)
    throw new StartError('This is not the name of the organisation. Nothing was changed.');
  return organisation;
}

const eraseSomeUsers = (services: DeleteServices, given: Deletion): Promise<number> =>
  eraseUsers(services, (erase) =>
    services.db.transaction().execute(async (trx) => {
      await lockDeletable(trx, given);
      const users = await trx
        .selectFrom('ent_usr')
        .select('id')
        .where('ent_org_id', '=', given.id)
        .where('erased_at', 'is', null)
        .orderBy('id')
        .limit(usersAtOnce)
        .forNoKeyUpdate()
        .execute();
      await erase(
        trx,
        users.map(({ id }) => id),
      );
      return users.length;
    }),
  );

/** Erases values of the next events; false at the end. */
async function eraseSomeEvents(
  trx: Transaction<Database>,
  services: DeleteServices,
  id: number,
  erased: { events: number; position: number },
): Promise<boolean> {
  const events = await readEvents(trx, erased.position, id);
  erased.events += await redactEvents(trx, services, {
    events: events.map((event) => event.id),
    erases: ({ column }) => tables.audit_entry.anonymised?.includes(column) === true,
  });
  erased.position = events.at(-1)?.position ?? erased.position;
  return events.length > 0;
}

/** Access reviews of other organisations need the user's row. */
const isReviewedByOthers = (id: number) =>
  sql<boolean>`exists (select from access_review_item inner join access_review on access_review.id = review_id
    where ent_usr_id = ent_usr.id and access_review.ent_org_id <> ${id}::int)`;

/** Searching references to thousands of users would exceed the statement timeout. */
const deleteSomeUsers = ({ db }: DeleteServices, given: Deletion): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await lockDeletable(trx, given);
    const some = trx
      .selectFrom('ent_usr')
      .select('id')
      .where('ent_org_id', '=', given.id)
      .where('erased_at', 'is not', null)
      .where(sql<boolean>`not ${isReviewedByOthers(given.id)}`)
      .limit(usersAtOnce);
    const { numDeletedRows } = await trx
      .deleteFrom('ent_usr')
      .where(sql<boolean>`id = any(array(${some}))`)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });

/** Deletes the remaining rows. Returns the number of users that stay, because reviews of other organisations need them. */
async function deleteRows(trx: Transaction<Database>, id: number): Promise<number> {
  await trx.deleteFrom('mail').where('ent_org_id', '=', id).execute();
  await trx.deleteFrom('notice').where('audience_id', '=', id).execute();
  await trx
    .updateTable('ent_org')
    .set({ organizer_id: null, logo_id: null, icon_id: null })
    .where('id', '=', id)
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('ent_usr')
    .set({ ent_org_id: null, firstname: 'Deleted user' })
    .where('ent_org_id', '=', id)
    .where(isReviewedByOthers(id))
    .executeTakeFirst();
  const { numDeletedRows } = await trx.deleteFrom('ent_usr').where('ent_org_id', '=', id).executeTakeFirst();
  await trx.deleteFrom('ent_org').where('id', '=', id).execute();
  await trx.deleteFrom('user_count').where('ent_org_id', '=', id).execute();
  return Number(numUpdatedRows) + Number(numDeletedRows);
}
