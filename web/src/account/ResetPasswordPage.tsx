import { useAddressToken } from '../apollo/useAddressToken.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { graphql } from '../gql/gql.ts';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { deadLinkPath, deadLinkState } from '../ui/navigation/deadLink.ts';
import { Redirect } from '../ui/navigation/Redirect.tsx';
import { RedirectToPageNotFound } from '../ui/navigation/RedirectToPageNotFound.tsx';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';

const pageQuery = graphql(`
  query ResetPasswordPage($token: String!) {
    passwordReset(token: $token) {
      email
      invitation { ...LinkInvitation_invitation @unmask } # has no cache id
    }
  }
`);

export function Component() {
  const token = useAddressToken('reset_password_token');
  return token === null ? <RedirectToPageNotFound /> : <Checked token={token} />;
}

function Checked({ token }: { token: string }) {
  const { data, whole, failed, retry } = usePageQuery(pageQuery, { token });
  const reset = data?.passwordReset;
  const title = reset?.invitation ? 'Set your password' : 'Set a new password';
  usePageTitle(title);
  if (reset) return <ResetPasswordForm token={token} title={title} {...reset} />;
  if (whole) return <Redirect to={deadLinkPath} state={deadLinkState('password')} />;
  return failed ? <LoadFailure onRetry={retry} /> : <LoadingScreen />;
}
