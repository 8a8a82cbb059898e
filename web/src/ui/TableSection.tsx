import { Badge, Box, Group, Stack, Title, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { formatCount } from './format.ts';

interface TableSectionProps {
  heading: string;
  /** How many rows, on all pages; left out while that is not known. */
  count?: number | undefined;
  /** Lets the person fold it away; the name under which this browser remembers that. */
  collapsible?: string;
  children: ReactNode;
}

/** One of several tables of a page, under its heading. */
export function TableSection({ heading, count, collapsible, children }: TableSectionProps) {
  const id = useId();
  // Without a default, which would be written down at once.
  const [folded, setFolded] = useLocalStorage<boolean>({
    key: `console.folded.${collapsible ?? ''}`,
    getInitialValueInEffect: false,
  });
  const closed = collapsible !== undefined && folded === true;
  const Icon = closed ? IconChevronRight : IconChevronDown;
  return (
    <Stack gap="xs" component="section" aria-labelledby={id}>
      <Group gap="xs">
        <Title order={2} id={id}>
          {collapsible === undefined ? (
            heading
          ) : (
            <UnstyledButton
              display="block"
              aria-expanded={!closed}
              aria-controls={`${id}-rows`}
              onClick={() => setFolded(!closed)}
            >
              <Group gap={4} component="span" fw={600} fz="h2">
                <Icon size={18} stroke={1.5} aria-hidden />
                {heading}
              </Group>
            </UnstyledButton>
          )}
        </Title>
        {count !== undefined && (
          <Badge variant="default" aria-label={`${formatCount(count)} in all`}>
            {formatCount(count)}
          </Badge>
        )}
      </Group>
      <Box id={`${id}-rows`} hidden={closed}>
        {!closed && children}
      </Box>
    </Stack>
  );
}
