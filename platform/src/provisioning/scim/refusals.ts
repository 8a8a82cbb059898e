import { texts } from '@console/contract/rules';
import { hourMs, secondMs } from '../../core/base/clock.ts';
import { Failure } from '../../core/base/failure.ts';
import { ScimError } from './scim-error.ts';

/** 401: not listed, because the Organisers revoked the key themselves. */
export const revokedKey = new ScimError(401, 'This SCIM key was revoked.');

export const expiredKey = new ScimError(401, 'This SCIM key has expired.');

/** 409: an email out of SCIM's reach, or a duplicate name or id. The text never says which organisation has it. */
export const notUnique = (attribute: string) =>
  new ScimError(
    409,
    `Another user has this ${attribute}, or it cannot be used. Change it at the identity provider.`,
    'uniqueness',
  );

/** 409: a person deactivated the user, so only a person can activate them. */
export const deactivatedHere = () =>
  new ScimError(
    409,
    'This user was deactivated in the console. An Organiser must first activate the user in the console.',
    'uniqueness',
  );

/** 404, also for a user out of SCIM's reach. */
export const unknownUser = () => new ScimError(404, 'There is no user with this id.');

/** 412 (RFC 7644, 3.14). */
export const versionChanged = () =>
  new ScimError(412, 'The user was changed after this version was read. Read the user again.');

/** 409: the index on senior positions has another active holder. */
const seniorPositionHeld = () =>
  new ScimError(
    409,
    'Another active user holds the senior position of this user. An Organiser must first change one of the two.',
    'uniqueness',
  );

export const userLimitReached = () => new ScimError(403, texts.users.limitReached);

export const tooManyDeactivations = () =>
  new ScimError(
    429,
    'Too many users were deactivated within an hour. An Organiser must resume deactivations in the console.',
    null,
    hourMs / secondMs,
  );

/** 429 with the seconds to wait. */
export const tooManyNewUsers = (seconds: number) =>
  new ScimError(429, 'Too many users were created within an hour. Send the request again later.', null, seconds);

/** Converts a failure of a command for SCIM; unknown ones do not change. */
export function toScimError(error: unknown): unknown {
  if ((error as { constraint?: unknown }).constraint === 'ent_usr_senior') return seniorPositionHeld();
  if (!(error instanceof Failure) || error.status !== 422) return error;
  const { body } = error;
  if ('code' in body && body.code === 'USER_LIMIT_REACHED') return userLimitReached();
  return 'message' in body ? new ScimError(403, String(body.message)) : error;
}
