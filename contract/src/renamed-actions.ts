import type { AuditAction } from './audit-actions.ts';

/**
 * Actions that were recorded under another name before. The name is part of the hash of an event, so that stored events keep it: all that reads them goes through this table.
 */
const renamedActions = {
  'invitations:lapse': 'invitations:expire',
  'users:endExternal': 'users:removeExternal',
  'webhooks:sendAgain': 'webhooks:resend',
} as const satisfies Record<string, AuditAction>;

type FormerAction = keyof typeof renamedActions;

/** The name of an action as an event has it. */
export type RecordedAction = AuditAction | FormerAction;

export const formerActions = Object.keys(renamedActions) as [FormerAction, ...FormerAction[]];

const isFormer = (recorded: string): recorded is FormerAction => Object.hasOwn(renamedActions, recorded);

/** The action of a recorded event by its present name. */
export const presentAction = <T extends string>(recorded: T): Exclude<T, FormerAction> | AuditAction =>
  isFormer(recorded) ? renamedActions[recorded] : (recorded as Exclude<T, FormerAction>);

/** All names under which events of an action were recorded, the former one first. */
export const recordedNames = (action: RecordedAction): [RecordedAction, ...RecordedAction[]] => {
  const present = presentAction(action);
  const former = formerActions.find((name) => renamedActions[name] === present);
  return former ? [former, present] : [present];
};
