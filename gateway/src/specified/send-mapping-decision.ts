import { calls } from '@console/contract/calls/all';
import { GraphQLError } from 'graphql';
import { ApiFailure } from '../product-api/errors.ts';
import { nullOnFailure } from '../product-api/reads.ts';
import { recodedFailure } from '../product-api/refusals.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { toWireId } from '../product-api/shape.ts';
import type { MappingBody } from './mapping-row.ts';

/** REST-36. The rest of the input was checked, so INVALID means that the state has changed. */
export async function sendMappingDecision(
  api: RequestCalls,
  mappingUserId: string,
  { vendor, customer }: { vendor: { id: string }; customer: { id: string } },
  decision: { activated: boolean; reason?: string },
): Promise<MappingBody | null | undefined> {
  const body = {
    user_id: toWireId(mappingUserId),
    vendor_id: toWireId(vendor.id),
    customer_id: toWireId(customer.id),
    ...decision,
  };
  try {
    return (await api.call(calls.activateDeactivate, { body })).mapping;
  } catch (thrown) {
    throw thrown instanceof ApiFailure && thrown.code === 'INVALID' ? recodedFailure('CONFLICT', thrown) : thrown;
  }
}

/** Sends a decision. A refusal counts as done if `readCurrent` finds the state: another caller was faster. */
export async function sendOrReadCurrent<T>(
  api: RequestCalls,
  send: () => Promise<T>,
  readCurrent: () => Promise<T | null>,
): Promise<T> {
  try {
    return await send();
  } catch (thrown) {
    const code = thrown instanceof GraphQLError ? thrown.extensions.code : null;
    if (code !== 'CONFLICT' && code !== 'NOT_FOUND') throw thrown;
    api.clearReads();
    const current = await nullOnFailure(readCurrent());
    if (current === null) throw thrown;
    return current;
  }
}
