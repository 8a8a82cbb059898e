import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { EnterPassword } from '../ui/dialog/EnterPassword.tsx';
import type { PanelSingleSignOn } from './singleSignOnValues.ts';

const requireDocument = graphql(`
  mutation RequireSingleSignOnButton_Require($input: SetSingleSignOnInput!) {
    setSingleSignOn(input: $input) { organisation { id ...SingleSignOnPanel_organisation } }
  }
`);

const lockedOut = (people: number): string =>
  people === 1
    ? ' One active person has an email outside the verified domains, and could no longer sign in.'
    : ` ${people} active people have an email outside the verified domains, and could no longer sign in.`;

/** Makes single sign-on the only way for all but Organisers and Administrators, or one beside passwords again, with the viewer's own password. */
export function RequireSingleSignOnButton({ id, singleSignOn }: { id: string; singleSignOn: PanelSingleSignOn }) {
  const { mode, usersOutsideDomains } = singleSignOn;
  const required = mode === 'REQUIRED';
  const label = required ? 'Stop requiring' : 'Require';
  return (
    <ConfirmedMutationButton
      label={label}
      ariaLabel={required ? 'Stop requiring single sign-on' : 'Require single sign-on'}
      danger={!required}
      password="always"
      mutation={requireDocument}
      variables={(currentPassword) => ({
        input: { organisationId: id, enabled: true, required: !required, currentPassword },
      })}
      success={required ? 'Single sign-on is optional' : 'Single sign-on is required'}
    >
      {required
        ? 'Passwords and passkeys sign in everyone again. All Organisers are mailed.'
        : `Passwords and passkeys sign in only Organisers and Administrators from now on; each use is mailed. Everyone else is signed in by the provider; who has signed in with a password is signed out within an hour.${usersOutsideDomains > 0 ? lockedOut(usersOutsideDomains) : ''} All Organisers are mailed.`}
      <EnterPassword />
    </ConfirmedMutationButton>
  );
}
