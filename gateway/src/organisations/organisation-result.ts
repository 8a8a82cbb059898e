import type { FieldError } from '../base/errors.ts';
import { organisationFor } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { type OrganisationBody, organisationOf, type UserBody } from '../product-api/shape.ts';

/** The result of a mutation on an organisation. */
export interface ActedOrganisation {
  /** Reads the organisation again if necessary; may fail although the mutation succeeded. */
  organisation(): Promise<OrganisationBody>;
}

/** A new organisation, and the people who could not be created in it. */
export interface CreatedOrganisation {
  organisationId: string;
  failed: RefusedPerson[];
}

export interface RefusedPerson {
  designationId: string | null;
  email: string;
  message: string;
  fields: FieldError[];
}

export interface Onboarded {
  /** Null without a session. */
  user: UserBody | null;
  organisationId: string | null;
}

export interface Nominated {
  organisationId: string;
  users: UserBody[];
}

/** Keys of a response that contains the whole organisation. */
const requiredKeys = [
  'brandname',
  'is_disabled',
  'facility',
  'organizer',
  'logo',
  'user_limit',
  'total_asmts_count',
] as const;

export const asRead = (organisation: OrganisationBody): ActedOrganisation => ({
  organisation: async () => organisation,
});

export const asReadLater = (api: RequestCalls, id: string): ActedOrganisation => ({
  organisation: () => organisationFor(api, id),
});

/** Uses the organisation in a response, or reads it when fields are missing. */
export function asAnswered(
  api: RequestCalls,
  answered: OrganisationBody | null | undefined,
  id: string,
): ActedOrganisation {
  const organisation = organisationOf(answered);
  const whole = organisation !== null && requiredKeys.every((key) => key in organisation);
  return whole && String(organisation.id) === id ? asRead(organisation) : asReadLater(api, id);
}
