import { Button, Group, Kbd, Paper, Text, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent as PressedKey, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BulkInvitationsInput, BulkUsersInput } from '../../gql/graphql.ts';
import { isInFieldOrDialog } from '../keyboard/pageKeys.ts';
import { useControlKey } from '../keyboard/useControlKey.ts';
import { countOf, formatCount } from '../values/format.ts';
import { isolated } from '../values/isolated.ts';
import { type BulkChoices, BulkQuestion } from './BulkQuestion.tsx';
import { BulkResult } from './BulkResult.tsx';
import classes from './bulk.module.css';
import type { BulkOrder, BulkRun } from './bulkRun.ts';
import { bulkWords, type RowsAction } from './bulkWords.ts';

const mostNamed = 3;

interface BulkPeople {
  /** The selected rows: those on the page first, in its order. */
  ids: readonly string[];
  /** The number of selected rows, also if only some of their ids are known. */
  count: number;
  /** The rows of the page. */
  shown: readonly string[];
  nameOf: (id: string) => string | undefined;
}

/** Names the first rows of a bulk action, and says how many are on other pages. Empty if no name is known. */
function bulkPeopleText({ ids, count, shown, nameOf }: BulkPeople): string {
  const names = ids.slice(0, mostNamed).flatMap((id) => nameOf(id) ?? []);
  if (names.length === 0) return '';
  const more = count - names.length;
  const others = more > 0 ? [...names.map(isolated), `${formatCount(more)} more`] : names.map(isolated);
  const last = others.pop();
  const listed = others.length > 0 ? `${others.join(', ')} and ${last}` : last;
  const onPage = new Set(shown);
  const away = count - ids.filter((id) => onPage.has(id)).length;
  return `${listed}.${away > 0 ? ` ${formatCount(away)} ${away === 1 ? 'is' : 'are'} not on this page.` : ''}`;
}

/** The selected ids: those on the page first, in its order. */
const pageFirst = (ids: readonly string[], shown: readonly string[]): string[] => {
  const chosen = new Set(ids);
  return [...new Set([...shown.filter((id) => chosen.has(id)), ...ids])];
};

/** A table whose rows can be selected. */
export interface BulkTable {
  /** The number of rows that the table's filter finds. */
  total: number;
  actions: readonly RowsAction[];
  /** Ids of the rows on the table's page, in order. */
  shown: readonly string[];
  users?: BulkUsersInput;
  invitations?: BulkInvitationsInput;
}

interface BulkActionsProps {
  /** The ids of the selected rows, their table, and whether all rows of its filter are selected. */
  chosen: { table: string; ids: ReadonlySet<string>; all: boolean };
  onAll: (table: string) => void;
  onClear: () => void;
  tables: Readonly<Record<string, BulkTable>>;
  noun: string;
  choices: BulkChoices;
  /** The maximum number of rows by id, and of rows selected by a filter; null if selecting by filter is not possible. */
  limits: { ids: number; rows: number | null };
  note?: string | undefined;
  /** The name of a row that was on a page. */
  nameOf: (id: string) => string | undefined;
  runner: {
    run: BulkRun | null;
    busy: boolean;
    start: (order: BulkOrder, password?: string) => Promise<unknown>;
  };
}

interface Asked {
  action: RowsAction;
  order: Omit<BulkOrder, 'action'>;
}

