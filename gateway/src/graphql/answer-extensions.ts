import type { Context } from '../core/context.ts';
import { costExtension } from './key-budget.ts';

/** `extensions` of an answer: what an operation with an API key costs, or why the browser's session has ended. */
export const answerExtensions = (context: Context) => {
  const { end } = context.session;
  return end === undefined ? costExtension(context) : { sessionEnd: end };
};
