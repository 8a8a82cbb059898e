import { type AuditAction, auditActions } from '../audit-actions.ts';
import type { Call } from '../call.ts';
import { mutationNames, mutationOf } from '../mutations.ts';
import { calls } from './all.ts';
import { extensionCalls } from './extensions.ts';

/** Names in reported refusals that belong neither to a mutation nor to a call. */
const otherNames: readonly (readonly [name: string, action: AuditAction])[] = [
  ['session:guesses', 'session:block'],
  ['session:resume', 'session:useKey'],
  ['security:end', 'security:endSession'],
  ['orgKeys:create', 'keys:create'],
  ['orgKeys:rotate', 'keys:rotate'],
];

const declared: readonly (readonly [name: string, action: AuditAction | null | undefined])[] = [
  ...Object.values<Call>({ ...calls, ...extensionCalls }).map(({ name, event }) => [name, event] as const),
  ...mutationNames.map((name) => [name, mutationOf(name).event] as const),
];

const byName: ReadonlyMap<string, AuditAction> = new Map([
  ...auditActions.map((action) => [action, action] as const),
  ...otherNames,
  ...declared.flatMap(([name, action]) => (action ? [[name, action] as const] : [])),
]);

/** The action with this name, or with the name of one of its mutations or REST calls, as refusals report it. */
export const auditActionOf = (name: string): AuditAction => byName.get(name) ?? 'access:request';
