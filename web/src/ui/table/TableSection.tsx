import { texts } from '@console/contract/rules';
import { Box, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { CountBadge } from '../values/CountBadge.tsx';
import type { ExportedList } from './ExportMenu.tsx';
import { LazyExportMenu } from './LazyExportMenu.tsx';
import classes from './TableSection.module.css';
import { RowsRenderedAtOnce } from './useRenderedRows.ts';

interface TableSectionProps {
  heading: string;
  /** Heading level: 3 in a card, which has its own heading of level 2. */
  level?: 2 | 3;
  /** Rows on all pages; undefined while unknown. */
  count?: number | undefined;
  /** Names the counted rows, if the count does not include all rows. */
  counts?: string | undefined;
  /** Makes the section collapsible; the name under which this browser stores that it is collapsed. */
  collapsible?: string;
  /** On the line of the heading. */
  toolbar?: ReactNode;
  /** All rows of the table, for an export. */
  exported?: ExportedList;
  /** Why the table has no rows: with a count of 0 this text replaces the table. */
  empty?: string | undefined;
  /** Without 'No Data' before it, which the page's own tables say. */
  isExtra?: boolean;
  /** Collapsed in a browser that has stored nothing. */
  initiallyClosed?: boolean;
  children: ReactNode;
}

/** One of several tables of a page, under its heading. */
export function TableSection(props: TableSectionProps) {
  const { heading, level = 2, count, counts, collapsible } = props;
  const { initiallyClosed = false, toolbar, exported, empty, isExtra = false, children } = props;
  const id = useId();
  // A default value would be stored at once.
  const [folded, setFolded] = useLocalStorage<boolean>({
    key: `console.folded.${collapsible ?? ''}`,
    getInitialValueInEffect: false,
  });
  const folds = empty !== undefined && count === 0;
  const closed = collapsible !== undefined && (folded ?? initiallyClosed);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const isTarget = useLocation().hash === `#${collapsible}`;
  useEffect(
    function showTargetOfLink() {
      if (!isTarget) return undefined;
      setFolded(false);
      headingRef.current?.focus({ preventScroll: true });
      // Repeated while lists load and change the layout, until the user does something.
      const observer = new ResizeObserver(() => headingRef.current?.scrollIntoView());
      observer.observe(document.body);
      const stop = () => observer.disconnect();
      const acts = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
      for (const act of acts) window.addEventListener(act, stop);
      return () => {
        stop();
        for (const act of acts) window.removeEventListener(act, stop);
      };
    },
    [isTarget, setFolded],
  );
  // Whether the section was folded at the start of a press, because it may unfold by itself during the press.
  const closedAtPress = useRef<boolean | null>(null);
  const beginPress = () => {
    closedAtPress.current = closed;
  };
  const endPress = () => {
    closedAtPress.current = null;
  };
  const reason = (
    <Group gap="xs">
      {!isExtra && <Text fw={600}>{texts.noData}</Text>}
      <Text c="dimmed">{empty}</Text>
    </Group>
  );
  const Icon = closed ? IconChevronRight : IconChevronDown;
  return (
    <Stack gap="xs" component="section" aria-labelledby={id}>
      <div className={classes.line}>
        <Group gap="xs">
          <Title order={level} id={id} ref={headingRef} tabIndex={-1}>
            {collapsible === undefined || folds ? (
              heading
            ) : (
              <UnstyledButton
                className={classes.fold}
                aria-expanded={!closed}
                aria-controls={`${id}-rows`}
                onPointerDown={beginPress}
                onKeyDown={beginPress}
                onBlur={endPress}
                onClick={() => {
                  setFolded(!(closedAtPress.current ?? closed));
                  endPress();
                }}
              >
                <Group gap={4} component="span" fw={600} fz="h2">
                  <Icon size={18} stroke={1.5} aria-hidden />
                  {heading}
                </Group>
              </UnstyledButton>
            )}
          </Title>
          {count !== undefined && <CountBadge count={count} counts={counts} />}
          {exported && (Boolean(count) || toolbar) && (
            // Does not increase the height of the heading line, and reserves the menu's space, so that the search does not move.
            <Box miw={36} h={36} my={-8}>
              {Boolean(count) && <LazyExportMenu {...exported} />}
            </Box>
          )}
          {folds && !(exported && toolbar) && reason}
        </Group>
        {toolbar}
      </div>
      {folds && exported && toolbar && reason}
      {!folds && (
        <Box id={`${id}-rows`} hidden={closed}>
          {/* Renders no rows at once, because a collapsible section is below another one. */}
          {!closed &&
            (collapsible === undefined ? children : <RowsRenderedAtOnce value={0}>{children}</RowsRenderedAtOnce>)}
        </Box>
      )}
    </Stack>
  );
}
