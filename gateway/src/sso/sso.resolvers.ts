import { calls } from '@console/contract/calls/all';
import { requiredProblem } from '@console/contract/fields/field-problem';
import { maxLength, secretMask } from '@console/contract/rules';
import { invalid } from '../base/errors.ts';
import { authorize } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid, checkText } from '../core/input-checks.ts';
import { payloadOrganisation } from '../core/payloads.ts';
import { confirmOwnPassword } from '../core/reauthentication.ts';
import type { Resolvers, SingleSignOn, UpdateSsoInput } from '../generated/resolvers-types.ts';
import { hideSecretInRefusal, notFoundForInvalidId, rethrowWithInputNames } from '../product-api/refusals.ts';
import { idOf, toWireId } from '../product-api/shape.ts';
import { storedTextOrNull } from '../specified/stored-texts.ts';
import { readSignInRules, updateSignInRules } from './sign-in-rules.ts';
import {
  mayActivate,
  readRedirectUrl,
  readSingleSignOn,
  setSingleSignOn,
  testSingleSignOn,
  updateSingleSignOn,
  verifySsoDomain,
} from './single-sign-on.ts';
import { readSso, type SsoResult, ssoIn } from './sso.ts';

const names = {
  client_id: 'clientId',
  tenant_id: 'tenantId',
  client_secret: 'clientSecret',
  ent_org_id: 'organisationId',
};

/** REST-51 needs all three values: missing ones are read by REST-50. Saves of an organisation run one by one. */
async function updateSso(context: Context, input: UpdateSsoInput): Promise<SsoResult> {
  const { api, services } = context;
  const organisationId = String(input.organisationId).trim();
  await authorize(api, 'sso:edit', organisationId);
  const client_id = input.clientId?.trim();
  const tenant_id = input.tenantId?.trim();
  // The mask means that the secret does not change.
  const given = input.clientSecret?.trim() === secretMask ? null : (input.clientSecret ?? null);
  assertValid(
    input.clientId === undefined ? null : checkText('clientId', client_id ?? '', maxLength.ssoId),
    input.tenantId === undefined ? null : checkText('tenantId', tenant_id ?? '', maxLength.ssoId),
    given === null ? null : checkText('clientSecret', given, maxLength.ssoSecret),
  );
  return services.keyedMutex.runExclusive(`sso ${organisationId}`, async () => {
    const isPartial = client_id === undefined || tenant_id === undefined || given === null;
    const stored = isPartial ? await notFoundForInvalidId(readSso(api, organisationId), organisationId) : null;
    // An escaped text may differ from the stored one: it must be entered again.
    const known = (text: string | null | undefined) => storedTextOrNull(context, text);
    const adfs = {
      client_id: client_id ?? (await known(stored?.sso?.clientId)),
      tenant_id: tenant_id ?? (await known(stored?.sso?.tenantId)),
      client_secret: given ?? (await known(stored?.secret)),
    };
    const { client_id: clientId, tenant_id: tenantId, client_secret } = adfs;
    if (clientId === null || tenantId === null || client_secret === null) throw missingFields(adfs);
    const body = {
      adfs: { client_id: clientId, tenant_id: tenantId, client_secret, ent_org_id: toWireId(organisationId) },
    };
    if (input.currentPassword != null) await confirmOwnPassword(context, input.currentPassword);
    const saved = notFoundForInvalidId(api.call(calls.updateAdfs, { body }), organisationId);
    const { sso } = ssoIn(
      await rethrowWithInputNames(names, hideSecretInRefusal(client_secret, saved)),
      organisationId,
    );
    return { organisationId, sso: async () => sso ?? (await readSso(api, organisationId)).sso };
  });
}

/** INVALID for values that are neither given nor stored. */
const missingFields = (adfs: Record<'client_id' | 'tenant_id' | 'client_secret', string | null>) =>
  invalid(
    (['client_id', 'tenant_id', 'client_secret'] as const)
      .filter((name) => adfs[name] === null)
      .map((name) => ({ path: names[name], ...requiredProblem })),
  );

const singleSignOnPayload = {
  singleSignOn: ({ singleSignOn }: { singleSignOn(): Promise<SingleSignOn | null> }) => singleSignOn(),
  organisation: payloadOrganisation,
};

export const ssoResolvers: Resolvers = {
  Mutation: {
    updateSso: (_root, { input }, context) => updateSso(context, input),
    updateSingleSignOn: (_root, { input }, context) => updateSingleSignOn(context, input),
    verifySsoDomain: (_root, { input }, context) => verifySsoDomain(context, input),
    testSingleSignOn: (_root, { input }, context) => testSingleSignOn(context, input.organisationId),
    setSingleSignOn: (_root, { input }, context) => setSingleSignOn(context, input),
    updateSignInRules,
  },

  Organisation: {
    async sso({ id }, _args, { api }) {
      const organisationId = idOf(id) ?? '';
      await authorize(api, 'sso:view', organisationId);
      return (await readSso(api, organisationId)).sso;
    },
    singleSignOn: ({ id }, _args, context) => readSingleSignOn(context, idOf(id) ?? ''),
    singleSignOnRedirectUrl: ({ id }, _args, context) => readRedirectUrl(context, idOf(id) ?? ''),
    signInRules: ({ id }, _args, context) => readSignInRules(context, idOf(id) ?? ''),
    viewerCanActivateSso: ({ id }, _args, context) => mayActivate(context, idOf(id) ?? ''),
    viewerCanVerifySsoDomains: ({ id }, _args, context) => mayActivate(context, idOf(id) ?? '', { anywhere: true }),
  },

  UpdateSsoPayload: {
    sso: ({ sso }) => sso(),
    organisation: payloadOrganisation,
  },

  UpdateSingleSignOnPayload: singleSignOnPayload,
  VerifySsoDomainPayload: singleSignOnPayload,
  TestSingleSignOnPayload: singleSignOnPayload,
  SetSingleSignOnPayload: singleSignOnPayload,
  UpdateSignInRulesPayload: {
    signInRules: ({ signInRules }) => signInRules(),
    organisation: payloadOrganisation,
  },
};
