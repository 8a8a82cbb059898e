import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { invalidFields } from '../core/base/failure.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { type RenderedImages, storeImages } from './images.ts';
import type { OrganisationForm } from './organisation-form.ts';

/** Brand names are unique, ignoring case. */
const nameTaken = () => invalidFields({ brandname: [{ code: 'TAKEN', message: 'is taken' }] });

/** Turns a violation of the unique index into 422; only the index sees two organisations at once. */
export function translateTakenNameError(error: unknown): never {
  throw (error as { constraint?: unknown }).constraint === 'ent_org_brandname' ? nameTaken() : error;
}

export async function insertOrganisationWithImages(
  trx: Transaction<Database>,
  now: Date,
  form: OrganisationForm & { user_limit?: number | null; organizer_id?: number; time_zone?: string },
  images: RenderedImages,
): Promise<{ id: number; after: Record<string, unknown> }> {
  const row = await trx
    .insertInto('ent_org')
    .values({ ...form, guid: randomUUID(), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw nameTaken();
  const files = await storeImages(trx, now, row.id, images);
  if (Object.keys(files).length > 0) await trx.updateTable('ent_org').set(files).where('id', '=', row.id).execute();
  return { id: row.id, after: { ...form, ...files } };
}

/** Updates a locked organisation and its images. Returns the changed fields, null if none changed. */
export async function updateOrganisationWithImages(
  trx: Transaction<Database>,
  now: Date,
  current: Row<'ent_org'>,
  form: OrganisationForm,
  images: RenderedImages,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> } | null> {
  const to = { ...form, ...(await storeImages(trx, now, current.id, images)) };
  const changed = (Object.keys(to) as (keyof typeof to)[]).filter((field) => to[field] !== current[field]);
  if (changed.length === 0) return null;
  const only = (row: object) =>
    Object.fromEntries(changed.map((field) => [field, (row as Record<string, unknown>)[field]]));
  await trx
    .updateTable('ent_org')
    .set({ ...only(to), updated_at: now })
    .where('id', '=', current.id)
    .execute();
  const replaced = [to.logo_id && current.logo_id, to.icon_id && current.icon_id].filter(
    (id) => typeof id === 'string',
  );
  if (replaced.length > 0) await trx.deleteFrom('stored_file').where('id', 'in', replaced).execute();
  return { before: only(current), after: only(to) };
}
