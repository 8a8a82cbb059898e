import { Group } from '@mantine/core';
import { OrganisersNotified } from '../apollo/EmailPromise.tsx';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { RequireSingleSignOnButton } from './RequireSingleSignOnButton.tsx';
import type { PanelSingleSignOn } from './singleSignOnValues.ts';

const setDocument = graphql(`
  mutation SetSingleSignOnButton_Set($input: SetSingleSignOnInput!) {
    setSingleSignOn(input: $input) { organisation { id ...SingleSignOnPanel_organisation } }
  }
`);

/** Turns single sign-on on or off, with the viewer's own password: on only with a verified domain and after both tests have passed. */
export function SetSingleSignOnButton({ id, singleSignOn }: { id: string; singleSignOn: PanelSingleSignOn }) {
  const { enabled, tested, testedBySigningIn, domains, effectiveIssuer } = singleSignOn;
  const isVerified = domains.some(({ verifiedAt }) => verifiedAt !== null);
  const missing = [
    ...(isVerified ? [] : ['verify a domain']),
    ...(tested ? [] : ['test single sign-on']),
    ...(testedBySigningIn === false ? ['sign in to test'] : []),
  ];
  const label = enabled ? 'Turn off' : 'Turn on';
  return (
    <Group>
      <ConfirmedMutationButton
        label={label}
        ariaLabel={`${label} single sign-on`}
        disabledReason={
          !enabled && missing.length > 0 ? `First ${new Intl.ListFormat('en-GB').format(missing)}.` : undefined
        }
        danger={enabled}
        password="onceOnPage"
        mutation={setDocument}
        variables={(currentPassword) => ({ input: { organisationId: id, enabled: !enabled, currentPassword } })}
        success={enabled ? 'Single sign-on is off' : 'Single sign-on is on'}
      >
        {enabled
          ? 'No one can sign in through the identity provider. Everyone can use a password. Current sessions continue. You can turn it on again later.'
          : `People with an email address in a verified domain can sign in through ${effectiveIssuer}. Users with a role above yours cannot. Passwords still work. You can turn it off later.`}{' '}
        <OrganisersNotified />
      </ConfirmedMutationButton>
      {enabled && <RequireSingleSignOnButton id={id} singleSignOn={singleSignOn} />}
    </Group>
  );
}
