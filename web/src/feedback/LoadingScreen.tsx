import { texts } from '@console/contract/rules';
import { Center, Loader, Stack, Text } from '@mantine/core';

/** The loading indicator; `whole` fills the page. */
export function LoadingScreen({ message = texts.pleaseWait, whole = false }: { message?: string; whole?: boolean }) {
  return (
    <Center mih={whole ? '100dvh' : '50dvh'} component={whole ? 'main' : 'div'}>
      <Stack align="center" gap="sm" role="status">
        <Loader size="sm" aria-hidden />
        <Text c="dimmed">{message}</Text>
      </Stack>
    </Center>
  );
}
