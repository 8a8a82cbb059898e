import { toId } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { holdReached } from '../core/access/lock-allowed-organisation.ts';
import type { Services } from '../core/access/services.ts';
import { invalid, stale } from '../core/base/failure.ts';
import { type EntOrg, readEntOrg } from '../core/database/ent-org.ts';
import { act } from '../core/database/transaction.ts';
import { readImages } from '../core/files/images.ts';
import type { GivenOrganisation } from './create-organisation.ts';
import { readOrganisationForm } from './organisation-form.ts';
import { changeOrganisation, refuseTakenName } from './write-organisation.ts';

/**
 * Changes an organisation, the caller's own without an id; files that are left out stay. Throws 403, 404, 409 when it is newer than the caller knows,
 * 422 with texts by field, FILE_REFUSED.
 */
export async function updateOrganisation(
  services: Services,
  caller: Caller,
  requestId: string,
  { input, files }: GivenOrganisation,
): Promise<EntOrg> {
  const id = toId(input.id ?? caller.organisationId ?? 0);
  const form = await act(services, { ...caller, requestId }, async (trx) => {
    await holdReached(trx, caller, 'organisations:edit', id);
    return { answer: readOrganisationForm(input, files, { isNew: false }), audit: null };
  });
  const images = await readImages(services, `organisation:${id}`, files);
  return act(services, { ...caller, requestId }, async (trx) => {
    const was = await holdReached(trx, caller, 'organisations:edit', id);
    refuseStale(was.updated_at, input.expected_updated_at);
    const changed = await changeOrganisation(trx, services.clock(), was, form, images);
    const audit = changed && { action: 'organisations:edit', target: { type: 'ent_org', id }, ...changed };
    return { answer: await readEntOrg(trx, id), audit };
  }).catch(refuseTakenName);
}

function refuseStale(updated_at: Date, expected: string | undefined): void {
  if (expected === undefined) return;
  const moment = Date.parse(expected);
  if (Number.isNaN(moment)) throw invalid({ expected_updated_at: ['must be a moment'] });
  if (moment !== updated_at.getTime()) throw stale('organisation');
}
