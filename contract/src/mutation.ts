import type { Action } from './access.ts';
import type { AuditAction } from './audit-actions.ts';
import type { KeyScope } from './key-scopes.ts';

export interface Mutation {
  /** Permission for its organisation; null if it depends on more than that, or on none. */
  action: Action | null;
  /** Action in the audit log. Null if the mutation changes nothing. */
  event: AuditAction | null;
  /** The calls that write, in order, in an organisation where each has an effect. */
  writes?: readonly string[];
  /** The scopes that an API key needs: those of all its calls, so that none is refused after another was made. */
  scopes: readonly KeyScope[];
  /** A scope that it also needs when its input has this field. */
  scopeOfField?: readonly [field: string, scope: KeyScope];
  /** A person confirms it, always or where it gives a role of their own level; an API key needs `sensitive:write` in place of the password. */
  isConfirmed?: true;
  /** `none`: it takes no idempotency key; `secret`: its answer has a secret and is not stored. By default a repetition gets the stored answer. */
  idempotency?: 'none' | 'secret';
  /** What tests send and expect; without it, gateway/src/testing/samples has it. */
  sample?: MutationSample;
}

/** A mutation that succeeds in every organisation, on what the test has prepared in it, and its effect. */
interface MutationSample {
  /** Its arguments. `'{organisationId}'` is the id of the organisation that a test sends it for, and so on. */
  args: Readonly<Record<string, unknown>>;
  /** The target of its event, and a field that it changes; of an assessment in progress, an active user and an inactive one, and a pending request. Without `to`, which is an id, any. */
  changes: readonly [target: string, field: string, from: string | null, to?: string];
}

/** Declaration of a mutation. Default event: its action. No scopes: it concerns signing in, passwords or a person only. */
type MutationDeclaration = Omit<Mutation, 'action' | 'event' | 'scopes'> &
  Partial<Pick<Mutation, 'scopes'>> &
  ({ action: Action & AuditAction; event?: never } | { action: Action | null; event: AuditAction | null });

export const declareMutations = <const D extends Record<string, MutationDeclaration>>(declarations: D) =>
  Object.fromEntries(
    Object.entries(declarations).map(([name, declared]) => [name, { event: declared.action, scopes: [], ...declared }]),
  ) as Record<keyof D, Mutation>;
