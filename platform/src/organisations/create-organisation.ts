import type { Caller } from '../core/access/caller.ts';
import { type Attempt, made, madeBefore } from '../core/access/idempotency.ts';
import type { Services } from '../core/access/services.ts';
import { type EntOrg, readEntOrg } from '../core/database/ent-org.ts';
import { act } from '../core/database/transaction.ts';
import { readImages } from '../core/files/images.ts';
import type { UploadedFile } from '../core/files/upload.ts';
import { type OrganisationInput, readOrganisationForm, readUserLimit } from './organisation-form.ts';
import { insertOrganisation } from './write-organisation.ts';

/** The texts and files of a form, and the attempt that it belongs to. */
export interface GivenOrganisation {
  input: OrganisationInput;
  files: Partial<Record<string, UploadedFile>>;
  attempt: Attempt | undefined;
}

/** Creates an organisation; the same attempt again answers the one that is there. Throws 422 with texts by field, FILE_REFUSED, IDEMPOTENCY_CONFLICT. */
export async function createOrganisation(
  services: Services,
  caller: Caller,
  requestId: string,
  { input, files, attempt }: GivenOrganisation,
): Promise<EntOrg> {
  const form = { ...readOrganisationForm(input, files, { isNew: true }), user_limit: readUserLimit(input) };
  const images = await readImages(services, `user:${caller.userId}`, files);
  return act(services, { ...caller, requestId }, async (trx) => {
    const now = services.clock();
    const before = await madeBefore(trx, now, attempt);
    if (before !== null) return { answer: await readEntOrg(trx, before), audit: null };
    const { id, after } = await insertOrganisation(trx, now, form, images);
    await made(trx, attempt, id);
    const audit = { action: 'organisations:create', target: { type: 'ent_org', id }, after };
    return { answer: await readEntOrg(trx, id), audit };
  });
}
