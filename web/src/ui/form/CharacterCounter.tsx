import { Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import classes from './Field.module.css';

const settleMs = 1_000;

/** The number of characters of a field. Screen readers announce the rest once typing pauses, not at each key. */
export function CharacterCounter({ id, text, max }: { id: string; text: string; max: number }) {
  const count = text.length;
  const left = max - count;
  const [settled] = useDebouncedValue(left < 0 ? `${-left} characters too many` : `${left} characters left`, settleMs);
  return (
    <>
      <Text id={id} size="xs" c="dimmed" className={classes.counter} data-over={left < 0 || undefined}>
        {`${count} / ${max} Characters`}
      </Text>
      <VisuallyHidden role="status">{settled}</VisuallyHidden>
    </>
  );
}
