import { texts } from '@console/contract/rules';
import type { Context } from '../core/context.ts';
import { type IdAndPassword, requirePasswordOrScope, requirePasswordToActivate } from '../core/reauthentication.ts';
import { prepareOrganisationState } from '../specified/organisations.ts';
import { type OrganisationResult, organisationResultFromResponse } from './organisation-result.ts';

const { invalidPassword } = texts.organisations;

/** REST-7, then REST-45, neither of which is repeated. */
export async function disableOrganisation(context: Context, args: IdAndPassword): Promise<OrganisationResult> {
  const id = String(args.id);
  const change = await prepareOrganisationState(context, id, 'organisations:disable');
  const confirm = await requirePasswordOrScope(context, args.currentPassword, invalidPassword);
  const { answered } = await change(confirm);
  return organisationResultFromResponse(context.api, answered, id);
}

/** REST-7 if a password is given, then REST-45. */
export async function enableOrganisation(context: Context, args: IdAndPassword): Promise<OrganisationResult> {
  const id = String(args.id);
  const change = await prepareOrganisationState(context, id, 'organisations:enable');
  const confirm = await requirePasswordToActivate(context, args.currentPassword, invalidPassword);
  const { answered } = await change(confirm);
  return organisationResultFromResponse(context.api, answered, id);
}
