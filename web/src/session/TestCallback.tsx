import { Alert, Button, Stack, Title } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { ProviderResponse } from '../apollo/providerResponse.ts';
import { takeTestedPage } from '../apollo/providerTest.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { failureFromErrors, toFailure } from '../feedback/failure.ts';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { reportFailure, showSuccess } from '../feedback/toasts.tsx';
import { graphql } from '../gql/gql.ts';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { safeNextPath } from './safeNextPath.ts';

const completeDocument = graphql(`
  mutation TestCallback_Complete($input: CompleteSingleSignOnTestInput!) {
    completeSingleSignOnTest(input: $input) { outcome refusal { message } }
  }
`);

/** Completes a test of single sign-on in the session that began it, and returns to its page, which shows the findings. */
export function TestCallback({ answer }: { answer: ProviderResponse }) {
  const [back] = useState(() => safeNextPath(takeTestedPage(), window.location.origin));
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate } = useMutationAction(completeDocument, { keyed: false, handles: () => true });
  const navigate = useNavigate();
  usePageTitle('Test');

  const complete = useEffectEvent(async () => {
    try {
      const { outcome, refusal } = (await mutate({ input: { ...answer } }))?.completeSingleSignOnTest ?? {};
      if (refusal) return setProblem(refusal.message);
      if (outcome === 'PASSED') showSuccess('Sign-in test passed');
      else reportFailure(failureFromErrors([{ message: 'Sign-in test failed. See the results on this page.' }]));
      await navigate(back, { replace: true });
    } catch (error) {
      setProblem(toFailure(error).message);
    }
  });
  useEffect(function completeTest() {
    void complete();
  }, []);

  if (problem === null) return <LoadingScreen />;
  return (
    <Stack gap="md">
      <Title order={1}>Not tested</Title>
      <Alert color="red" role="alert">
        {problem}
      </Alert>
      <Button component={Link} to={back} replace>
        Back
      </Button>
    </Stack>
  );
}
