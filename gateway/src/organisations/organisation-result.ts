import type { ErrorCode } from '@console/contract/errors';
import type { FieldError } from '../base/errors.ts';
import { readAllowedOrganisation } from '../core/caller.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { type OrganisationBody, organisationIfComplete, type UserBody } from '../product-api/shape.ts';

/** The result of a mutation on an organisation. */
export interface OrganisationResult {
  /** Reads the organisation again if necessary; may fail although the mutation succeeded. */
  organisation(): Promise<OrganisationBody>;
}

/** A new organisation, and the people who could not be created in it. */
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
  /** The caller; null without a session. */
  viewer: { user: UserBody } | null;
  /** Null with a token. */
  organisationId: string | null;
  /** Whether the organiser's link is not emailed. */
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

/** Uses the organisation in a response, or reads it when fields are missing. */
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