/** The bar of the selected rows, the confirmation, and the progress of the action. */
export function BulkActions(props: BulkActionsProps) {
  const { chosen: rows, onAll, onClear, tables, noun, choices, limits, note, nameOf, runner } = props;
  const { table, ids, all } = rows;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [startedIds, setStartedIds] = useState<readonly string[]>();
  const chosen = tables[table];
  const { run, busy, start } = runner;
  const isRunning = run?.progress?.ended === null;
  const count = all && chosen ? chosen.total : ids.size;
  const most = all ? (limits.rows ?? 0) : limits.ids;
  const orderOf = ({ total, users, invitations }: BulkTable): Asked['order'] =>
    all ? { count: total, ...(users && { users }), ...(invitations && { invitations }) } : { count, ids: [...ids] };
  const problem = isRunning
    ? 'Wait for the current bulk action to finish.'
    : count > most
      ? `Select at most ${formatCount(most)} rows at a time.`
      : undefined;
  const shown = Object.values(tables).flatMap((one) => one.shown);
  const peopleOf = ({ count: rowCount, ids: given }: Asked['order']) => {
    const known = pageFirst(given ?? chosen?.shown ?? [], shown);
    return bulkPeopleText({ ids: known, count: rowCount, shown, nameOf });
  };
  const canChooseAll = limits.rows !== null && chosen !== undefined && !all && chosen.total > ids.size;
  return (
    <>
      {run && (
        <BulkResult
          run={run}
          noun={noun}
          onRetry={(refused) => {
            const action = run.progress?.action;
            if (action) setAsked({ action, order: { count: refused.length, ids: refused.map(({ id }) => id) } });
          }}
          onCopy={
            startedIds &&
            (() => setAsked({ action: 'COPY_LINKS', order: { count: startedIds.length, ids: startedIds } }))
          }
        />
      )}
      {chosen && count > 0 && (
        <BulkBar
          actions={chosen.actions}
          noun={noun}
          count={count}
          all={canChooseAll ? chosen.total : undefined}
          problem={problem}
          onAction={(action) => setAsked({ action, order: orderOf(chosen) })}
          onAll={() => onAll(table)}
          onClear={onClear}
        />
      )}
      {asked && (
        <BulkQuestion
          {...asked}
          people={peopleOf(asked.order)}
          noun={noun}
          choices={choices}
          note={note}
          busy={busy}
          onStart={async (order, password) => {
            const started = await start(order, password);
            if (started) {
              setStartedIds(order.ids);
              onClear();
            }
            return started;
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface BulkBarProps {
  actions: readonly RowsAction[];
  noun: string;
  count: number;
  /** The number of rows that the filter finds; undefined if they are already selected or cannot be selected. */
  all: number | undefined;
  /** Why no action is possible now. */
  problem: string | undefined;
  onAction: (action: RowsAction) => void;
  onAll: () => void;
  onClear: () => void;
}

/** Elements in which the browser itself handles Ctrl+Enter. */
const pressable = 'a, button';

/** The checkbox of the first selected row on the page. */
const selectedBox = () => document.querySelector<HTMLElement>('tr[data-choice] input:checked');

/** Ctrl+Enter moves the focus from the rows to the bar. The Tab key reaches the bar only after all rows. */
const useBarKey = () => {
  const bar = useRef<HTMLDivElement>(null);
  const focusFirst = () => bar.current?.querySelector('button')?.focus();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey } = event;
    if (key !== 'Enter' || !(ctrlKey || metaKey) || isInFieldOrDialog(target)) return;
    if (target instanceof Element && target.closest(pressable)) return;
    event.preventDefault();
    // Prevents the row from opening its page.
    event.stopPropagation();
    focusFirst();
  });
  useEffect(function listenForKey() {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
  return { bar, focusFirst };
};

/** The number of selected rows, and the actions for them. */
function BulkBar({ actions, noun, count, all, problem, onAction, onAll, onClear }: BulkBarProps) {
  const { bar, focusFirst } = useBarKey();
  const control = useControlKey();
  const clear = () => {
    const box = selectedBox() ?? document.querySelector<HTMLElement>('thead [data-box] input');
    onClear();
    box?.focus({ preventScroll: true });
  };
  const selectAll = () => {
    onAll();
    // Its button disappears.
    focusFirst();
  };
  const onKeyDown = ({ key }: PressedKey) => {
    if (key === 'Escape') selectedBox()?.focus({ preventScroll: true });
  };
  return (
    <Paper
      ref={bar}
      withBorder
      p="sm"
      className={classes.bar}
      component="section"
      aria-label="Selected rows"
      onKeyDown={onKeyDown}
    >
      <VisuallyHidden role="status">{`Press ${control} and Enter for the actions.`}</VisuallyHidden>
      <Group gap="sm">
        <Text fw={600} role="status">
          {`${countOf(count, noun)} selected`}
        </Text>
        <span className={classes.keys} aria-hidden>
          <Kbd size="xs">{`${control} Enter`}</Kbd>
        </span>
        {actions.map((action) => (
          <Button
            key={action}
            variant="default"
            c={bulkWords[action].danger && !problem ? 'red' : undefined}
            disabled={problem !== undefined}
            onClick={() => onAction(action)}
          >
            {bulkWords[action].label}
          </Button>
        ))}
        {problem && <Text c="dimmed">{problem}</Text>}
        <Group gap="xs" ml="auto">
          {all !== undefined && (
            <Button variant="subtle" onClick={selectAll}>
              {`Select all ${formatCount(all)}`}
            </Button>
          )}
          <Button variant="subtle" onClick={clear}>
            Clear
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
