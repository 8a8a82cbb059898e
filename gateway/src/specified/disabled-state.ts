import type { Call } from '@console/contract/call';
import type { FastifyBaseLogger } from 'fastify';
import { changedMeanwhileError } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { boolOf } from '../product-api/shape.ts';

/** Whether the product API is ours: it takes the state that is wanted, and checks what forbids it together with the change, under a lock. */
export const checksStateChange = (context: Context): Promise<boolean> => context.supports('extensions');

type Stated = { readonly is_disabled?: unknown } | null | undefined;

/** The state of what a call has answered. Throws when it is unknown: a call that toggles would then do the opposite. */
export function knownState(
  log: FastifyBaseLogger,
  call: Call,
  kind: 'org' | 'user',
  body: NonNullable<Stated>,
): boolean {
  if (body.is_disabled != null) return boolOf(body.is_disabled);
  throw incompleteResponse(log, call, `${kind}.is_disabled`);
}

/** Throws CONFLICT for an answer with the opposite state. */
export function assertState(answered: Stated, requested: boolean, kind: 'organisation' | 'user'): void {
  const reported = answered?.is_disabled;
  if (reported != null && boolOf(reported) !== requested) throw changedMeanwhileError(kind);
}
