import { Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import classes from './Field.module.css';

const settleMs = 1_000;

const grouped = new Intl.NumberFormat('en-GB');

/** The number of characters of a field. Screen readers announce the rest once typing pauses, not at each key. */
export function CharacterCounter({ id, text, max }: { id: string; text: string; max: number }) {
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
