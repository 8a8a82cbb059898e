import type { SignInRefusal } from '@console/contract/errors';
import { recordRefusal, recordsRefusals } from '../core/audit-refusal.ts';
import type { Context } from '../core/context.ts';
import type { LoginOutcome } from './login-results.ts';

const reasons: Partial<Record<LoginOutcome['__typename'], SignInRefusal | 'USER_NOT_FOUND'>> = {
  InvalidOtp: 'INVALID_OTP',
  InvalidCredentials: 'INVALID_CREDENTIALS',
  UserNotFound: 'USER_NOT_FOUND',
  UserDisabled: 'USER_INACTIVE',
  OrganisationDisabled: 'ORG_INACTIVE',
  SingleSignOnRequired: 'SINGLE_SIGN_ON_REQUIRED',
};

/** Records a failed sign-in unless the product API has refused and recorded it; it does not refuse an unknown email before the password. */
export async function recordFailedSignIn(context: Context, { __typename }: LoginOutcome, email: string): Promise<void> {
  const reason = reasons[__typename];
  if (!reason) return;
  const isRecorded = __typename !== 'UserNotFound' && (await recordsRefusals(context.services, context.call));
  if (!isRecorded) recordRefusal(context, { action: 'login', reason, email });
}
