import type { OrganisationBody } from '../product-api/shape.ts';
import { readAllowedOrganisation } from './caller.ts';
import type { Context } from './context.ts';

/** The organisation of a payload. The mutation has succeeded: a failed read afterwards only affects this field. */
export const payloadOrganisation = (
  { organisationId }: { organisationId: string | null },
  _args: object,
  { api }: Context,
): Promise<OrganisationBody> | null => (organisationId === null ? null : readAllowedOrganisation(api, organisationId));
