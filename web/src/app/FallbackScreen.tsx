import { texts } from '@console/contract/rules';
import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { browserPage } from '../apollo/browserPage.ts';

/** The screen after a failure of the console itself. */
export function FallbackScreen({
  message = texts.somethingWentWrong,
  advice = 'Reloading the page often helps. Unsaved changes will be lost.',
}: {
  message?: string;
  advice?: string;
}) {
  return (
    <Center mih="100dvh" p="md" pb="max(var(--mantine-spacing-md), var(--console-toasts, 0px))" component="main">
      <Stack align="center" gap="sm" role="alert">
        <Title order={1} ta="center">
          {message}
        </Title>
        <Text c="dimmed" ta="center">
          {advice}
        </Text>
        <Button onClick={() => browserPage.reload()}>Reload</Button>
      </Stack>
    </Center>
  );
}
