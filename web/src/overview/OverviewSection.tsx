import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId } from 'react';
import { useUnsentEmails } from '../apollo/useUnsentEmails.ts';
import { lazyPart } from '../feedback/lazyPart.tsx';
import type { AttentionList_ItemFragment } from '../gql/graphql.ts';
import { UnsentEmailsText } from '../ui/page/UnsentEmailsNote.tsx';
import { UrgencyIcon } from '../ui/values/UrgencyIcon.tsx';
import { AttentionList } from './AttentionList.tsx';
import { ChartsPlaceholder } from './ChartsPlaceholder.tsx';
import type { OverviewChartsProps } from './overviewLinks.ts';

const OverviewCharts = lazyPart<OverviewChartsProps>(async () => (await import('./OverviewCharts.tsx')).OverviewCharts);

interface OverviewSectionProps {
  /** Null: the product API does not count it, or not for the viewer. */
  attention: readonly AttentionList_ItemFragment[] | null;
  linkTo: (item: AttentionList_ItemFragment) => string | undefined;
  /** Null if the viewer cannot see the charts. */
  charts: OverviewChartsProps | null;
  /** Whether the section is above a list and as wide as the page. */
  wholePage?: boolean;
  /** Whether the section also reports unsent emails. */
  emails?: boolean;
  /** Actions that can be done at once, below the pending items. */
  children?: ReactNode;
}

/** Pending items, and below them the charts, folded until the user opens them. */
export function OverviewSection(props: OverviewSectionProps) {
  const { attention, linkTo, charts, wholePage = false, emails = wholePage, children } = props;
  const id = useId();
  // `useLocalStorage` would store a default value at once.
  const [isOpen = false, setOpen] = useLocalStorage<boolean>({
    key: `console.overview.${wholePage ? 'list' : 'details'}`,
    getInitialValueInEffect: false,
  });
  const unsent = useUnsentEmails(emails ? 'administrators' : 'none');
  if (!attention && !charts) return null;
  const needsAttention = attention !== null && (attention.length > 0 || unsent !== null);
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Paper p={wholePage ? 'sm' : 'lg'} component="section" aria-labelledby={id}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            {attention !== null && !needsAttention && (
              <Text span c="green" lh={1}>
                <IconCircleCheck size={18} stroke={1.5} aria-hidden />
              </Text>
            )}
            <Title order={2} id={id} tabIndex={-1}>
              {attention === null ? 'Overview' : needsAttention ? 'Pending items' : 'No pending items'}
            </Title>
          </Group>
          {charts && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-md"
              aria-expanded={isOpen}
              aria-controls={`${id}-charts`}
              leftSection={<Icon size={16} stroke={1.5} aria-hidden />}
              onClick={() => setOpen(!isOpen)}
            >
              Charts
            </Button>
          )}
        </Group>
        {attention && attention.length > 0 && <AttentionList items={attention} linkTo={linkTo} wholePage={wholePage} />}
        {attention && unsent && (
          <Group role="note" gap="xs" wrap="nowrap" align="flex-start">
            <UrgencyIcon urgency={unsent.sending ? 'HIGH' : 'LOW'} />
            <UnsentEmailsText unsent={unsent} />
          </Group>
        )}
        {children}
        {charts && (
          <Box id={`${id}-charts`} hidden={!isOpen}>
            {isOpen && (
              <Suspense fallback={<ChartsPlaceholder wholePage={wholePage} />}>
                <OverviewCharts {...charts} />
              </Suspense>
            )}
          </Box>
        )}
      </Stack>
    </Paper>
  );
}
