import { calls } from '@console/contract/calls/all';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { readCaller, readOrganisation, refuse } from '../product-api/reads.ts';
import { refusedAs } from '../product-api/refusals.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { boolOf, idOut } from '../product-api/shape.ts';
import type { ActedMapping } from './acted-mapping.ts';
import { actingFor, may, notFound, orNull } from './acting-for.ts';
import { readMappings } from './mapping-lists.ts';
import { asEdge, type MappingBody, mappingRowOf, stateOf } from './mapping-row.ts';
import type { MappingRow, MappingState } from './mapping-shapes.ts';

const rejected = 'Rejected';

const organisationDisabled = () => failure('CONFLICT', 'An organisation of this mapping is disabled');

/** The list that holds the request, then REST-36: the role first, then whose it is, then whether it waits for an answer. */
export async function answerMapping(
  context: Context,
  args: { organisationId: string | number; id: string | number },
  activated: boolean,
): Promise<ActedMapping> {
  const { api } = context;
  const organisationId = await actingFor(api, 'mappings:answer', args.organisationId);
  const row = await waiting(api, organisationId, String(args.id));
  if (activated && row.acceptBlock === 'OWN_INVITATION') refuse('forbidden');
  if (activated && row.acceptBlock === 'ORGANISATION_DISABLED') throw organisationDisabled();
  if (activated) await refuseDisabled(context, organisationId, row.counterpart.id);
  const mapping = await sendAnswer(api, await userBehind(api, row), row.node, activated);
  // Whoever may answer has just done so.
  const told = mapping
    ? mappingRowOf(withAnswer(mapping, activated), organisationId, { mayAnswer: true, userId: null })
    : null;
  const edge = async () => {
    if (told?.id === row.id) return asEdge(told);
    const again = await orNull(readAgain(api, organisationId, row.id));
    // A rejected request is in no list of the organisation that rejected it.
    return again ?? (activated ? null : asEdge(asRejected(row)));
  };
  return { organisationId, edge };
}

const asRejected = (row: MappingRow): MappingRow => ({
  ...row,
  node: { ...row.node, state: 'REJECTED' },
  action: 'STATUS',
  statusText: rejected,
  acceptBlock: null,
  viewerCanAccept: false,
  viewerCanReject: false,
});

/** The request of this id, undecided and made by the other organisation. */
async function waiting(api: RequestCalls, organisationId: string, id: string): Promise<MappingRow> {
  const find = async (states: MappingState[]) =>
    (await readMappings(api, organisationId, states)).find((row) => row.id === id);
  const row = (await find(['PENDING', 'REJECTED'])) ?? (await find(['ACCEPTED']));
  if (!row) throw notFound();
  if (row.node.state !== 'PENDING') throw failure('CONFLICT', 'This request was answered already');
  if (!row.viewerCanReject && row.requestedByOrganisation) refuse('forbidden');
  return row;
}

/**
 * Throws CONFLICT when one of the two organisations is disabled (CHECKLIST OPEN-43), as far as the product API lets the caller see it. Our platform, which
 * checks the same, is not asked for what the caller may not see.
 */
async function refuseDisabled(context: Context, ...organisationIds: string[]): Promise<void> {
  const { api } = context;
  const extended = await context.extended();
  const { organisationId: own } = await readCaller(api);
  const isDisabled = async (id: string): Promise<boolean> => {
    // Who is signed in is of an active organisation.
    if (id === own || (extended && !(await may(api, 'organisations:view', id)))) return false;
    return boolOf((await orNull(readOrganisation(api, id)))?.is_disabled);
  };
  const disabled = await Promise.all(organisationIds.map(isDisabled));
  if (disabled.includes(true)) throw organisationDisabled();
}

/** Who is sent as the person of a mapping (CHECKLIST OPEN-42); whoever answers where nobody is known. */
const userBehind = async (api: RequestCalls, { node }: MappingRow): Promise<string> =>
  node.mappedUser?.id ?? node.requester?.id ?? (await readCaller(api)).userId ?? '';

/** REST-36. Nothing of what is sent was entered by anybody: what is refused is in another state than it was. */
export async function sendAnswer(
  api: RequestCalls,
  userId: string,
  { vendor, customer }: { vendor: { id: string }; customer: { id: string } },
  activated: boolean,
): Promise<MappingBody | null | undefined> {
  const body = {
    user_id: idOut(userId),
    vendor_id: idOut(vendor.id),
    customer_id: idOut(customer.id),
    activated,
  };
  try {
    return (await api.call(calls.activateDeactivate, { body })).mapping;
  } catch (thrown) {
    throw thrown instanceof ApiFailure && thrown.code === 'INVALID' ? refusedAs('CONFLICT', thrown) : thrown;
  }
}

/** What the answer does not say is what was asked for; a product API that knows two values only says the same of a rejected request as of a waiting one. */
function withAnswer(mapping: MappingBody, activated: boolean): MappingBody {
  if (activated) return { ...mapping, activated: mapping.activated ?? true };
  if (boolOf(mapping.activated)) return mapping;
  const told = { ...mapping, activated: false, show_activate_deactivate_button: false };
  return stateOf(told) === 'REJECTED' ? told : { ...told, status: rejected };
}

async function readAgain(api: RequestCalls, organisationId: string, id: string) {
  const row = (await readMappings(api, organisationId)).find((other) => other.id === id);
  return row ? asEdge(row) : null;
}
