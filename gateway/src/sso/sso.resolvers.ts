import { authorize } from '../core/caller.ts';
import { payloadOrganisation } from '../core/payload-organisation.ts';
import type { Resolvers, SingleSignOn } from '../generated/resolvers-types.ts';
import { idOf } from '../product-api/shape.ts';
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
import { readSso } from './sso.ts';
import { updateSso } from './update-sso.ts';

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
    updateSignInRules: (_root, { input }, context) => updateSignInRules(context, input),
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
