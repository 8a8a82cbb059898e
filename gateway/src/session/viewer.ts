import { readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { readCurrentUser, readOrganisation, readOwnOrganisation } from '../product-api/reads.ts';
import type { OrganisationBody } from '../product-api/shape.ts';
import type { ViewerParent } from './login-results.ts';

/** REST-3. Our platform answers the caller's organisation without its id, so it is read at the same time. */
export async function readViewer(context: Context, needsOrganisation: boolean): Promise<ViewerParent> {
  const { api } = context;
  const user = readCurrentUser(api);
  const organisation = needsOrganisation ? startOrganisation(context) : null;
  // A field reads it later; a failure before that is no unhandled rejection.
  organisation?.catch(() => undefined);
  return { user: await user, ...(organisation && { organisation }) };
}

/** Without extensions the organisation is read by the id in the user's record. */
async function startOrganisation(context: Context): Promise<OrganisationBody | null> {
  const { api } = context;
  if (await context.supports('own_org')) return readOwnOrganisation(api);
  const { organisationId } = await readCaller(api);
  return organisationId === null ? null : readOrganisation(api, organisationId);
}
