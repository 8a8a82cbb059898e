import { isOrganiserOrHigher, organiserRole } from '@console/contract/access';
import type { Kysely, Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { lockOrganisation, lockUser } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import type { Services } from '../core/access/services.ts';
import { forbidden, invalidToken } from '../core/base/failure.ts';
import { readCurrentCaller } from '../core/database/current-caller.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import {
  deleteOnboardingTokens,
  findOnboardingUser,
  type OnboardingRequest,
  onboardingTokenKinds,
} from '../invitations/onboarding-tokens.ts';
import { findValidToken } from '../invitations/user-tokens.ts';
import type { OrganisationRequest } from './create-organisation.ts';
import { renderImages } from './images.ts';
import { parseOrganisationForm, timeZoneOf } from './organisation-form.ts';
import { type OrganisationResponse, readOrganisationResponse } from './organisation-response.ts';
import type { OrganisationServices } from './organisation-services.ts';
import {
  insertOrganisationWithImages,
  translateTakenNameError,
  updateOrganisationWithImages,
} from './write-organisation.ts';

/** Creates an invited user's organisation; using the token again updates it. Throws 422 TOKEN_INVALID, by field, FILE_REFUSED, 429. */
export async function onboardInvitedUser(
  services: OrganisationServices,
  request: OnboardingRequest,
  given: OrganisationRequest,
): Promise<OrganisationResponse> {
  const { clock } = services;
  const { input, files } = given;
  const { user: unlocked, actor } = await findOnboardingUser(services, request);
  const userId = unlocked.ent_usr_id;
  const form = parseOrganisationForm(input, files, { isNew: unlocked.ent_org_id === null });
  const timeZone = timeZoneOf(input);
  const owner = actor.organisationId === null ? `user:${userId}` : `organisation:${actor.organisationId}`;
  const images = await renderImages(services, owner, files);
  return runCommand(services, actor, async (trx) => {
    // The organisation is always locked before the user, which prevents deadlocks.
    await lockOrganisation(trx, unlocked.ent_org_id);
    await lockUser(trx, userId);
    const invited = await findValidToken(services, trx, request.token, onboardingTokenKinds);
    if (!invited) throw invalidToken();
    if (invited.ent_org_id !== unlocked.ent_org_id) throw new OrganisationWasAdded();
    if (invited.ent_org_id === null)
      return insertOwnOrganisation(services, trx, userId, () =>
        insertOrganisationWithImages(trx, clock(), { ...form, ...timeZone }, images),
      );
    const current = await lockOrganisation(trx, invited.ent_org_id);
    if (!current) throw invalidToken();
    const changed = await updateOrganisationWithImages(trx, clock(), current, form, images);
    const audit = changed && {
      action: 'organisations:onboard',
      target: { type: 'ent_org', id: current.id },
      ...changed,
    };
    return { answer: await readOrganisationResponse(trx, current.id), audit };
  }).catch((error: unknown) =>
    error instanceof OrganisationWasAdded
      ? onboardInvitedUser(services, request, given)
      : translateTakenNameError(error),
  );
}

/** Thrown if another request has added the organisation with the same token: the lock order forbids locking it after the user. */
class OrganisationWasAdded extends Error {}

/** Creates the organisation of a caller without one. Repeated, it returns it; otherwise throws 403. */
export async function onboardCaller(
  services: OrganisationServices,
  caller: Caller,
  { input, files }: OrganisationRequest,
): Promise<OrganisationResponse> {
  if (caller.organisationId !== null)
    return readOwnOrganisation(services.db, personOf(caller), Number(caller.organisationId), input.brandname);
  const texts = parseOrganisationForm(input, files, { isNew: true });
  const form = { ...texts, ...timeZoneOf(input), organizer_id: personOf(caller) };
  const images = await renderImages(services, `user:${personOf(caller)}`, files);
  return runCommand<OrganisationResponse>(services, caller, async (trx) => {
    await lockUser(trx, personOf(caller));
    const { role: now, organisationId } = await readCurrentCaller(trx, caller);
    if (organisationId !== null)
      return {
        answer: await readOwnOrganisation(trx, personOf(caller), Number(organisationId), input.brandname),
        audit: null,
      };
    await deleteOnboardingTokens(trx, personOf(caller));
    const role = isOrganiserOrHigher(now) ? {} : await makeOrganiser(trx, personOf(caller));
    return insertOwnOrganisation(services, trx, personOf(caller), async () => {
      const { id, after } = await insertOrganisationWithImages(trx, services.clock(), form, images);
      return { id, after: { ...after, ...role } };
    });
  });
}

async function readOwnOrganisation(
  db: Kysely<Database>,
  userId: number,
  organisationId: number,
  brandname: string | undefined = '',
): Promise<OrganisationResponse> {
  const own = await readOrganisationResponse(db, organisationId);
  const same = own.brandname.toLowerCase() === brandname.trim().toLowerCase();
  if (own.organizer?.id !== userId || !same) throw forbidden();
  return own;
}

/** Assigns the new organisation to its user, and requests a mapping for each of the user's invitations. */
async function insertOwnOrganisation(
  { clock }: Services,
  trx: Transaction<Database>,
  userId: number,
  insert: () => ReturnType<typeof insertOrganisationWithImages>,
) {
  const now = clock();
  const { id, after } = await insert();
  await trx.updateTable('ent_usr').set({ ent_org_id: id, updated_at: now }).where('id', '=', userId).execute();
  const invitations = await trx.deleteFrom('org_invitation').where('ent_usr_id', '=', userId).returningAll().execute();
  const mappings = invitations.map(({ customer_id, requester_id, modules }) => ({
    vendor_id: id,
    customer_id,
    status: 'Pending',
    requested_by_org_id: customer_id,
    requester_id,
    mapped_user_id: userId,
    modules,
    created_at: now,
    updated_at: now,
  }));
  const requested =
    mappings.length === 0 ? [] : await trx.insertInto('org_mapping').values(mappings).returning('id').execute();
  // The inviting organisations have an event of the invitation already.
  const mapping_ids = requested.map((mapping) => mapping.id);
  const audit = {
    action: 'organisations:onboard',
    target: { type: 'ent_org', id },
    after: { ...after, ...(mapping_ids.length > 0 && { mapping_ids }) },
  };
  return { answer: await readOrganisationResponse(trx, id), audit };
}

async function makeOrganiser(trx: Transaction<Database>, userId: number): Promise<{ role_id: number }> {
  const { id: role_id } = await trx
    .selectFrom('role')
    .select('id')
    .where('id_str', '=', organiserRole)
    .executeTakeFirstOrThrow();
  await trx.updateTable('ent_usr').set({ role_id }).where('id', '=', userId).execute();
  return { role_id };
}
