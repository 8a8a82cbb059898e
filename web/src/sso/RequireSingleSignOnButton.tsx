import { EmailPromise, OrganisersNotified } from '../apollo/EmailPromise.tsx';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { outsideDomainsText, type PanelSingleSignOn } from './singleSignOnValues.ts';

const requireDocument = graphql(`
  mutation RequireSingleSignOnButton_Require($input: SetSingleSignOnInput!) {
    setSingleSignOn(input: $input) { organisation { id ...SingleSignOnPanel_organisation } }
  }
`);

/** Requires single sign-on of all but Organisers and Administrators, or makes it optional again, with the viewer's own password. */
export function RequireSingleSignOnButton({ id, singleSignOn }: { id: string; singleSignOn: PanelSingleSignOn }) {
  const { mode, usersOutsideDomains } = singleSignOn;
  const required = mode === 'REQUIRED';
  const label = required ? 'Make single sign-on optional' : 'Require';
  return (
    <ConfirmedMutationButton
      label={label}
      ariaLabel={required ? label : `${label} single sign-on`}
      danger={!required}
      password="onceOnPage"
      mutation={requireDocument}
      variables={(currentPassword) => ({
        input: { organisationId: id, enabled: true, required: !required, currentPassword },
      })}
      success={required ? 'Single sign-on is optional' : 'Single sign-on is required'}
    >
      {required
        ? 'Everyone can sign in with a password or passkey again. You can require single sign-on later.'
        : `Only Organisers and Administrators can still sign in with a password or passkey. Everyone else in a verified email domain must use single sign-on. Their sessions that began in another way end within an hour.${usersOutsideDomains > 0 ? ` ${outsideDomainsText(usersOutsideDomains)}` : ''} You can make single sign-on optional later.`}{' '}
      {!required && <EmailPromise>Each sign-in with a password or passkey is reported by email.</EmailPromise>}{' '}
      <OrganisersNotified />
    </ConfirmedMutationButton>
  );
}
