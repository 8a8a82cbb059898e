import { isOrganiserOrHigher, type RoleKey } from '@console/contract/access';
import type { Kysely, Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { guardToken } from '../core/access/token-attempts.ts';
import { findToken } from '../core/access/user-tokens.ts';
import { forbidden, tokenInvalid, unauthenticated } from '../core/base/failure.ts';
import { type EntOrg, readEntOrg } from '../core/database/ent-org.ts';
import { holdUser } from '../core/database/lock-user.ts';
import type { Database } from '../core/database/schema.ts';
import { act } from '../core/database/transaction.ts';
import { readImages } from '../core/files/images.ts';
import type { GivenOrganisation } from './create-organisation.ts';
import { readOrganisationForm } from './organisation-form.ts';
import { changeOrganisation, insertOrganisation, refuseTakenName } from './write-organisation.ts';

const kinds = ['onboarding'] as const;

/**
 * Makes the organisation of somebody who was invited. The token stays good until its organiser is completed: with it again, the same organisation is
 * changed to what the form says then. Throws 422 TOKEN_INVALID, 422 with texts by field, FILE_REFUSED, and 429 after too many wrong tokens.
 */
export async function onboardInvited(
  services: Services,
  { address, requestId, token }: { address: string; requestId: string; token: string },
  { input, files }: GivenOrganisation,
): Promise<EntOrg> {
  const { db, clock } = services;
  const seen = await guardToken(services, address, () => findToken(services, db, token, kinds));
  if (!seen) throw tokenInvalid();
  const userId = seen.ent_usr_id;
  const form = readOrganisationForm(input, files, { isNew: seen.ent_org_id === null });
  const organisationId = seen.ent_org_id === null ? null : String(seen.ent_org_id);
  const owner = organisationId === null ? `user:${userId}` : `organisation:${organisationId}`;
  const images = await readImages(services, owner, files);
  return act(services, { userId, organisationId, via: 'public', requestId }, async (trx) => {
    // As everywhere, the organisation is held before the user.
    await holdRow(trx, seen.ent_org_id);
    await holdUser(trx, userId);
    const invited = await findToken(services, trx, token, kinds);
    if (!invited) throw tokenInvalid();
    if (invited.ent_org_id === null)
      return makeOwn(services, trx, userId, () => insertOrganisation(trx, clock(), form, images));
    const was = await holdRow(trx, invited.ent_org_id);
    if (!was) throw tokenInvalid();
    const changed = await changeOrganisation(trx, clock(), was, form, images);
    const audit = changed && { action: 'organisations:onboard', target: { type: 'ent_org', id: was.id }, ...changed };
    return { answer: await readEntOrg(trx, was.id), audit };
  }).catch(refuseTakenName);
}

/**
 * Makes the organisation of a caller who has none, once, and the caller its organiser. Sent again, the one that is there is answered; 403 for everybody
 * else.
 */
export async function onboardCaller(
  services: Services,
  caller: Caller,
  requestId: string,
  { input, files }: GivenOrganisation,
): Promise<EntOrg> {
  if (caller.organisationId !== null)
    return readOwn(services.db, caller.userId, Number(caller.organisationId), input.brandname);
  const form = { ...readOrganisationForm(input, files, { isNew: true }), organizer_id: caller.userId };
  const images = await readImages(services, `user:${caller.userId}`, files);
  return act<EntOrg>(services, { ...caller, requestId }, async (trx) => {
    await holdUser(trx, caller.userId);
    const user = await trx
      .selectFrom('ent_usr')
      .select('ent_org_id')
      .where('id', '=', caller.userId)
      .executeTakeFirst();
    if (!user) throw unauthenticated();
    if (user.ent_org_id !== null)
      return { answer: await readOwn(trx, caller.userId, user.ent_org_id, input.brandname), audit: null };
    if (!isOrganiserOrHigher(caller.role)) await makeOrganiser(trx, caller.userId);
    return makeOwn(services, trx, caller.userId, () => insertOrganisation(trx, services.clock(), form, images));
  });
}

/** The organisation that the user has made before. Throws 403 for any other. */
async function readOwn(
  db: Kysely<Database>,
  userId: number,
  organisationId: number,
  brandname: string | undefined = '',
): Promise<EntOrg> {
  const own = await readEntOrg(db, organisationId);
  const same = own.brandname.toLowerCase() === brandname.trim().toLowerCase();
  if (own.organizer?.id !== userId || !same) throw forbidden();
  return own;
}

/** Binds a new organisation to the user whose it is, and asks for a mapping with everybody who invited them. */
async function makeOwn(
  { clock }: Services,
  trx: Transaction<Database>,
  userId: number,
  insert: () => ReturnType<typeof insertOrganisation>,
) {
  const now = clock();
  const { id, after } = await insert();
  await trx.updateTable('ent_usr').set({ ent_org_id: id, updated_at: now }).where('id', '=', userId).execute();
  const invitations = await trx.deleteFrom('org_invitation').where('ent_usr_id', '=', userId).returningAll().execute();
  const mappings = invitations.map(({ customer_id, requester_id }) => ({
    vendor_id: id,
    customer_id,
    status: 'Pending',
    requested_by_org_id: customer_id,
    requester_id,
    mapped_user_id: userId,
    created_at: now,
    updated_at: now,
  }));
  const asked =
    mappings.length === 0
      ? []
      : await trx
          .insertInto('org_mapping')
          .values(mappings)
          .returning(['id', 'vendor_id', 'customer_id', 'status'])
          .execute();
  const audit = [
    { action: 'organisations:onboard', target: { type: 'ent_org', id }, after },
    ...asked.map(({ id: mapping, ...row }) => ({
      action: 'mappings:invite',
      target: { type: 'org_mapping', id: mapping },
      after: row,
    })),
  ];
  return { answer: await readEntOrg(trx, id), audit };
}

async function makeOrganiser(trx: Transaction<Database>, userId: number): Promise<void> {
  const { id } = await trx
    .selectFrom('role')
    .select('id')
    .where('id_str', '=', 'ORGANISER' satisfies RoleKey)
    .executeTakeFirstOrThrow();
  await trx.updateTable('ent_usr').set({ role_id: id }).where('id', '=', userId).execute();
}

const holdRow = (trx: Transaction<Database>, id: number | null) =>
  trx
    .selectFrom('ent_org')
    .selectAll()
    .where('id', '=', id ?? 0)
    .forNoKeyUpdate()
    .executeTakeFirst();
