import { type OrganisationBody, organisationOf } from '../product-api/shape.ts';
import { readAllowedOrganisation } from './caller.ts';
import type { Context } from './context.ts';

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

/** The organisation in a response; null when fields are missing. */
export function organisationIfComplete(answered: unknown): OrganisationBody | null {
  const organisation = organisationOf(answered);
  return organisation !== null && requiredKeys.every((key) => key in organisation) ? organisation : null;
}

interface WithOrganisation {
  organisationId: string | null;
  /** The organisation in the response to the mutation, if it was in it. */
  organisation?: OrganisationBody | null;
}

/** The organisation of a payload. The mutation has succeeded: a failed read afterwards only affects this field. */
export async function payloadOrganisation(
  { organisationId, organisation }: WithOrganisation,
  _args: object,
  { api }: Context,
): Promise<OrganisationBody | null> {
  if (organisation || organisationId === null) return organisation ?? null;
  return readAllowedOrganisation(api, organisationId);
}
