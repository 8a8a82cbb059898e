import { refusalTexts } from '@console/contract/rules';
import { failure, notFoundError } from '../base/errors.ts';
import { assertAllowed, authorizeActingOrganisation, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { nullOnFailure } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { boolOf } from '../product-api/shape.ts';
import { type MappingBody, mappingRowOf, mappingStateOf } from '../specified/mapping-row.ts';
import type { MappingRow, MappingState } from '../specified/mapping-shapes.ts';
import { answersRejected, isKnownDisabled, reasonField } from '../specified/mappings.ts';
import { sendMappingDecision, sendOrReadCurrent } from '../specified/send-mapping-decision.ts';
import { readMappings } from './mapping-lists.ts';
import type { MappingResult } from './mapping-result.ts';

const rejected = 'Rejected';

const organisationDisabled = () =>
  failure('CONFLICT', 'This request cannot be accepted, because one of its organisations is disabled.');

/** Reads the request, then REST-36 unless decided so before: checks permission, organisation, then state. */
export async function acceptOrRejectMapping(
  context: Context,
  args: { organisationId: string | number; id: string | number; reason?: string | null },
  activated: boolean,
): Promise<MappingResult> {
  const { api } = context;
  const requested: MappingState = activated ? 'ACCEPTED' : 'REJECTED';
  const organisationId = await authorizeActingOrganisation(api, 'mappings:answer', args.organisationId);
  const decision = { activated, ...(await reasonField(context, args.reason)) };
  const id = String(args.id);
  const row = await findRequest(context, organisationId, id);
  if (row.node.state === requested) return { organisationId, row: async () => row };
  assertPending(row);
  if (activated && row.acceptBlock === 'OWN_INVITATION') assertAllowed('forbidden');
  if (activated && row.acceptBlock === 'ORGANISATION_DISABLED') throw organisationDisabled();
  if (activated) await assertEnabled(context, organisationId, row.counterpart.id);
  const send = async () => {
    const mapping = await sendMappingDecision(api, await mappingUserId(api, row), row.node, decision);
    // The caller was allowed to decide a moment ago.
    const answered = mapping
      ? mappingRowOf(withResponse(mapping, activated), organisationId, { mayAnswer: true, userId: null })
      : null;
    if (answered?.id === id) return async () => answered;
    // A rejected request is in no list of the organisation that rejected it.
    return async () => (await nullOnFailure(findRow(api, organisationId, id))) ?? (activated ? null : asRejected(row));
  };
  const readCurrent = async () => {
    const current = (await findRow(api, organisationId, id)) ?? (activated ? null : asRejected(row));
    return current?.node.state === requested ? async () => current : null;
  };
  return { organisationId, row: await sendOrReadCurrent(api, send, readCurrent) };
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

export async function findRequest(context: Context, organisationId: string, id: string): Promise<MappingRow> {
  const query = (await answersRejected(context)) ? ({ rejected: 'true' } as const) : {};
  const find = async (states: MappingState[]) =>
    (await readMappings(context.api, organisationId, states, query)).find((row) => row.id === id);
  const row = (await find(['PENDING', 'REJECTED', 'ENDED', 'WITHDRAWN'])) ?? (await find(['ACCEPTED']));
  if (!row) throw notFoundError();
  return row;
}

/** Throws CONFLICT for a request decided differently, FORBIDDEN for the requesting organisation. */
function assertPending({ node, viewerCanReject, requestedByOrganisation }: MappingRow): void {
  if (node.state !== 'PENDING') throw failure('CONFLICT', refusalTexts.requestNotPending);
  if (!viewerCanReject && requestedByOrganisation) assertAllowed('forbidden');
}

/** Throws CONFLICT if one of the two organisations is known to be disabled. */
async function assertEnabled(context: Context, ...organisationIds: string[]): Promise<void> {
  const disabled = await Promise.all(organisationIds.map((id) => isKnownDisabled(context, id)));
  if (disabled.includes(true)) throw organisationDisabled();
}

/** User of a mapping for REST-36 (CHECKLIST OPEN-42), else the caller. */
export const mappingUserId = async (api: RequestCalls, { node }: MappingRow): Promise<string> =>
  node.mappedUser?.id ?? node.requester?.id ?? (await readCaller(api)).userId ?? '';

/** Completes the response by the decision; a product API with two states returns the same for rejected and pending. */
function withResponse(mapping: MappingBody, activated: boolean): MappingBody {
  if (activated) return { ...mapping, activated: mapping.activated ?? true };
  if (boolOf(mapping.activated)) return mapping;
  const answered = { ...mapping, activated: false, show_activate_deactivate_button: false };
  return mappingStateOf(answered) === 'REJECTED' ? answered : { ...answered, status: rejected };
}

export const findRow = async (api: RequestCalls, organisationId: string, id: string): Promise<MappingRow | null> =>
  (await readMappings(api, organisationId)).find((other) => other.id === id) ?? null;
