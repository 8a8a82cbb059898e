import type { ErrorCode } from '@console/contract/errors';
import type { FieldError } from '../base/errors.ts';
import { readAllowedOrganisation } from '../core/caller.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { type OrganisationBody, organisationIfComplete, type UserBody } from '../product-api/shape.ts';

export interface OrganisationResult {
  organisation(): Promise<OrganisationBody>;
}

export interface OrganisationCreationResult {
  organisationId: string;
  failed: RefusedPerson[];
}

export interface RefusedPerson {
  designationId: string | null;
  email: string;
  code: ErrorCode;
  message: string;
  fields: FieldError[];
}

export interface OnboardingResult {
  /** Null without a session. */
  viewer: { user: UserBody } | null;
  /** Null with a token. */
  organisationId: string | null;
  isEmailUnsent: boolean;
}

export interface NominationResult {
  organisationId: string;
  users: UserBody[];
}

export const organisationResultOf = (organisation: OrganisationBody): OrganisationResult => ({
  organisation: async () => organisation,
});

export const lazyOrganisationResult = (api: RequestCalls, id: string): OrganisationResult => ({
  organisation: () => readAllowedOrganisation(api, id),
});

export function organisationResultFromResponse(
  api: RequestCalls,
  answered: OrganisationBody | null | undefined,
  id: string,
): OrganisationResult {
  const organisation = organisationIfComplete(answered);
  return organisation !== null && String(organisation.id) === id
    ? organisationResultOf(organisation)
    : lazyOrganisationResult(api, id);
}
