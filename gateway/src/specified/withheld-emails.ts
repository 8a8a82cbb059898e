import { emailScheduleCalls } from '@console/contract/calls/users-file';
import type { Context } from '../core/context.ts';
import { textOf, toWireId } from '../product-api/shape.ts';
import { callIfSupported } from './extension-calls.ts';

/** Whether a new user was not emailed a link. False if unknown. */
export const isEmailWithheld = async (context: Context, answered: unknown): Promise<boolean> =>
  answered === true && (await context.supports('extensions_1_1'));

/** Email addresses of new users who were not emailed a link. None if unknown. */
export async function withheldEmailsOf(context: Context, answered: unknown): Promise<string[]> {
  if (!Array.isArray(answered) || !(await context.supports('extensions_1_1'))) return [];
  return answered.filter((email) => typeof email === 'string');
}

/** When the last of so many new invitations is emailed. Null if all are emailed at once, or if unknown. */
export async function readEmailsUntil(context: Context, organisationId: string, count: number): Promise<string | null> {
  if (count === 0) return null;
  const query = { org_id: toWireId(organisationId), count: String(count) };
  const answer = await callIfSupported(context, emailScheduleCalls.emailSchedule, { query });
  return textOf(answer?.emails_until);
}
