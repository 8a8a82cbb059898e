import { useState } from 'react';
import type { BulkAct, BulkInvitationsInput, BulkUsersInput } from '../gql/graphql.ts';
import type { RowChoice } from '../ui/table/RowChoice.ts';
import { useChosenRows } from '../ui/table/RowChoice.ts';
import { BulkBar } from './BulkBar.tsx';
import { type BulkChoices, BulkQuestion } from './BulkQuestion.tsx';
import { BulkResult } from './BulkResult.tsx';
import type { BulkOrder, BulkRun } from './bulkRun.ts';

/** A table of which rows can be chosen. */
export interface BulkTable {
  /** All that its filter finds. */
  total: number;
  acts: readonly BulkAct[];
  users?: BulkUsersInput;
  invitations?: BulkInvitationsInput;
}

interface BulkActsProps {
  choice: RowChoice;
  tables: Readonly<Record<string, BulkTable>>;
  noun: string;
  choices: BulkChoices;
  /** The most rows that are given by their ids, and whether all that a filter finds can be chosen. */
  limits: { ids: number; rows: number | null };
  note?: string | undefined;
  runner: {
    run: BulkRun | null;
    busy: boolean;
    start: (order: BulkOrder, password?: string) => Promise<unknown>;
  };
}

interface Asked {
  act: BulkAct;
  order: Omit<BulkOrder, 'act'>;
}

/** The bar of the chosen rows, the question, and how far the act is. */
export function BulkActs({ choice, tables, noun, choices, limits, note, runner }: BulkActsProps) {
  const { table, ids, all } = useChosenRows(choice);
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
      ? `At most ${most.toLocaleString('en')} at once.`
      : undefined;
  const canChooseAll = limits.rows !== null && chosen !== undefined && !all && chosen.total > ids.size;
  return (
    <>
      {run && (
        <BulkResult
          run={run}
          noun={noun}
          onRetry={(rows) => {
            const act = run.progress?.act;
            if (act) setAsked({ act, order: { count: rows.length, ids: rows.map(({ id }) => id) } });
          }}
        />
      )}
      {chosen && count > 0 && (
        <BulkBar
          acts={chosen.acts}
          noun={noun}
          count={count}
          all={canChooseAll ? chosen.total : undefined}
          problem={problem}
          onAct={(act) => setAsked({ act, order: orderOf(chosen) })}
          onAll={() => choice.chooseAll(table)}
          onClear={choice.clear}
        />
      )}
      {asked && (
        <BulkQuestion
          {...asked}
          noun={noun}
          choices={choices}
          note={note}
          busy={busy}
          onStart={async (order, password) => {
            const started = await start(order, password);
            if (started) choice.clear();
            return started;
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
