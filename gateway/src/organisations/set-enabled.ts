import type { Action } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { texts } from '@console/contract/rules';
import type { FastifyBaseLogger } from 'fastify';
import { failure } from '../base/errors.ts';
import { readAllowedOrganisation, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { type IdAndPassword, requirePasswordOrScope, requirePasswordToActivate } from '../core/reauthentication.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { readOrganisation } from '../product-api/reads.ts';
import { boolOf, idOf, type OrganisationBody, toWireId } from '../product-api/shape.ts';
import {
  lazyOrganisationResult,
  type OrganisationResult,
  organisationResultFromResponse,
  organisationResultOf,
} from './organisation-result.ts';

const { invalidPassword } = texts.organisations;

/** REST-38, REST-7, then REST-45; the last two are never repeated. */
export async function disableOrganisation(context: Context, args: IdAndPassword): Promise<OrganisationResult> {
  const id = String(args.id);
  const organisation = await readTargetOrganisation(context, id, 'organisations:disable');
  const reauthenticate = await requirePasswordOrScope(context, args.currentPassword, invalidPassword);
  if (isDisabled(context.log, organisation)) return organisationResultOf(organisation);
  await reauthenticate();
  return setDisabled(context, id, true);
}

/** REST-38, REST-7 when a password is given, then REST-45. */
export async function enableOrganisation(context: Context, args: IdAndPassword): Promise<OrganisationResult> {
  const id = String(args.id);
  const organisation = await readTargetOrganisation(context, id, 'organisations:enable');
  const reauthenticate = await requirePasswordToActivate(context, args.currentPassword, invalidPassword);
  if (!isDisabled(context.log, organisation)) return organisationResultOf(organisation);
  await reauthenticate();
  return setDisabled(context, id, false);
}

async function readTargetOrganisation({ api }: Context, id: string, action: Action): Promise<OrganisationBody> {
  const organisation = await readAllowedOrganisation(api, id, action);
  const { organisationId } = await readCaller(api);
  if (action === 'organisations:disable' && organisationId === idOf(organisation.id))
    throw failure('FORBIDDEN', 'You cannot disable your own organisation');
  return organisation;
}

/** Throws when the state is unknown: the call may toggle it, and would then do the opposite. */
function isDisabled(log: FastifyBaseLogger, { is_disabled }: OrganisationBody): boolean {
  if (is_disabled != null) return boolOf(is_disabled);
  throw incompleteResponse(log, calls.orgDetail, 'org.is_disabled');
}

const conflict = () => failure('CONFLICT', 'Somebody else has changed this organisation. Please look at it again.');

/** REST-45. Our platform takes the requested state; any other product API toggles, so the state is read before and after, one change of an organisation at a time. */
async function setDisabled(context: Context, id: string, requested: boolean): Promise<OrganisationResult> {
  const { api, services } = context;
  const call = calls.enableDisableOrg;
  const org_id = toWireId(id);
  if (await context.supports('requested_state')) {
    const { org } = await api.call(call, { query: { org_id, is_disabled: requested ? 'true' : 'false' } });
    return assertState(org, requested, organisationResultFromResponse(api, org, id));
  }
  return services.keyedMutex.runExclusive(`organisation ${id}`, async () => {
    api.clearReads();
    const current = await readOrganisation(api, id);
    if (isDisabled(context.log, current) === requested) return organisationResultOf(current);
    assertState((await api.call(call, { query: { org_id } })).org, requested, null);
    const after = await readOrganisation(api, id).catch(() => null);
    if (after === null) return lazyOrganisationResult(api, id);
    if (after.is_disabled != null && boolOf(after.is_disabled) !== requested) throw conflict();
    return organisationResultOf(after);
  });
}

/** Throws CONFLICT for a response with the opposite state. */
function assertState<T>(answered: OrganisationBody | null | undefined, requested: boolean, result: T): T {
  const reported = answered?.is_disabled;
  if (reported != null && boolOf(reported) !== requested) throw conflict();
  return result;
}
