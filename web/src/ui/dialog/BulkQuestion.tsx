import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { EmailPromise } from '../../apollo/EmailPromise.tsx';
import { Dropdown } from '../form/Dropdown.tsx';
import { countOf } from '../values/format.ts';
import type { BulkOrder } from './bulkRun.ts';
import { bulkWords, type RowsAction } from './bulkWords.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useConfirmedMutation } from './useConfirmedMutation.ts';

/** The choices of the actions that set a role or a department. */
export interface BulkChoices {
  roles: readonly { id: string; name: string }[];
  departments: readonly { label: string }[];
}

interface BulkQuestionProps {
  action: RowsAction;
  order: Omit<BulkOrder, 'action'>;
  noun: string;
  /** Names the rows; empty if no name is known. */
  people: string;
  choices: BulkChoices;
  /** A further effect of the action, or a limit of it. */
  note?: string | undefined;
  busy: boolean;
  onStart: (order: BulkOrder, password?: string) => Promise<unknown>;
  onClose: () => void;
}

/** The confirmation of a bulk action: the number of rows, the effect, and the viewer's own password if a row needs it. */
export function BulkQuestion(props: BulkQuestionProps) {
  const { action, order, noun, people, choices, note, busy, onStart, onClose } = props;
  const words = bulkWords[action];
  const [given, setGiven] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const needsGiven = action === 'CHANGE_ROLE' || action === 'CHANGE_DEPARTMENT';
  const { dialog } = useConfirmedMutation<unknown>({ password: action === 'DEACTIVATE' ? 'always' : 'whenNeeded' });
  const send = async (password?: string) => {
    setRefusal(undefined);
    if (needsGiven && given === null) {
      setMissing(true);
      return undefined;
    }
    const value = action === 'CHANGE_ROLE' ? { roleId: given ?? '' } : { departmentName: given ?? '' };
    const started = await onStart({ ...order, action, ...(needsGiven && value) }, password).catch((error: Error) => {
      setRefusal(error.message);
      throw error;
    });
    if (started) onClose();
    return started;
  };
  const { error = refusal, ...question } = dialog(words.question(countOf(order.count, noun)), send);
  const options =
    action === 'CHANGE_ROLE'
      ? choices.roles.map(({ id, name }) => ({ value: id, label: name }))
      : choices.departments.map(({ label }) => ({ value: label, label }));
  return (
    <ConfirmDialog
      {...question}
      error={error}
      opened
      onCancel={onClose}
      confirmLabel={words.label}
      danger={words.danger ?? false}
      busy={busy}
      typed={given !== null}
    >
      <Stack gap="md">
        {people && <Text style={{ overflowWrap: 'anywhere' }}>{people}</Text>}
        <Text>
          {words.effect} {words.emails && <EmailPromise otherwise={words.withoutEmails}>{words.emails}</EmailPromise>}
        </Text>
        {note && <Text c="dimmed">{note}</Text>}
        {needsGiven && (
          <Dropdown
            label={action === 'CHANGE_ROLE' ? 'Role' : 'Department'}
            required
            data={options}
            value={given}
            error={missing && given === null ? 'is required' : undefined}
            onChange={setGiven}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
