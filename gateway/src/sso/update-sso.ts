import { calls } from '@console/contract/calls/all';
import { maxLength, secretMask, texts } from '@console/contract/rules';
import { invalid } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { refuseFaulty, textFault } from '../core/input-checks.ts';
import type { UpdateSsoInput } from '../generated/resolvers-types.ts';
import { allowedTo, unlessNoId } from '../product-api/reads.ts';
import { withInputNames, withoutSecret } from '../product-api/refusals.ts';
import { idOut } from '../product-api/shape.ts';
import { type ActedSso, readSso, ssoIn } from './sso.ts';

const names = {
  client_id: 'clientId',
  tenant_id: 'tenantId',
  client_secret: 'clientSecret',
  ent_org_id: 'organisationId',
};

/** REST-51. The call needs all three values, so without a new secret the stored one of REST-50 is sent back; saves of an organisation run one after another. */
export async function updateSso({ api, services }: Context, input: UpdateSsoInput): Promise<ActedSso> {
  const organisationId = String(input.organisationId).trim();
  await allowedTo(api, 'sso:edit', organisationId);
  const client_id = input.clientId.trim();
  const tenant_id = input.tenantId.trim();
  // The mask means that the secret does not change.
  const given = input.clientSecret?.trim() === secretMask ? null : (input.clientSecret ?? null);
  refuseFaulty(
    textFault('clientId', client_id, maxLength.ssoId),
    textFault('tenantId', tenant_id, maxLength.ssoId),
    given === null ? null : textFault('clientSecret', given, maxLength.ssoSecret),
  );
  return services.turns.take(`sso ${organisationId}`, async () => {
    const client_secret = given ?? (await unlessNoId(readSso(api, organisationId), organisationId)).secret;
    if (client_secret === null) throw invalid([{ path: 'clientSecret', message: texts.field.required }]);
    const body = { adfs: { client_id, tenant_id, client_secret, ent_org_id: idOut(organisationId) } };
    const saved = unlessNoId(api.call(calls.updateAdfs, { body }), organisationId);
    const { sso } = ssoIn(await withInputNames(names, withoutSecret(client_secret, saved)), organisationId);
    return { organisationId, sso: async () => sso ?? (await readSso(api, organisationId)).sso };
  });
}
