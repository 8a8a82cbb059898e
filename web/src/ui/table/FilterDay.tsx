import { Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import classes from './TableToolbar.module.css';

interface FilterDayProps {
  /** E.g. `From`. */
  label: string;
  /** `YYYY-MM-DD`, or empty for any day. */
  value: string;
  onChange: (value: string) => void;
}

/** A filter by day, next to filters with options, such as `From: Any`. */
export function FilterDay({ label, value, onChange }: FilterDayProps) {
  const id = useId();
  /** The field's value while the user types: a typed year is 0002 at first. */
  const [typed, setTyped] = useState<string | null>(null);
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
          value={typed ?? value}
          min="1000-01-01"
          max="9999-12-31"
          onChange={({ currentTarget: input }) => {
            setTyped(input.value);
            if (input.validity.valid) onChange(input.value);
          }}
          onBlur={({ currentTarget: input }) => {
            // React does not clear a partly typed date.
            input.value = value;
            setTyped(null);
          }}
        />
      </div>
    </div>
  );
}
