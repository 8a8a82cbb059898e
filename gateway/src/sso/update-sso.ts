import { calls } from '@console/contract/calls/all';
import { maxLength, secretMask, texts } from '@console/contract/rules';
import { invalid } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { assertValid, checkText } from '../core/input-checks.ts';
import type { UpdateSsoInput } from '../generated/resolvers-types.ts';
import { authorize, notFoundForInvalidId } from '../product-api/reads.ts';
import { hideSecret, withInputNames } from '../product-api/refusals.ts';
import { toWireId } from '../product-api/shape.ts';
import { readSso, type SsoResult, ssoIn } from './sso.ts';

const names = {
  client_id: 'clientId',
  tenant_id: 'tenantId',
  client_secret: 'clientSecret',
  ent_org_id: 'organisationId',
};

/** REST-51. The call needs all three values, so without a new secret the stored one of REST-50 is sent back; saves of an organisation run one after another. */
export async function updateSso({ api, services }: Context, input: UpdateSsoInput): Promise<SsoResult> {
  const organisationId = String(input.organisationId).trim();
  await authorize(api, 'sso:edit', organisationId);
  const client_id = input.clientId.trim();
  const tenant_id = input.tenantId.trim();
  // The mask means that the secret does not change.
  const given = input.clientSecret?.trim() === secretMask ? null : (input.clientSecret ?? null);
  assertValid(
    checkText('clientId', client_id, maxLength.ssoId),
    checkText('tenantId', tenant_id, maxLength.ssoId),
    given === null ? null : checkText('clientSecret', given, maxLength.ssoSecret),
  );
  return services.keyedMutex.runExclusive(`sso ${organisationId}`, async () => {
    const client_secret = given ?? (await notFoundForInvalidId(readSso(api, organisationId), organisationId)).secret;
    if (client_secret === null) throw invalid([{ path: 'clientSecret', message: texts.field.required }]);
    const body = { adfs: { client_id, tenant_id, client_secret, ent_org_id: toWireId(organisationId) } };
    const saved = notFoundForInvalidId(api.call(calls.updateAdfs, { body }), organisationId);
    const { sso } = ssoIn(await withInputNames(names, hideSecret(client_secret, saved)), organisationId);
    return { organisationId, sso: async () => sso ?? (await readSso(api, organisationId)).sso };
  });
}
