import type { SignInRefusal } from '@console/contract/errors';
import { recordRefusal } from '../core/audit-refusal.ts';
import type { Context } from '../core/context.ts';
import type { LoginOutcome } from './login-results.ts';

const reasons: Partial<Record<LoginOutcome['__typename'], SignInRefusal | 'USER_NOT_FOUND'>> = {
  InvalidOtp: 'INVALID_OTP',
  InvalidCredentials: 'INVALID_CREDENTIALS',
  UserNotFound: 'USER_NOT_FOUND',
  UserDisabled: 'USER_INACTIVE',
  OrganisationDisabled: 'ORG_INACTIVE',
};

/** Records a failed sign-in unless our platform has refused and recorded it; it does not refuse an unknown email before the password. */
export function recordFailedSignIn(context: Context, { __typename }: LoginOutcome, email: string): void {
  const reason = reasons[__typename];
  const isRecorded = context.services.productApi.announcesExtensions && __typename !== 'UserNotFound';
  if (reason && !isRecorded) recordRefusal(context, { action: 'login', reason, email });
}
