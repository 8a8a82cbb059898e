import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { TextField } from '../form/TextField.tsx';
import { formatCount } from '../layout/format.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface NumberSettingProps {
  /** What is set now, as a sentence. */
  summary: string;
  current: number | null;
  canChange: boolean;
  /** Of the button that opens the question. */
  changeLabel?: string;
  title: string;
  label: string;
  range: { min: number; max: number };
  /** Whether an empty field means null. */
  isOptional?: boolean;
  busy: boolean;
  fieldError: ReactNode;
  /** What happens with the entered value; undefined if it is not valid. */
  effectOf: (value: number | null | undefined) => string;
  /** Saves a valid value, null only if it is optional. The caller has reported a failure. */
  save: (value: number | null) => Promise<unknown>;
}

/** A number that an organisation has set, such as how long something is kept, with a button and a question to change it. */
export function NumberSetting(props: NumberSettingProps) {
  const { current, range, isOptional = false, effectOf } = props;
  const allowed = `A whole number from ${formatCount(range.min)} to ${formatCount(range.max)}`;
  const rangeText = isOptional ? `${allowed}, or empty` : allowed;
  const [typed, setTyped] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const currentText = current === null ? '' : String(current);
  const text = typed ?? currentText;
  const value = enteredNumber(text, range, isOptional);
  const close = () => setTyped(null);
  const save = async () => {
    setRefused(value === undefined);
    if (value !== undefined && (await props.save(value).catch(() => undefined))) close();
  };
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {props.summary}
      </Text>
      {props.canChange && (
        <Button variant="subtle" size="compact-sm" onClick={() => setTyped(currentText)}>
          {props.changeLabel ?? 'Change'}
        </Button>
      )}
      <ConfirmDialog
        opened={typed !== null}
        title={props.title}
        confirmLabel="Save"
        danger={typeof value === 'number' && value < (current ?? Number.POSITIVE_INFINITY)}
        busy={props.busy}
        typed={text !== currentText}
        onCancel={close}
        onConfirm={save}
      >
        <TextField
          label={props.label}
          description={rangeText}
          required={!isOptional}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={isRefused && value === undefined ? rangeText : props.fieldError}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Text mt="md">{effectOf(value)}</Text>
      </ConfirmDialog>
    </Group>
  );
}

/** The number of an input, null if it is empty and may be; undefined unless it is a whole number in the range. */
function enteredNumber(text: string, { min, max }: NumberSettingProps['range'], isOptional: boolean) {
  const entered = text.trim();
  if (isOptional && entered === '') return null;
  const value = /^\d+$/.test(entered) && entered.length <= String(max).length ? Number(entered) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}
