import { Badge, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyableId } from '../feedback/CopyableId.tsx';
import type { SsoPage_OrganisationFragment } from '../gql/graphql.ts';
import { DescriptionList } from '../ui/layout/DescriptionList.tsx';
import { HelpPanel } from '../ui/layout/HelpPanel.tsx';

/** The side column of the single sign-on settings: their state, and what to register at the provider before anything is saved. */
export function SsoSummary({ organisation }: { organisation: SsoPage_OrganisationFragment }) {
  const { id, brandName, sso, singleSignOn, singleSignOnRedirectUrl } = organisation;
  const redirectUrl = singleSignOn?.redirectUrl ?? singleSignOnRedirectUrl;
  const { logoutUrl = null, postLogoutRedirectUrl = null } = singleSignOn ?? {};
  return (
    <HelpPanel
      topics={[
        [
          'About these settings',
          <Stack key="about" gap="sm" fz="sm">
            {/* While there are no settings, the form says this itself. */}
            {sso && (
              <Text>
                These settings belong to the application registered for this organisation in ADFS or at another identity
                provider.
              </Text>
            )}
            {singleSignOn && <Text>Any standard identity provider works, such as Microsoft Entra ID or Okta.</Text>}
            <DescriptionList
              entries={[
                ['State', <State key="state" set={sso !== null} />],
                ['Organisation', brandName],
                ['ID', <CopyableId key="id" id={id} />],
              ]}
            />
          </Stack>,
        ],
        [
          'Register at the provider',
          redirectUrl && (
            <Stack key="register" gap="sm" fz="sm">
              <Address label="Redirect URI" copyLabel="Copy the redirect URI" url={redirectUrl}>
                After a sign-in, the provider sends users back to this URI.
              </Address>
              {logoutUrl && (
                <Address label="Back-channel logout URI" copyLabel="Copy the back-channel logout URI" url={logoutUrl}>
                  Optional. Users who sign out at your identity provider are signed out here too. The connection test
                  shows whether your provider supports this sign-out.
                </Address>
              )}
              {postLogoutRedirectUrl && (
                <Address
                  label="Post-logout redirect URI"
                  copyLabel="Copy the post-logout redirect URI"
                  url={postLogoutRedirectUrl}
                >
                  After users sign out at the provider too, it sends them back to this URI.
                </Address>
              )}
            </Stack>
          ),
        ],
      ]}
    />
  );
}

interface AddressProps {
  label: string;
  copyLabel: string;
  url: string;
  /** Purpose of the URL. */
  children: ReactNode;
}

const Address = ({ label, copyLabel, url, children }: AddressProps) => (
  <div>
    <Text fw={500}>{label}</Text>
    <CopyableId id={url} label={copyLabel} />
    <Text c="dimmed">{children}</Text>
  </div>
);

const State = ({ set }: { set: boolean }) => (
  <Badge color={set ? 'green' : 'gray'}>{set ? 'Set up' : 'Not set up'}</Badge>
);
