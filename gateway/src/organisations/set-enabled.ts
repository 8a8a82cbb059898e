import type { Action } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { texts } from '@console/contract/rules';
import type { FastifyBaseLogger } from 'fastify';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { provePassword, wrongPassword } from '../core/reauthentication.ts';
import { incomplete } from '../product-api/errors.ts';
import { organisationFor, readCaller, readOrganisation } from '../product-api/reads.ts';
import { boolOf, idOf, idOut, type OrganisationBody } from '../product-api/shape.ts';
import { type ActedOrganisation, asAnswered, asRead, asReadLater } from './acted-organisation.ts';

const { invalidPassword } = texts.organisations;

/** REST-38, REST-7, then REST-45; the last two go out once and are never repeated. */
export async function disableOrganisation(
  context: Context,
  id: string,
  currentPassword: string,
): Promise<ActedOrganisation> {
  const organisation = await targetFor(context, id, 'organisations:disable');
  if (currentPassword === '') throw wrongPassword(invalidPassword);
  if (isDisabled(context.log, organisation)) return asRead(organisation);
  await provePassword(context, currentPassword, invalidPassword);
  return turn(context, id, true);
}

/** REST-38, REST-7 where a password is given, then REST-45. */
export async function enableOrganisation(
  context: Context,
  id: string,
  currentPassword: string | null,
): Promise<ActedOrganisation> {
  const organisation = await targetFor(context, id, 'organisations:enable');
  const missing = currentPassword === null && context.services.settings.requirePasswordOnActivate;
  if (missing || currentPassword === '') throw wrongPassword(invalidPassword);
  if (!isDisabled(context.log, organisation)) return asRead(organisation);
  if (currentPassword !== null) await provePassword(context, currentPassword, invalidPassword);
  return turn(context, id, false);
}

/** The organisation that the caller acts on; nobody disables their own. */
async function targetFor({ api }: Context, id: string, action: Action): Promise<OrganisationBody> {
  const organisation = await organisationFor(api, id, action);
  const { organisationId } = await readCaller(api);
  if (action === 'organisations:disable' && organisationId === idOf(organisation.id))
    throw failure('FORBIDDEN', 'Nobody disables their own organisation');
  return organisation;
}

/** Whether an organisation is disabled; what does not say so cannot be acted on, because the call may turn it the other way. */
function isDisabled(log: FastifyBaseLogger, { is_disabled }: OrganisationBody): boolean {
  if (is_disabled != null) return boolOf(is_disabled);
  throw incomplete(log, calls.orgDetail, 'org.is_disabled');
}

const conflict = () => failure('CONFLICT', 'Somebody else has changed this organisation. Please look at it again.');

/** REST-45. Our platform is told the wanted state; any other turns what it finds, so it is looked at just before and after, one act after another. */
async function turn(context: Context, id: string, wanted: boolean): Promise<ActedOrganisation> {
  const { api, services } = context;
  const call = calls.enableDisableOrg;
  const org_id = idOut(id);
  if (await context.extended()) {
    const { org } = await api.call(call, { query: { org_id, is_disabled: wanted ? 'true' : 'false' } });
    return refuseOther(org, wanted, asAnswered(api, org, id));
  }
  return services.turns.take(`organisation ${id}`, async () => {
    api.forget();
    const now = await readOrganisation(api, id);
    if (isDisabled(context.log, now) === wanted) return asRead(now);
    refuseOther((await api.call(call, { query: { org_id } })).org, wanted, null);
    const after = await readOrganisation(api, id).catch(() => null);
    if (after === null) return asReadLater(api, id);
    if (after.is_disabled != null && boolOf(after.is_disabled) !== wanted) throw conflict();
    return asRead(after);
  });
}

/** Throws CONFLICT for an answer that tells of the other state. */
function refuseOther<T>(answered: OrganisationBody | null | undefined, wanted: boolean, acted: T): T {
  const said = answered?.is_disabled;
  if (said != null && boolOf(said) !== wanted) throw conflict();
  return acted;
}
