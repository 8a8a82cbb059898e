import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation } from '../core/access/locks.ts';
import { assertUnchanged } from '../core/base/assert-unchanged.ts';
import { parseId } from '../core/base/parse-id.ts';
import { runCommand } from '../core/database/transaction.ts';
import type { OrganisationRequest } from './create-organisation.ts';
import { renderImages } from './images.ts';
import { parseOrganisationForm } from './organisation-form.ts';
import { type OrganisationResponse, readOrganisationResponse } from './organisation-response.ts';
import type { OrganisationServices } from './organisation-services.ts';
import { translateTakenNameError, updateOrganisationWithImages } from './write-organisation.ts';

/** Updates an organisation, by default the caller's; missing files stay. Throws 403, 404, 409 on an edit conflict, 422, FILE_REFUSED. */
export async function updateOrganisation(
  services: OrganisationServices,
  caller: Caller,
  { input, files }: OrganisationRequest,
): Promise<OrganisationResponse> {
  const id = parseId(input.id ?? caller.organisationId ?? 0);
  const form = await runCommand(services, caller, async (trx) => {
    const stored = await lockAllowedOrganisation(trx, caller, 'organisations:edit', id);
    return { answer: parseOrganisationForm(input, files, { isNew: false, stored }), audit: null };
  });
  const images = await renderImages(services, `organisation:${id}`, files);
  return runCommand(services, caller, async (trx) => {
    const current = await lockAllowedOrganisation(trx, caller, 'organisations:edit', id);
    assertUnchanged('organisation', current.updated_at, input.expected_updated_at);
    const changed = await updateOrganisationWithImages(trx, services.clock(), current, form, images);
    const audit = changed && { action: 'organisations:edit', target: { type: 'ent_org', id }, ...changed };
    return { answer: await readOrganisationResponse(trx, id), audit };
  }).catch(translateTakenNameError);
}
