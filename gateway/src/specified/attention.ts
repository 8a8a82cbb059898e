import { type AttentionKind, attentionKinds } from '@console/contract/attention';
import { attentionCalls } from '@console/contract/calls/attention';
import { failure } from '../base/errors.ts';
import { authorize } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { supportsCall } from './extension-calls.ts';

/** Throws FORBIDDEN for a kind that the caller does not see, CAPABILITY_UNAVAILABLE if the filter is not supported. */
export async function allowAttentionFilter(
  context: Context,
  filter: { attention?: AttentionKind | null } | null | undefined,
): Promise<void> {
  if (filter?.attention == null) return;
  await authorize(context.api, attentionKinds[filter.attention].action, '');
  if (!(await supportsCall(context, attentionCalls.attention)))
    throw failure('CAPABILITY_UNAVAILABLE', 'The connected product API does not count what needs attention.');
}
