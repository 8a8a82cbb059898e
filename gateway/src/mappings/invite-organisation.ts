import type { Action } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { texts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { authorizeActingOrganisation, isOwnOrganisation } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid, checkNewEmail } from '../core/input-checks.ts';
import type {
  MutationInviteOrganisationArgs,
  OrganisationInvite,
  QueryOrganisationInviteArgs,
} from '../generated/resolvers-types.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { sortedRows } from '../product-api/lists.ts';
import { nullOnFailure } from '../product-api/reads.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { timeMsOf, toWireId } from '../product-api/shape.ts';
import { findEmailOwner, invitedUserBody, nonEmptyModuleIds } from '../specified/invited-user.ts';
import { mappingStateOf, organisationRefOf } from '../specified/mapping-row.ts';
import { inviteTypeField, readMappingsBetween } from '../specified/mappings.ts';
import { readMappings } from './mapping-lists.ts';
import type { MappingResult } from './mapping-result.ts';

const action: Action = 'mappings:invite';
const { exists, organisationExists, organisationUnknown } = texts.mappings;
const mappingExists = () => failure('CONFLICT', exists);

/** REST-16, then REST-29 for a known organisation: the state of an email's organisation. */
export async function readOrganisationInvite(
  context: Context,
  args: QueryOrganisationInviteArgs,
): Promise<OrganisationInvite> {
  const { organisationId, email } = await authorizeAndCheck(context, args);
  return stateOfInvite(context, email, organisationId);
}

async function authorizeAndCheck({ api }: Context, args: QueryOrganisationInviteArgs) {
  const organisationId = await authorizeActingOrganisation(api, action, args.organisationId);
  const email = args.email.trim();
  assertValid(checkNewEmail('email', email));
  return { organisationId, email };
}

async function stateOfInvite(context: Context, email: string, organisationId: string): Promise<OrganisationInvite> {
  const { api } = context;
  const { org, organisationId: invited } = await findEmailOwner(api, email, organisationId);
  if (invited === null) return { state: 'ORGANISATION_UNKNOWN', message: organisationUnknown, organisation: null };
  const { asVendor, asCustomer } = await readMappingsBetween(context, organisationId, invited);
  const organisation = organisationRefOf(org, invited) ?? organisationRefOf(asVendor.vendor, invited);
  return [asVendor, asCustomer].some(
    (answer) => answer?.mapping && ['PENDING', 'ACCEPTED'].includes(mappingStateOf(answer.mapping)),
  )
    ? { state: 'MAPPING_EXISTS', message: exists, organisation }
    : { state: 'ORGANISATION_EXISTS', message: organisationExists, organisation };
}

/** Like `readOrganisationInvite`, then REST-14 for the caller's own organisation, otherwise REST-15. */
export async function inviteOrganisation(
  context: Context,
  args: MutationInviteOrganisationArgs,
): Promise<MappingResult> {
  const { api } = context;
  const { organisationId, email } = await authorizeAndCheck(context, args);
  const modules = nonEmptyModuleIds(args.modules);
  const { state, organisation } = await stateOfInvite(context, email, organisationId);
  if (state === 'MAPPING_EXISTS') throw mappingExists();
  const user = { ...invitedUserBody(email, modules), ...(await inviteTypeField(context, 'organisation')) };
  const sent = (await isOwnOrganisation(api, organisationId))
    ? api.call(calls.inviteUser, { body: { user } })
    : api.call(calls.externalOrgInviteUser, { body: { user, ext_org_id: toWireId(organisationId) } });
  await withConflict(notFoundForInvalidId(sent, organisationId));
  return {
    organisationId,
    row: async () => (organisation ? nullOnFailure(newRequest(api, organisationId, String(organisation.id))) : null),
  };
}

/** Throws CONFLICT for a concurrent request, reported by text if there are no codes. */
async function withConflict(sent: Promise<unknown>): Promise<void> {
  try {
    await sent;
  } catch (thrown) {
    const refused = thrown instanceof ApiFailure ? thrown : null;
    throw refused?.code === 'CONFLICT' || refused?.message === exists ? mappingExists() : thrown;
  }
}

/** REST-34 or REST-35: the request that was just made. */
async function newRequest(api: RequestCalls, organisationId: string, invitedId: string) {
  const rows = await readMappings(api, organisationId, ['PENDING']);
  const sent = rows.filter((row) => row.counterpart.id === invitedId && row.requestedByOrganisation);
  const [newest] = sortedRows(sent, { keysOf: ({ node }) => [timeMsOf(node.createdAt)], direction: 'desc' });
  return newest ?? null;
}
