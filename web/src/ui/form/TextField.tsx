import { InputBase, Text, type TextInputProps, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './Field.module.css';
import { fieldError } from './FieldError.tsx';
import { FieldLabel } from './FieldLabel.tsx';
import { tooLongMessage } from './textLength.ts';

const settleMs = 1_000;

const grouped = new Intl.NumberFormat('en-GB');

/** The number of characters of a field. Screen readers announce the rest once typing pauses, not at each key. */
function CharacterCounter({ id, text, max }: { id: string; text: string; max: number }) {
  const count = text.length;
  const left = max - count;
  const [settled] = useDebouncedValue(
    left < 0 ? `${grouped.format(-left)} characters too many` : `${grouped.format(left)} characters left`,
    settleMs,
  );
  return (
    <>
      <Text id={id} size="xs" c="dimmed" className={classes.counter} data-over={left < 0 || undefined}>
        {`${grouped.format(count)} / ${grouped.format(max)} Characters`}
      </Text>
      <VisuallyHidden role="status">{settled}</VisuallyHidden>
    </>
  );
}

interface TextFieldProps extends Omit<TextInputProps, 'label' | 'error' | 'value' | 'maxLength'> {
  label: string;
  /** In characters. A longer text stays, with an error. */
  maxLength?: number;
  error?: ReactNode;
  value?: string;
}

/** A one-line text field with a character counter. A form passes its props with `getInputProps`. */
export function TextField({ label, maxLength, error, value = '', ...input }: TextFieldProps) {
  const counter = useId();
  const { required = false, readOnly = false } = input;
  const counts = maxLength !== undefined && !readOnly;
  const message = error || (counts && tooLongMessage(value, maxLength));
  return (
    <InputBase
      {...input}
      className={counts ? classes.counted : undefined}
      component={DescribedInput}
      counter={counts ? counter : undefined}
      value={value}
      variant={readOnly ? 'filled' : 'default'}
      label={<FieldLabel label={label} optional={!required && !readOnly} />}
      error={fieldError(message)}
      inputContainer={(field) => (
        <>
          {field}
          {counts && <CharacterCounter id={counter} text={value} max={maxLength} />}
        </>
      )}
    />
  );
}

/** Adds the counter to the elements by which Mantine describes a field. */
function DescribedInput({ counter, ...input }: ComponentProps<'input'> & { counter: string | undefined }) {
  const describedBy = [input['aria-describedby'], counter].filter(Boolean).join(' ');
  return <input {...input} aria-describedby={describedBy || undefined} />;
}
