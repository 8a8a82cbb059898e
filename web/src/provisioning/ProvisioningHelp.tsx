import type { FragmentType } from '@apollo/client';
import { Anchor, Stack, Text } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { ProvisioningHelp_ProvisioningFragment } from '../gql/graphql.ts';
import { HelpPanel } from '../ui/layout/HelpPanel.tsx';

const provisioningFragment = graphql(`
  fragment ProvisioningHelp_provisioning on Provisioning { id enabled lastRequestAt }
`);

/** The side column: the steps of the set-up, and the guides. */
export function ProvisioningHelp({
  provisioning,
}: {
  provisioning: FragmentType<ProvisioningHelp_ProvisioningFragment>;
}) {
  const { data, complete } = useFragment(provisioningFragment, provisioning);
  const isSetUp = complete && data.enabled && data.lastRequestAt !== null;
  return (
    <HelpPanel
      topics={[
        [
          'About provisioning',
          'The identity provider creates, changes and deactivates the users of this organisation through SCIM. Existing users with the same email address are linked.',
        ],
        [
          'Role mapping',
          'A role mapping assigns a role to users with a certain value at the identity provider. It is not a mapping of a customer and a vendor.',
        ],
        ['Supervisor', 'A user’s supervisor is the manager that the identity provider sends.'],
        [
          'Set up',
          !isSetUp && (
            <Stack key="steps" component="ol" gap={4} m={0} ps="md">
              <li>Check the defaults and the role mapping.</li>
              <li>Turn provisioning on.</li>
              <li>Create a SCIM key.</li>
              <li>
                Enter URL and key at the identity provider, for example in Microsoft Entra ID as Tenant URL and Secret
                Token.
              </li>
            </Stack>
          ),
        ],
        [
          'Guides',
          <Stack key="guides" gap={4}>
            <Guide path="/docs/microsoft-entra-id/">Microsoft Entra ID</Guide>
            <Guide path="/docs/okta/">Okta</Guide>
            <Guide path="/docs/provisioning/">What SCIM can change</Guide>
          </Stack>,
        ],
      ]}
    />
  );
}

const Guide = ({ path, children }: { path: string; children: string }) => (
  <Text>
    <Anchor href={path} target="_blank" rel="noopener">
      {children}
    </Anchor>
  </Text>
);
