import type { Action } from './access.ts';
import type { AuditAction } from './audit-actions.ts';
import type { KeyScope } from './key-scopes.ts';

export interface Mutation {
  /** Permission in the organisation of the mutation; null if it depends on more than that, or needs none. */
  action: Action | null;
  /** Action in the audit log. Null if the mutation changes nothing. */
  event: AuditAction | null;
  /** The REST calls that change data, in order, when each has an effect. */
  writes?: readonly string[];
  /** The scopes that an API key needs: those of all its calls, so that none is refused after another was made. */
  scopes: readonly KeyScope[];
  /** A scope that a key also needs if the input has this field. */
  scopeOfField?: readonly [field: string, scope: KeyScope];
  /** Requires the password, always or for some values. An API key with one of the scopes needs `sensitive:write` instead. */
  isConfirmed?: true;
  /** `none`: takes no idempotency key; `secret`: the response has a secret and is not stored. Default: a repetition gets the stored response. */
  idempotency?: 'none' | 'secret';
  /** Request and expected result for tests; without it, gateway/src/testing/samples has them. */
  sample?: MutationSample;
}

/** A mutation that succeeds in every organisation on the data that the test has prepared, and its effect. */
interface MutationSample {
  /** The arguments. `'{organisationId}'` is replaced by the id of the organisation that a test sends the mutation for, and so on. */
  args: Readonly<Record<string, unknown>>;
  /** The target of its event, and a field that it changes; of an assessment in progress, an active user and an inactive one, and a pending request. Without `to`, which is an id, any. */
  changes: readonly [target: string, field: string, from: string | null, to?: string];
}

/** Declaration of a mutation. Default event: its action. No scopes: it concerns only sign-in, passwords or a person. */
type MutationDeclaration = Omit<Mutation, 'action' | 'event' | 'scopes'> &
  Partial<Pick<Mutation, 'scopes'>> &
  ({ action: Action & AuditAction; event?: never } | { action: Action | null; event: AuditAction | null });

export const declareMutations = <const D extends Record<string, MutationDeclaration>>(declarations: D) =>
  Object.fromEntries(
    Object.entries(declarations).map(([name, declared]) => [name, { event: declared.action, scopes: [], ...declared }]),
  ) as Record<keyof D, Mutation>;
