import { Alert } from '@mantine/core';
import { Moment } from '../ui/layout/Moment.tsx';
import type { PanelSingleSignOn } from './singleSignOnValues.ts';

/** What goes wrong with the provider since the settings were tested. */
export function SsoProblems({ singleSignOn: { clientRefusedAt, logoutRefusal } }: { singleSignOn: PanelSingleSignOn }) {
  return (
    <>
      {clientRefusedAt && (
        <Alert color="red" title="The client secret has expired or is wrong">
          The provider has refused sign-ins since <Moment at={clientRefusedAt} withTime />. Create a new client secret
          at the provider and save it above.
        </Alert>
      )}
      {logoutRefusal && (
        <Alert color="yellow" title="A logout by the provider was refused">
          The last logout token, received <Moment at={logoutRefusal.at} withTime />, ended no session:{' '}
          {logoutRefusal.reason}.
        </Alert>
      )}
    </>
  );
}
