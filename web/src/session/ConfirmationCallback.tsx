import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { browserPage } from '../apollo/browserPage.ts';
import { type ConfirmationMessage, openConfirmationChannel } from '../apollo/confirmationChannel.ts';
import type { ProviderResponse } from '../apollo/providerResponse.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { graphql } from '../gql/gql.ts';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';

const confirmDocument = graphql(`
  mutation ConfirmationCallback_Confirm($input: ConfirmWithSingleSignOnInput!) {
    confirmWithSingleSignOn(input: $input) { confirmedUntil refusal { message } }
  }
`);

/** Completes a confirmation in its window, notifies the dialog, and closes. */
export function ConfirmationCallback({ answer }: { answer: ProviderResponse }) {
  const [outcome, setOutcome] = useState<{ problem: string | null } | null>(null);
  const { mutate } = useMutationAction(confirmDocument, { saves: false, handles: () => true });
  usePageTitle('Confirm');

  const confirm = useEffectEvent(async () => {
    const problem = await mutate({ input: { ...answer } }).then(
      (data) => data?.confirmWithSingleSignOn.refusal?.message ?? null,
      (error: unknown) => toFailure(error).message,
    );
    const channel = openConfirmationChannel();
    channel.postMessage({ state: answer.state, problem } satisfies ConfirmationMessage);
    channel.close();
    setOutcome({ problem });
    if (problem === null) browserPage.close();
  });
  useEffect(function confirmAct() {
    void confirm();
  }, []);

  if (outcome === null) return <LoadingScreen />;
  return (
    <Stack gap="md">
      <Title order={1}>{outcome.problem === null ? 'Confirmed' : 'Not confirmed'}</Title>
      {outcome.problem === null ? (
        <Text>You can close this window.</Text>
      ) : (
        <Alert color="red" role="alert">
          {outcome.problem}
        </Alert>
      )}
      <Button variant="default" onClick={() => browserPage.close()}>
        Close this window
      </Button>
    </Stack>
  );
}
