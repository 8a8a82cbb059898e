import type { Answer, TestClient } from './client.ts';
import { password, type TestSystem } from './system.ts';

/** All fields of an organisation's provisioning. */
export const provisioningFields = `provisioning {
  id url enabled enabledAt enabledBy defaultRole defaultDesignation defaultDepartment defaultSupervisor lastRequestAt managedUserCount deactivationsPausedAt
  roles { value role } organisers { userId fullName email isManaged } failures { id at count method path userName status reason }
  issueCount issues { id kind userId fullName email providerEmail reason reviewId since } causes { kind value userCount lastAt }
}`;

/** Valid input for each mutation of provisioning. */
const goodInputs = {
  updateProvisioning: { defaultDesignation: 'Engineer' },
  setProvisioning: { enabled: true },
  resumeProviderDeactivations: {},
};
export type ProvisioningMutation = keyof typeof goodInputs;
export const provisioningMutationNames = Object.keys(goodInputs) as ProvisioningMutation[];

/** Sends a mutation of provisioning, by default with valid input. */
export const sendProvisioning = (
  tab: TestClient,
  name: ProvisioningMutation,
  organisationId: string | number,
  more: object = goodInputs[name],
  headers: Record<string, string | undefined> = {},
): Promise<Answer> =>
  tab.graphql(
    `mutation Send($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${provisioningFields} } }`,
    { input: { organisationId, currentPassword: password, ...more } },
    headers,
  );

/** Records that the provider of an organisation wanted to deactivate too many users, which pauses deactivations. */
export async function pauseDeactivations({ platform }: TestSystem, organisationId: number): Promise<void> {
  const request = { method: 'PATCH', path: '/Users/1', user_name: 'leaver@a.example' };
  await platform.db
    .insertInto('scim_failure')
    .values({
      ...request,
      ent_org_id: organisationId,
      at: platform.now(),
      status: 429,
      reason: 'Too many users were deactivated within an hour. An Organiser must resume deactivations in the console.',
    })
    .execute();
}
