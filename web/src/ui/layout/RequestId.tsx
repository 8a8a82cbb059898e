import { CopyButton, UnstyledButton } from '@mantine/core';
import classes from './RequestId.module.css';

interface RequestIdProps {
  id: string;
  /** The word before it, where no heading says what it is. */
  word?: string;
}

/** The beginning of a request's id, which tells two apart; a press copies all of it. */
export function RequestId({ id, word }: RequestIdProps) {
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <UnstyledButton
          c="dimmed"
          className={classes.request}
          title={id}
          aria-label={copied ? undefined : `Request ${id}, copy the id`}
          onClick={copy}
        >
          {copied ? 'Copied' : [word, id.slice(0, 8)].filter(Boolean).join(' ')}
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
