import { toUserAnswer, type UserAnswer, type UserRow } from '../database/user-answer.ts';
import type { AllowedOrganisations } from './allowed-organisations.ts';

/** The fields of a user that the caller may read: without telephone number, supervisor and last sign-in if the user is of another organisation. */
export const visibleUser = (allowed: AllowedOrganisations, user: UserRow): UserRow =>
  allowed === 'any' || user.ent_org_id === allowed.organisationId
    ? user
    : { ...user, country_code: null, mobile: null, supervisor: null, last_sign_in_at: null };

/** A user in the REST shape with the fields that the caller may read. */
export const toVisibleUserAnswer = (allowed: AllowedOrganisations, user: UserRow | undefined): UserAnswer | null =>
  user ? toUserAnswer(visibleUser(allowed, user)) : null;
