import { Group } from '@mantine/core';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { EnterPassword } from '../ui/dialog/EnterPassword.tsx';
import { RequireSingleSignOnButton } from './RequireSingleSignOnButton.tsx';
import type { PanelSingleSignOn } from './singleSignOnValues.ts';

const setDocument = graphql(`
  mutation SetSingleSignOnButton_Set($input: SetSingleSignOnInput!) {
    setSingleSignOn(input: $input) { organisation { id ...SingleSignOnPanel_organisation } }
  }
`);

/** Switches single sign-on, with the viewer's own password; on only after tests of both kinds that have passed and with a verified domain. */
export function SetSingleSignOnButton({ id, singleSignOn }: { id: string; singleSignOn: PanelSingleSignOn }) {
  const { enabled, tested, testedBySigningIn, domains, effectiveIssuer } = singleSignOn;
  const isVerified = domains.some(({ verifiedAt }) => verifiedAt !== null);
  const missing = [
    ...(isVerified ? [] : ['Verify a domain']),
    ...(tested ? [] : ['Test it']),
    ...(testedBySigningIn === false ? ['Sign in to test'] : []),
  ];
  const label = enabled ? 'Switch off' : 'Switch on';
  return (
    <Group>
      <ConfirmedMutationButton
        label={label}
        ariaLabel={`${label} single sign-on`}
        disabledReason={!enabled && missing.length > 0 ? `${missing.join('. ')} first` : undefined}
        danger={enabled}
        password="always"
        mutation={setDocument}
        variables={(currentPassword) => ({ input: { organisationId: id, enabled: !enabled, currentPassword } })}
        success={enabled ? 'Single sign-on is off' : 'Single sign-on is on'}
      >
        {enabled
          ? 'The provider signs no one in any more, and passwords sign in everyone. Those who are signed in stay so. All Organisers are mailed.'
          : `${effectiveIssuer} signs in people of the verified email domains from now on, up to your own role. Passwords go on working. All Organisers are mailed.`}
        <EnterPassword />
      </ConfirmedMutationButton>
      {enabled && <RequireSingleSignOnButton id={id} singleSignOn={singleSignOn} />}
    </Group>
  );
}
