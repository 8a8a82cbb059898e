import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { invalid } from '../core/base/failure.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { type Images, storeImages } from '../core/files/images.ts';
import type { OrganisationForm } from './organisation-form.ts';

/** A brand name has one organisation; capitals do not make another one. */
const nameTaken = () => invalid({ brandname: ['is taken'] });

/** Turns the database's word that a brand name is another organisation's into a 422; it is the only one who knows of two at once. */
export function refuseTakenName(error: unknown): never {
  throw (error as { constraint?: unknown }).constraint === 'ent_org_brandname' ? nameTaken() : error;
}

/** Writes a new organisation with its pictures, and gives its id. */
export async function insertOrganisation(
  trx: Transaction<Database>,
  now: Date,
  form: OrganisationForm & { user_limit?: number | null; organizer_id?: number },
  images: Images,
): Promise<{ id: number; after: Record<string, unknown> }> {
  const row = await trx
    .insertInto('ent_org')
    .values({ ...form, guid: randomUUID(), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw nameTaken();
  const files = await storeImages(trx, now, row.id, images);
  await trx.updateTable('ent_org').set(files).where('id', '=', row.id).execute();
  return { id: row.id, after: { ...form, ...files } };
}

/**
 * Changes an organisation to what a form says and replaces the pictures that are given; a replaced one is deleted. The caller holds its row. Gives what
 * was and what is, of what changed; null when nothing did.
 */
export async function changeOrganisation(
  trx: Transaction<Database>,
  now: Date,
  was: Row<'ent_org'>,
  form: OrganisationForm,
  images: Images,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> } | null> {
  const to = { ...form, ...(await storeImages(trx, now, was.id, images)) };
  const changed = (Object.keys(to) as (keyof typeof to)[]).filter((field) => to[field] !== was[field]);
  if (changed.length === 0) return null;
  const only = (row: object) =>
    Object.fromEntries(changed.map((field) => [field, (row as Record<string, unknown>)[field]]));
  await trx
    .updateTable('ent_org')
    .set({ ...only(to), updated_at: now })
    .where('id', '=', was.id)
    .execute();
  const replaced = [to.logo_id && was.logo_id, to.icon_id && was.icon_id].filter((id) => typeof id === 'string');
  if (replaced.length > 0) await trx.deleteFrom('stored_file').where('id', 'in', replaced).execute();
  return { before: only(was), after: only(to) };
}
