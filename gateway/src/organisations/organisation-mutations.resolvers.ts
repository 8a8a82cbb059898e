import type { Context } from '../core/context.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { organisationFor } from '../product-api/reads.ts';
import { createOrganisation } from './create-organisation.ts';
import { nominateSeniorManager } from './nominate.ts';
import { onboardingForm, onboardOrganisation } from './onboard.ts';
import type { ActedOrganisation } from './organisation-result.ts';
import { changeOrganiser } from './organisers.ts';
import { disableOrganisation, enableOrganisation } from './set-enabled.ts';
import { updateOrganisation } from './update-organisation.ts';

/** The mutation has succeeded: a failed read afterwards only affects its own field. */
const acted = { organisation: ({ organisation }: ActedOrganisation) => organisation() };
const readAgain = {
  organisation: ({ organisationId }: { organisationId: string | null }, _args: object, { api }: Context) =>
    organisationId === null ? null : organisationFor(api, organisationId),
};

export const organisationActsResolvers: Resolvers = {
  Query: {
    onboarding: (_root, { token }, context) => onboardingForm(context, token),
  },

  Mutation: {
    createOrganisation: (_root, { input }, context) => createOrganisation(context, input),
    updateOrganisation: (_root, { input }, context) => updateOrganisation(context, input),
    onboardOrganisation: (_root, { input }, context) => onboardOrganisation(context, input),
    enableOrganisation: (_root, { id, currentPassword }, context) =>
      enableOrganisation(context, String(id), currentPassword ?? null),
    disableOrganisation: (_root, { id, currentPassword }, context) =>
      disableOrganisation(context, String(id), currentPassword),
    changeOrganiser: (_root, { organisationId, userId }, context) =>
      changeOrganiser(context, String(organisationId), String(userId)),
    nominateSeniorManager: (_root, { input }, context) => nominateSeniorManager(context, input),
  },

  CreateOrganisationPayload: readAgain,
  UpdateOrganisationPayload: acted,
  EnableOrganisationPayload: acted,
  DisableOrganisationPayload: acted,
  ChangeOrganiserPayload: acted,
  NominateSeniorManagerPayload: readAgain,
  OnboardOrganisationPayload: {
    ...readAgain,
    viewer: ({ user }) => user && { user },
  },
};
