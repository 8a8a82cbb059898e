import { useAddressToken } from '../apollo/useAddressToken.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { graphql } from '../gql/gql.ts';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';

const pageQuery = graphql(`query ResetPasswordPage($token: String!) { passwordReset(token: $token) { email } }`);

export function Component() {
  const token = useAddressToken('reset_password_token');
  usePageTitle('Set a new password');
  return token === null ? <RedirectToPageNotFound /> : <Checked token={token} />;
}

function Checked({ token }: { token: string }) {
  const { data, whole, failed, retry } = usePageQuery(pageQuery, { token });
  const email = data?.passwordReset?.email;
  if (email) return <ResetPasswordForm token={token} email={email} />;
  if (whole) return <RedirectToPageNotFound />;
  return failed ? <LoadFailure onRetry={retry} /> : <LoadingScreen />;
}
