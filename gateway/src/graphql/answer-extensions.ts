import type { Context } from '../core/context.ts';
import { costExtension } from './key-budget.ts';

/** `extensions` of an answer: what an operation with an API key costs, or why the browser's session has ended; and the cost that was asked for. */
export function answerExtensions(context: Context) {
  const { session, operationCost } = context;
  const own = session.end === undefined ? costExtension(context) : { sessionEnd: session.end };
  return operationCost === null ? own : { ...own, operationCost };
}
