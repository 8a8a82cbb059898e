import { texts } from '@console/contract/rules';
import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router-dom';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { type DeadLink, deadLinkOf } from '../ui/navigation/deadLink.ts';

const DeadLinkNotice = lazyPart<{ deadLink: DeadLink }>(
  async () => (await import('./DeadLinkNotice.tsx')).DeadLinkNotice,
  { loadOn: 'need' },
);

export function Component() {
  const navigate = useNavigate();
  const deadLink = deadLinkOf(useLocation().state);
  usePageTitle(texts.pageNotFound.title);
  return (
    <Center mih="100dvh" p="md" pb="max(var(--mantine-spacing-md), var(--console-toasts, 0px))" component="main">
      <Stack align="center" gap="md" maw={480}>
        <Text fz={56} fw={600} lh={1} c="dimmed">
          {texts.pageNotFound.shout}
        </Text>
        <Title order={1}>{texts.pageNotFound.title}</Title>
        <Text c="dimmed" ta="center">
          {texts.pageNotFound.text}
        </Text>
        <Button onClick={() => void (hasConsoleHistory() ? navigate(-1) : navigate('/'))}>
          {texts.pageNotFound.back}
        </Button>
        {deadLink && <DeadLinkNotice deadLink={deadLink} />}
      </Stack>
    </Center>
  );
}

/** Whether one step back stays in the console. `history.length` would also count the pages before it; not every browser knows this. */
const hasConsoleHistory = (): boolean =>
  'navigation' in window
    ? window.navigation.canGoBack
    : (((window as Window).history.state as { idx?: number } | null)?.idx ?? 0) > 0;
