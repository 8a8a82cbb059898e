import type { Action } from '@console/contract/access';
import { texts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { readAllowedOrganisation, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { type IdAndPassword, requirePasswordOrScope, requirePasswordToActivate } from '../core/reauthentication.ts';
import { idOf, type OrganisationBody } from '../product-api/shape.ts';
import { isDisabled, setOrganisationState } from '../specified/organisations.ts';
import {
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

const setDisabled = async (context: Context, id: string, requested: boolean): Promise<OrganisationResult> =>
  organisationResultFromResponse(context.api, await setOrganisationState(context, id, requested), id);
