import { Group, UnstyledButton } from '@mantine/core';
import { useRef } from 'react';
import classes from './RequestId.module.css';
import { useCopy } from './useCopy.ts';

interface RequestIdProps {
  id: string;
  /** A word in front of the id, if no heading names it. */
  word?: string;
}

/** The beginning of a request id, which distinguishes two; a press copies all of it. */
export function RequestId({ id, word }: RequestIdProps) {
  const whole = useRef<HTMLSpanElement>(null);
  const { copy, outcome, said } = useCopy(id, whole);
  return (
    <Group component="span" gap={4}>
      <UnstyledButton
        c="dimmed"
        className={classes.request}
        translate="no"
        title={id}
        aria-label={said ? undefined : `Request ${id}, copy ID`}
        onClick={copy}
      >
        {said || [word, id.slice(0, 8)].filter(Boolean).join(' ')}
      </UnstyledButton>
      {outcome === 'selected' && (
        <span ref={whole} translate="no">
          {id}
        </span>
      )}
    </Group>
  );
}
