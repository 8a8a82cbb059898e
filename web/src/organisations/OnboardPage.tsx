import { texts } from '@console/contract/rules';
import { Anchor, Container, Group, Image, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { forgetAddressToken } from '../apollo/addressTokens.ts';
import { useAddressToken } from '../apollo/useAddressToken.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import { LinkInvitation } from '../invitations/LinkInvitation.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { deadLinkPath, deadLinkState } from '../ui/navigation/deadLink.ts';
import { Redirect } from '../ui/navigation/Redirect.tsx';
import { RedirectToPageNotFound } from '../ui/navigation/RedirectToPageNotFound.tsx';
import defaultLogo from '../ui/values/default-logo.svg?no-inline';
import { newPersonValues } from '../users/personValues.ts';
import { OnboardForm, onboardTitle } from './OnboardForm.tsx';

const ThemeSwitch = lazyPart(async () => (await import('../ui/theme/ThemeSwitch.tsx')).ThemeSwitch, {
  loadOn: 'paint',
});

/** The layout of onboarding without a session, wide enough for a form. */
function OnboardFrame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useEffect(function beginAtTheTop() {
    window.scrollTo({ top: 0 });
    main.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Container
      component="main"
      ref={main as never}
      tabIndex={-1}
      size={1360}
      pt="lg"
      pb="calc(var(--mantine-spacing-lg) + var(--console-toasts, 0px))"
      mih="100dvh"
    >
      <Group justify="space-between" mb="lg">
        <Image src={defaultLogo} alt="" w={40} h={40} radius={0} />
        <ThemeSwitch />
      </Group>
      {children}
    </Container>
  );
}

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
  const [done, setDone] = useState<{ email: string; isEmailUnsent: boolean } | null>(null);
  const onboarding = data?.onboarding;
  const finish = (email: string, isEmailUnsent: boolean) => {
    forgetAddressToken('token');
    setDone({ email, isEmailUnsent });
  };
  if (done) return <Submitted {...done} />;
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
          onDone={(isEmailUnsent) => finish(email, isEmailUnsent)}
        />
      </Stack>
    </OnboardFrame>
  );
}

function Submitted({ email, isEmailUnsent }: { email: string; isEmailUnsent: boolean }) {
  return (
    <OnboardFrame>
      <Stack gap="md" py={96} align="flex-start" role="status">
        <Title order={1}>{texts.submitted}</Title>
        <Text>
          {isEmailUnsent
            ? 'Email is not set up here, so we cannot send you the link to set your password. Ask the person who invited you to get it from an Administrator.'
            : `An email to ${email} is queued. Use its link to set your password, then sign in.`}
        </Text>
        <Anchor component={Link} to="/login" size="sm">
          Go to the sign-in page
        </Anchor>
      </Stack>
    </OnboardFrame>
  );
}
