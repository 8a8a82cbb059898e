import type { Action } from '@console/contract/access';
import { texts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { authorize, readAllowedOrganisation } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { type IdAndPassword, requirePasswordOrScope, requirePasswordToActivate } from '../core/reauthentication.ts';
import { idOf, type OrganisationBody } from '../product-api/shape.ts';
import { checksStateChange } from '../specified/disabled-state.ts';
import { isDisabled, setOrganisationState } from '../specified/organisations.ts';
import {
  type OrganisationResult,
  organisationResultFromResponse,
  organisationResultOf,
} from './organisation-result.ts';

const { invalidPassword } = texts.organisations;

/** REST-7, then REST-45, neither of which is repeated; REST-38 before them where only the gateway checks the state. */
export async function disableOrganisation(context: Context, args: IdAndPassword): Promise<OrganisationResult> {
  const id = String(args.id);
  const organisation = await readUncheckedOrganisation(context, id, 'organisations:disable');
  const reauthenticate = await requirePasswordOrScope(context, args.currentPassword, invalidPassword);
  if (organisation !== null && isDisabled(context.log, organisation)) return organisationResultOf(organisation);
  await reauthenticate();
  return setDisabled(context, id, true);
}

/** REST-7 when a password is given, then REST-45; REST-38 before them where only the gateway checks the state. */
export async function enableOrganisation(context: Context, args: IdAndPassword): Promise<OrganisationResult> {
  const id = String(args.id);
  const organisation = await readUncheckedOrganisation(context, id, 'organisations:enable');
  const reauthenticate = await requirePasswordToActivate(context, args.currentPassword, invalidPassword);
  if (organisation !== null && !isDisabled(context.log, organisation)) return organisationResultOf(organisation);
  await reauthenticate();
  return setDisabled(context, id, false);
}

/** The organisation, which the caller may change; null where the product API checks its state together with the change. */
async function readUncheckedOrganisation(
  context: Context,
  id: string,
  action: Action,
): Promise<OrganisationBody | null> {
  const { api } = context;
  const organisation = (await checksStateChange(context)) ? null : await readAllowedOrganisation(api, id, action);
  const { organisationId } = await authorize(api, action, id);
  if (action === 'organisations:disable' && organisationId === (organisation === null ? id : idOf(organisation.id)))
    throw failure('FORBIDDEN', 'You cannot disable your own organisation.');
  return organisation;
}

const setDisabled = async (context: Context, id: string, requested: boolean): Promise<OrganisationResult> =>
  organisationResultFromResponse(context.api, await setOrganisationState(context, id, requested), id);
