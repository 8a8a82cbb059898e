import type { TypedDocumentNode } from '@apollo/client';
import {
  type NumberSettingMutation,
  type NumberSettingName,
  type NumberSetting as NumberSettingRow,
  organisationSettings,
  settingPermissionField,
} from '@console/contract/organisation-settings';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutationAction } from '../../apollo/useMutationAction.ts';
import { toFailure } from '../../feedback/failure.ts';
import { TextField } from '../form/TextField.tsx';
import { countOf, formatCount, spanOf } from '../values/format.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { dialogMessage, isShownInDialog } from './useConfirmedMutation.ts';

const spans = { days: spanOf, years: (count: number) => countOf(count, 'year') };
const labels = { days: 'Days', years: 'Years' };

type SettingFields = { [Name in NumberSettingName]?: number | null } & {
  [Mutation in NumberSettingMutation as `viewerCan${Capitalize<Mutation>}`]?: boolean;
};

interface NumberSettingProps {
  setting: NumberSettingName;
  organisation: { id: string } & SettingFields;
  /** The mutation of the setting. */
  document: TypedDocumentNode<unknown, { input: never }>;
}

/** A numeric setting, such as a retention, with a button and a question to change it. A lower number needs the password. */
export function NumberSetting({ setting, organisation, document }: NumberSettingProps) {
  const row: Omit<NumberSettingRow, 'name'> = organisationSettings[setting];
  const { kind, input, words } = row;
  const { mutate, busy, fieldErrors } = useMutationAction(document, {
    success: 'Retention saved',
    fields: [input],
    handles: isShownInDialog,
  });
  const [typed, setTyped] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const current = organisation[setting] ?? null;
  const canChange = organisation[settingPermissionField(row.mutation)];
  const isOptional = row.default === undefined;
  if (current === null && !(isOptional && canChange)) return null;
  const allowed = `A whole number from ${formatCount(row.min)} to ${formatCount(row.max)}`;
  const rangeText = isOptional ? `${allowed}, or empty` : allowed;
  const currentText = current === null ? '' : String(current);
  const text = typed ?? currentText;
  const value = enteredNumber(text, row, isOptional);
  const highest = current ?? Number.POSITIVE_INFINITY;
  const isShorter = typeof value === 'number' && value < highest;
  const close = () => {
    setTyped(null);
    setRefusal(undefined);
  };
  const save = async (currentPassword?: string) => {
    setRefused(value === undefined);
    setRefusal(undefined);
    if (value === undefined) return;
    const variables = { input: { organisationId: organisation.id, [input]: value, currentPassword } as never };
    try {
      if (await mutate(variables)) close();
    } catch (error) {
      setRefusal(dialogMessage(toFailure(error), currentPassword));
    }
  };
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {words.summary(current, spans[kind])}
      </Text>
      {canChange && (
        <Button variant="subtle" size="compact-sm" onClick={() => setTyped(currentText)}>
          {words.changeLabel ?? 'Change'}
        </Button>
      )}
      <ConfirmDialog
        opened={typed !== null}
        title={words.title}
        confirmLabel="Save"
        danger={isShorter}
        password={isShorter}
        error={refusal}
        busy={busy}
        typed={text !== currentText}
        onCancel={close}
        onConfirm={save}
      >
        <TextField
          label={labels[kind]}
          description={rangeText}
          required={!isOptional}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={isRefused && value === undefined ? rangeText : fieldErrors[input]}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Text mt="md">{words.effect(value, highest, spans[kind])}</Text>
      </ConfirmDialog>
    </Group>
  );
}

/** The number of an input, null if it is empty and may be; undefined unless it is a whole number in the range. */
function enteredNumber(text: string, { min, max }: { min: number; max: number }, isOptional: boolean) {
  const entered = text.trim();
  if (isOptional && entered === '') return null;
  const value = /^\d+$/.test(entered) && entered.length <= String(max).length ? Number(entered) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}
