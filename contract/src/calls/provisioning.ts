import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import type * as schema from '../generated/schema-types.ts';
import { maxProvisioningRoles } from '../rules.ts';
import { anyId, inputShape, responseShape } from '../schema-shapes.ts';
import { entUsr, inputId } from '../shapes.ts';

const answer = z.object({ provisioning: responseShape<schema.Provisioning>('Provisioning') });
const failures = {
  FORBIDDEN: 'the role does not allow it, or an API key was used',
  NOT_FOUND: 'the organisation does not exist, or the caller cannot see it',
};
const confirmed = { ...failures, WRONG_PASSWORD: passwordNeeded };

const releasedCalls = defineExtensionCalls('extensions', {
  provisioning: {
    request: 'PROVISION-1 GET /consoles/ext/provisioning',
    needsSession: true,
    description: 'Returns the provisioning settings of an organisation and the state of provisioning.',
    when: 'an Organiser or Administrator opens the provisioning page of an organisation',
    query: z.object({ organisationId: anyId }),
    answer,
    failures,
  },
  updateProvisioning: {
    request: 'PROVISION-2 POST /consoles/ext/update_provisioning',
    needsSession: true,
    event: 'scim:edit',
    description: `Changes the given settings. \`roles\` and \`excludedOrganiserIds\` are complete lists. An organisation can have at most ${maxProvisioningRoles} role mappings. An Organiser who is excluded from provisioning loses their SCIM id. Requires \`valid_password\` beforehand, unless nothing changes. All Organisers are emailed.`,
    when: 'the provisioning settings are saved',
    body: inputShape<schema.UpdateProvisioningInput>('UpdateProvisioningInput').omit({ currentPassword: true }),
    answer,
    needsAnswer: true,
    failures: { ...confirmed, INVALID: 'at least one field is not valid' },
  },
  setProvisioning: {
    request: 'PROVISION-3 POST /consoles/ext/set_provisioning',
    needsSession: true,
    event: 'scim:switch',
    description:
      'Turns provisioning on, or turns it off. An Organiser who turns provisioning on for their own organisation is excluded from it. Requires `valid_password` beforehand, unless nothing changes. All Organisers are emailed.',
    when: 'an Organiser or Administrator turns provisioning on, or turns it off',
    body: inputShape<schema.SetProvisioningInput>('SetProvisioningInput').omit({ currentPassword: true }),
    answer,
    needsAnswer: true,
    failures: confirmed,
  },
  resumeProviderDeactivations: {
    request: 'PROVISION-6 POST /consoles/ext/resume_provider_deactivations',
    needsSession: true,
    event: 'scim:confirmDeactivations',
    description:
      'Starts a new count of the users that the identity provider deactivates, after it has deactivated too many within an hour. Requires `valid_password` beforehand, unless deactivations are not paused.',
    when: 'an Organiser or Administrator resumes deactivations by the identity provider',
    body: inputShape<schema.ResumeProviderDeactivationsInput>('ResumeProviderDeactivationsInput').omit({
      currentPassword: true,
    }),
    answer,
    needsAnswer: true,
    failures: confirmed,
  },
  unblockSignIn: {
    request: 'DESIGN-8 POST /consoles/ext/unblock_sign_in',
    needsSession: true,
    event: 'users:unblock',
    description:
      'Removes the block on the sign-in of a user, which the identity provider set because it could not deactivate a responder. The user can sign in again, and their API keys work again. Sessions that ended do not return. The provider blocks the sign-in again with its next deactivation, unless the user is active at the provider. Has no effect if the sign-in is not blocked.',
    when: 'an Organiser or Administrator unblocks the sign-in of a user',
    body: z.object({ user_id: inputId }),
    answer: z.object({ user: entUsr }),
    failures: {
      FORBIDDEN:
        'the caller uses an API key, not a session; the user has a higher role; or the caller’s role does not allow this',
      NOT_FOUND: 'there is no such user, or they belong to another organisation',
      WRONG_PASSWORD: passwordNeeded,
    },
  },
});

/** Settings and issues of SCIM provisioning, and the sign-in blocks of users that it could not deactivate; extensions. */
export const provisioningCalls = {
  ...releasedCalls,
  ...defineExtensionCalls('extensions_1_1', {
    acknowledgeEmailDomain: {
      request: 'PROVISION-7 POST /consoles/ext/acknowledge_email_domain',
      needsSession: true,
      event: 'scim:acknowledgeDomain',
      description:
        'Ends the items about users that the identity provider created with an email domain outside those of the organisation. Later users start a new item.',
      when: 'an Organiser or Administrator has seen that the identity provider creates users with another email domain',
      body: inputShape<schema.AcknowledgeEmailDomainInput>('AcknowledgeEmailDomainInput'),
      answer,
      needsAnswer: true,
      failures,
    },
  }),
};
