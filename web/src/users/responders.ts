import { texts } from '@console/contract/rules';
import type { UserStatusButton_UserFragment } from '../gql/graphql.ts';

type Responder = UserStatusButton_UserFragment['responder'];

const lists = ['continuer', 'investigator', 'arc'] as const;
const failures = {
  continuer: texts.respondersFailed.continuer,
  investigator: texts.respondersFailed.investigator,
  arc: texts.respondersFailed.task,
};

/** Whether the user is in any list that could be loaded. */
export const isResponder = (responder: Responder): boolean => lists.some((list) => responder?.[list] === true);

/** The messages for the lists that could not be loaded. */
export const failedResponderListMessages = (responder: Responder): string[] =>
  lists.filter((list) => (responder?.[list] ?? null) === null).map((list) => failures[list]);
