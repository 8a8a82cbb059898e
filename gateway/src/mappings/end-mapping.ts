import { endingsCalls } from '@console/contract/calls/endings';
import { endedStatus, withdrawnStatus } from '@console/contract/mapping-endings';
import { refusalTexts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { assertAllowed, authorizeActingOrganisation } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { nullOnFailure } from '../product-api/reads.ts';
import { toWireId } from '../product-api/shape.ts';
import { requireCall, supportsCall } from '../specified/extension-calls.ts';
import { type MappingBody, mappingRowOf, mappingStateOf } from '../specified/mapping-row.ts';
import type { MappingRow, MappingState } from '../specified/mapping-shapes.ts';
import { reasonField } from '../specified/mappings.ts';
import { sendMappingDecision, sendOrReadCurrent } from '../specified/send-mapping-decision.ts';
import { findRequest, findRow, mappingUserId } from './accept-or-reject-mapping.ts';
import { readMappings } from './mapping-lists.ts';
import type { MappingResult } from './mapping-result.ts';

interface EndingArgs {
  organisationId: string | number;
  id: string | number;
  reason?: string | null;
}

/** Reads the mapping, then ends it unless done before: by its own call, else by REST-36. */
export async function endMapping(context: Context, args: EndingArgs): Promise<MappingResult> {
  const { api } = context;
  const organisationId = await authorizeActingOrganisation(api, 'mappings:answer', args.organisationId);
  const reason = await reasonField(context, args.reason);
  const id = String(args.id);
  const row =
    (await readMappings(api, organisationId, ['ACCEPTED'])).find((accepted) => accepted.id === id) ??
    (await findRequest(context, organisationId, id));
  if (row.node.state === 'ENDED') return { organisationId, row: async () => row };
  if (row.node.state !== 'ACCEPTED')
    throw failure('CONFLICT', 'This mapping is not accepted, so there is nothing to end.');
  const call = endingsCalls.endMapping;
  const isOwnCall = await supportsCall(context, call);
  const send = async () => {
    const body = { org_id: toWireId(organisationId), mapping_id: toWireId(id), ...reason };
    const mapping = isOwnCall
      ? (await api.call(call, { body })).mapping
      : await sendMappingDecision(api, await mappingUserId(api, row), row.node, { activated: false });
    return changedRow(context, organisationId, row, mapping ?? {}, 'ENDED');
  };
  const readCurrent = async () => {
    const current = await findRow(api, organisationId, id);
    // A product API without extensions reports ended mappings as rejected, or no longer lists them.
    const isEnded = current === null || current.node.state === 'ENDED' || (!isOwnCall && isRejected(current));
    return isEnded ? async () => current ?? asStopped(row, 'ENDED') : null;
  };
  return { organisationId, row: await sendOrReadCurrent(api, send, readCurrent) };
}

/** Reads the request, then withdraws it unless done before. */
export async function withdrawMapping(context: Context, args: EndingArgs): Promise<MappingResult> {
  const { api } = context;
  const organisationId = await authorizeActingOrganisation(api, 'mappings:invite', args.organisationId);
  const call = endingsCalls.withdrawMapping;
  await requireCall(context, call, 'The connected product API cannot withdraw requests.');
  const reason = await reasonField(context, args.reason);
  const id = String(args.id);
  const row = await findRequest(context, organisationId, id);
  if (row.node.state === 'WITHDRAWN') return { organisationId, row: async () => row };
  if (row.node.state !== 'PENDING') throw failure('CONFLICT', refusalTexts.requestNotPending);
  if (!isWithdrawable(row)) assertAllowed('forbidden');
  const send = async () => {
    const body = { org_id: toWireId(organisationId), mapping_id: toWireId(id), ...reason };
    const { mapping } = await api.call(call, { body });
    return changedRow(context, organisationId, row, mapping ?? {}, 'WITHDRAWN');
  };
  const readCurrent = async () => {
    const current = await findRow(api, organisationId, id);
    return current?.node.state === 'WITHDRAWN' ? async () => current : null;
  };
  return { organisationId, row: await sendOrReadCurrent(api, send, readCurrent) };
}

/** Whether the listed organisation made a pending request: the other one has to decide. */
export const isWithdrawable = ({ node, action }: MappingRow): boolean =>
  node.state === 'PENDING' && action === 'STATUS';

export const listedIdOf = ({ node, counterpart }: MappingRow): string =>
  node.customer.id === counterpart.id ? node.vendor.id : node.customer.id;

const isRejected = ({ node }: MappingRow) => node.state === 'REJECTED';

type Stopped = Extract<MappingState, 'ENDED' | 'WITHDRAWN'>;
const statuses: Record<Stopped, string> = { ENDED: endedStatus, WITHDRAWN: withdrawnStatus };

function changedRow(
  { api }: Context,
  organisationId: string,
  row: MappingRow,
  mapping: MappingBody,
  state: Stopped,
): () => Promise<MappingRow> {
  const answered = { ...mapping, activated: false, show_activate_deactivate_button: false };
  const isNamed = !['PENDING', 'ACCEPTED'].includes(mappingStateOf(answered));
  const changed = mappingRowOf(isNamed ? answered : { ...answered, status: statuses[state] }, organisationId, {
    mayAnswer: true,
    userId: null,
  });
  if (changed?.id === row.id) return async () => changed;
  return async () => (await nullOnFailure(findRow(api, organisationId, row.id))) ?? asStopped(row, state);
}

const asStopped = (row: MappingRow, state: Stopped): MappingRow => ({
  ...row,
  node: { ...row.node, state },
  action: 'STATUS',
  statusText: statuses[state],
  acceptBlock: null,
  viewerCanAccept: false,
  viewerCanReject: false,
});
