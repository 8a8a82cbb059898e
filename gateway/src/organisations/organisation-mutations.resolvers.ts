import { payloadOrganisation } from '../core/payloads.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { createOrganisation } from './create-organisation.ts';
import { nominateSeniorManager } from './nominate.ts';
import { onboardOrganisation, readOnboardingForm } from './onboard.ts';
import type { OrganisationResult } from './organisation-result.ts';
import { changeOrganiser } from './organisers.ts';
import { disableOrganisation, enableOrganisation } from './set-enabled.ts';
import { updateOrganisation } from './update-organisation.ts';

/** After the mutation has succeeded, a failed read only affects its own field. */
const payload = { organisation: ({ organisation }: OrganisationResult) => organisation() };
const payloadById = { organisation: payloadOrganisation };

export const organisationMutationsResolvers: Resolvers = {
  Query: {
    onboarding: (_root, { token }, context) => readOnboardingForm(context, token),
  },

  Mutation: {
    createOrganisation: (_root, { input }, context) => createOrganisation(context, input),
    updateOrganisation: (_root, { input }, context) => updateOrganisation(context, input),
    onboardOrganisation: (_root, { input }, context) => onboardOrganisation(context, input),
    enableOrganisation: (_root, args, context) => enableOrganisation(context, args),
    disableOrganisation: (_root, args, context) => disableOrganisation(context, args),
    changeOrganiser: (_root, { organisationId, userId }, context) =>
      changeOrganiser(context, String(organisationId), String(userId)),
    nominateSeniorManager: (_root, { input }, context) => nominateSeniorManager(context, input),
  },

  CreateOrganisationPayload: payloadById,
  UpdateOrganisationPayload: payload,
  EnableOrganisationPayload: payload,
  DisableOrganisationPayload: payload,
  ChangeOrganiserPayload: payload,
  NominateSeniorManagerPayload: payloadById,
  OnboardOrganisationPayload: payloadById,
};
