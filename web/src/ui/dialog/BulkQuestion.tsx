import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { BulkAct } from '../../gql/graphql.ts';
import { matchingOptions } from '../form/dropdownOptions.ts';
import { countOf } from '../layout/format.ts';
import type { BulkOrder } from './bulkRun.ts';
import { bulkWords } from './bulkWords.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useConfirmedMutation } from './useConfirmedMutation.ts';

/** What the acts that give something choose from. */
export interface BulkChoices {
  roles: readonly { id: string; name: string }[];
  departments: readonly { label: string }[];
}

interface BulkQuestionProps {
  act: BulkAct;
  order: Omit<BulkOrder, 'act'>;
  noun: string;
  /** Whom it is about; empty where that is not known. */
  people: string;
  choices: BulkChoices;
  /** What else will happen, or not. */
  note?: string | undefined;
  busy: boolean;
  onStart: (order: BulkOrder, password?: string) => Promise<unknown>;
  onClose: () => void;
}

/** The question before an act on many rows: how many, what will happen, and the viewer's own password where one row needs it. */
export function BulkQuestion({ act, order, noun, people, choices, note, busy, onStart, onClose }: BulkQuestionProps) {
  const words = bulkWords[act];
  const [given, setGiven] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const needsGiven = act === 'CHANGE_ROLE' || act === 'CHANGE_DEPARTMENT';
  const { dialog } = useConfirmedMutation<unknown>({ password: act === 'DEACTIVATE' ? 'always' : 'whenNeeded' });
  const send = async (password?: string) => {
    setRefusal(undefined);
    if (needsGiven && given === null) {
      setMissing(true);
      return undefined;
    }
    const value = act === 'CHANGE_ROLE' ? { roleId: given ?? '' } : { departmentName: given ?? '' };
    const started = await onStart({ ...order, act, ...(needsGiven && value) }, password).catch((error: Error) => {
      setRefusal(error.message);
      throw error;
    });
    if (started) onClose();
    return started;
  };
  const { error = refusal, ...question } = dialog(words.question(countOf(order.count, noun)), send);
  const options =
    act === 'CHANGE_ROLE'
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
        <Text>{words.effect}</Text>
        {note && <Text c="dimmed">{note}</Text>}
        {needsGiven && (
          <Select
            label={act === 'CHANGE_ROLE' ? 'Role' : 'Department'}
            required
            withAsterisk
            searchable={options.length > 10}
            data={options}
            filter={({ search }) => matchingOptions(options, search)}
            value={given}
            error={missing && given === null ? 'is required' : undefined}
            onChange={setGiven}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
