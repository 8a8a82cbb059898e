import type { FieldError } from '../base/errors.ts';
import { organisationFor } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { type OrganisationBody, organisationOf, type UserBody } from '../product-api/shape.ts';

/** An organisation on which an act is done. */
export interface ActedOrganisation {
  /** The organisation as it is now. When it cannot be read again this fails, and the act is done all the same. */
  organisation(): Promise<OrganisationBody>;
}

/** An organisation that was made, and who could not be created in it. */
export interface CreatedOrganisation {
  organisationId: string;
  failed: RefusedPerson[];
}

/** Somebody who could not be created, and why. */
export interface RefusedPerson {
  designationId: string | null;
  email: string;
  message: string;
  fields: FieldError[];
}

/** Who is on board now. */
export interface Onboarded {
  /** Null for somebody who is not signed in. */
  user: UserBody | null;
  organisationId: string | null;
}

/** Whose designations a nomination has changed. */
export interface Nominated {
  organisationId: string;
  users: UserBody[];
}

/** Keys of an answer that tells all of an organisation. */
const told = ['brandname', 'is_disabled', 'facility', 'organizer', 'logo', 'user_limit', 'total_asmts_count'] as const;

/** An organisation as it was read, with nothing left to do. */
export const asRead = (organisation: OrganisationBody): ActedOrganisation => ({
  organisation: async () => organisation,
});

/** An organisation that is read anew when somebody asks for it. */
export const asReadLater = (api: RequestCalls, id: string): ActedOrganisation => ({
  organisation: () => organisationFor(api, id),
});

/** An organisation as a command's answer has it; one that lacks fields is read. */
export function asAnswered(
  api: RequestCalls,
  answered: OrganisationBody | null | undefined,
  id: string,
): ActedOrganisation {
  const organisation = organisationOf(answered);
  const whole = organisation !== null && told.every((key) => key in organisation);
  return whole && String(organisation.id) === id ? asRead(organisation) : asReadLater(api, id);
}
