import type { Caller } from '../core/access/caller.ts';
import { findIdempotentResult, type IdempotentCommand, storeIdempotentResult } from '../core/access/idempotency.ts';
import type { Services } from '../core/access/services.ts';
import { type EntOrg, readEntOrg } from '../core/database/ent-org.ts';
import { runCommand } from '../core/database/transaction.ts';
import { readImages } from '../core/files/images.ts';
import type { UploadedFile } from '../core/files/upload.ts';
import { type OrganisationInput, readOrganisationForm, readUserLimit } from './organisation-form.ts';
import { insertOrganisation } from './write-organisation.ts';

export interface OrganisationRequest {
  input: OrganisationInput;
  files: Partial<Record<string, UploadedFile>>;
  idempotency: IdempotentCommand | undefined;
}

/** Creates an organisation; a repeated idempotency key returns the existing one. Throws 422 by field, FILE_REFUSED, IDEMPOTENCY_CONFLICT. */
export async function createOrganisation(
  services: Services,
  caller: Caller,
  requestId: string,
  { input, files, idempotency }: OrganisationRequest,
): Promise<EntOrg> {
  const form = { ...readOrganisationForm(input, files, { isNew: true }), user_limit: readUserLimit(input) };
  const images = await readImages(services, `user:${caller.userId}`, files);
  return runCommand(services, { ...caller, requestId }, async (trx) => {
    const now = services.clock();
    const existingId = await findIdempotentResult(trx, now, idempotency);
    if (existingId !== null) return { answer: await readEntOrg(trx, existingId), audit: null };
    const { id, after } = await insertOrganisation(trx, now, form, images);
    await storeIdempotentResult(trx, idempotency, id);
    const audit = { action: 'organisations:create', target: { type: 'ent_org', id }, after };
    return { answer: await readEntOrg(trx, id), audit };
  });
}
