import { texts } from '@console/contract/rules';
import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { forgetAddressToken } from '../apollo/addressTokens.ts';
import { useAddressToken } from '../apollo/useAddressToken.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { graphql } from '../gql/gql.ts';
import { LinkInvitation } from '../invitations/LinkInvitation.tsx';
import { deadLinkPath, deadLinkState } from '../ui/layout/deadLink.ts';
import { Redirect } from '../ui/layout/Redirect.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { newPersonValues } from '../users/personValues.ts';
import { OnboardForm, onboardTitle } from './OnboardForm.tsx';
import { OnboardFrame } from './OnboardFrame.tsx';

const pageQuery = graphql(`
  query OnboardPage($token: String!) {
    onboarding(token: $token) {
      email
      invitation { ...LinkInvitation_invitation @unmask } # has no cache id
    }
    lookups { ...OrganisationFormFields_lookups ...OrganisationFormPerson_lookups ...useCountryCode_lookups }
  }
`);

/** Onboards the organisation of an invited person without an account. */
export function Component() {
  const token = useAddressToken('token');
  usePageTitle(onboardTitle);
  return token === null ? <RedirectToPageNotFound /> : <Invited token={token} />;
}

function Invited({ token }: { token: string }) {
  const { data, whole, failed, retry } = usePageQuery(pageQuery, { token });
  const [sent, setSent] = useState<string | null>(null);
  const onboarding = data?.onboarding;
  const finish = (email: string) => {
    forgetAddressToken('token');
    setSent(email);
  };
  if (sent !== null) return <Submitted email={sent} />;
  if (whole && !onboarding) return <Redirect to={deadLinkPath} state={deadLinkState('onboarding')} />;
  if (!onboarding) return <OnboardFrame>{failed ? <LoadFailure onRetry={retry} /> : <LoadingScreen />}</OnboardFrame>;
  const { email, invitation } = onboarding;
  return (
    <OnboardFrame>
      <Stack gap="lg">
        <Stack gap="xs">
          <Title order={1}>{onboardTitle}</Title>
          {invitation && <LinkInvitation invitation={invitation} />}
        </Stack>
        <OnboardForm
          token={token}
          organiser={{ ...newPersonValues, email }}
          lookups={data.lookups}
          onDone={() => finish(email)}
        />
      </Stack>
    </OnboardFrame>
  );
}

function Submitted({ email }: { email: string }) {
  return (
    <OnboardFrame>
      <Stack gap="md" py={96} align="flex-start" role="status">
        <Title order={1}>{texts.submitted}</Title>
        <Text>{`A link to set your password is on its way to ${email}. With your password you can sign in.`}</Text>
        <Anchor component={Link} to="/login" size="sm">
          Go to the sign-in page
        </Anchor>
      </Stack>
    </OnboardFrame>
  );
}
