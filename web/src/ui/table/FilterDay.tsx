import { Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import classes from './TableToolbar.module.css';

interface FilterDayProps {
  /** E.g. `From`. */
  label: string;
  /** `YYYY-MM-DD`, or empty for any day. */
  value: string;
  onChange: (value: string) => void;
}

/** A filter by a day, beside those of `FilterSelect`: `From: Any`. */
export function FilterDay({ label, value, onChange }: FilterDayProps) {
  const id = useId();
  return (
    <div className={classes.filter} data-active={value !== '' || undefined}>
      <Text component="label" htmlFor={id} c="dimmed">
        {`${label}:`}
      </Text>
      <div className={classes.day} data-empty={value === '' || undefined}>
        <Text fw={500} aria-hidden>
          Any
        </Text>
        <TextInput
          type="date"
          id={id}
          variant="unstyled"
          aria-label={label}
          value={value}
          max="9999-12-31"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
    </div>
  );
}
