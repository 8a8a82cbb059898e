import type { Caller } from '../core/access/caller.ts';
import { lockCaller } from '../core/access/locks.ts';
import { runCommand } from '../core/database/transaction.ts';
import type { UploadedFile } from '../core/files/upload.ts';
import { renderImages } from './images.ts';
import { type OrganisationInput, parseOrganisationForm, timeZoneOf, userLimitOf } from './organisation-form.ts';
import { type OrganisationResponse, readOrganisationResponse } from './organisation-response.ts';
import type { OrganisationServices } from './organisation-services.ts';
import { insertOrganisationWithImages } from './write-organisation.ts';

export interface OrganisationRequest {
  input: OrganisationInput;
  files: Partial<Record<string, UploadedFile>>;
}

/** Throws 422 by field, FILE_REFUSED. */
export async function createOrganisation(
  services: OrganisationServices,
  caller: Caller,
  { input, files }: OrganisationRequest,
): Promise<OrganisationResponse> {
  const texts = parseOrganisationForm(input, files, { isNew: true });
  const form = { ...texts, ...timeZoneOf(input), user_limit: userLimitOf(input) };
  const images = await renderImages(services, `user:${caller.userId}`, files);
  return runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    const { id, after } = await insertOrganisationWithImages(trx, services.clock(), form, images);
    const audit = { action: 'organisations:create', target: { type: 'ent_org', id }, after };
    return { answer: await readOrganisationResponse(trx, id), audit };
  });
}
