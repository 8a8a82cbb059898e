import type { Context } from '../core/context.ts';
import { readPerson } from '../product-api/reads.ts';
import { readCallersOrganisation } from '../specified/organisations.ts';
import type { ViewerParent } from './login-results.ts';

/** REST-3, and the caller's organisation at the same time where the product API does not need its id. */
export async function readViewer(context: Context, needsOrganisation: boolean): Promise<ViewerParent> {
  const { api } = context;
  const user = readPerson(api);
  const organisation = needsOrganisation ? readCallersOrganisation(context) : null;
  // A field reads it later; a failure before that is no unhandled rejection.
  organisation?.catch(() => undefined);
  return { user: await user, ...(organisation && { organisation }) };
}
