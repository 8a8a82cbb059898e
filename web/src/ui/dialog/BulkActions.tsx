import { useState } from 'react';
import type { BulkAction, BulkInvitationsInput, BulkUsersInput } from '../../gql/graphql.ts';
import { formatCount } from '../layout/format.ts';
import { BulkBar } from './BulkBar.tsx';
import { type BulkChoices, BulkQuestion } from './BulkQuestion.tsx';
import { BulkResult } from './BulkResult.tsx';
import { bulkPeopleText, pageFirst } from './bulkPeople.ts';
import type { BulkOrder, BulkRun } from './bulkRun.ts';

/** A table of which rows can be chosen. */
export interface BulkTable {
  /** All that its filter finds. */
  total: number;
  actions: readonly BulkAction[];
  /** The rows of its page, in their order. */
  shown: readonly string[];
  users?: BulkUsersInput;
  invitations?: BulkInvitationsInput;
}

interface BulkActionsProps {
  /** The chosen rows, of which table, and whether they are all that its filter finds. */
  chosen: { table: string; ids: ReadonlySet<string>; all: boolean };
  onAll: (table: string) => void;
  onClear: () => void;
  tables: Readonly<Record<string, BulkTable>>;
  noun: string;
  choices: BulkChoices;
  /** The most rows that are given by their ids, and whether all that a filter finds can be chosen. */
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
  action: BulkAction;
  order: Omit<BulkOrder, 'action'>;
}

/** The bar of the chosen rows, the question, and how far the action is. */
export function BulkActions(props: BulkActionsProps) {
  const { chosen: rows, onAll, onClear, tables, noun, choices, limits, note, nameOf, runner } = props;
  const { table, ids, all } = rows;
  const [asked, setAsked] = useState<Asked | null>(null);
  const chosen = tables[table];
  const { run, busy, start } = runner;
  const isRunning = run?.progress?.ended === null;
  const count = all && chosen ? chosen.total : ids.size;
  const most = all ? (limits.rows ?? 0) : limits.ids;
  const orderOf = ({ total, users, invitations }: BulkTable): Asked['order'] =>
    all ? { count: total, ...(users && { users }), ...(invitations && { invitations }) } : { count, ids: [...ids] };
  const problem = isRunning
    ? 'Wait until the last act has ended.'
    : count > most
      ? `At most ${formatCount(most)} at once.`
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
            if (started) onClear();
            return started;
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
