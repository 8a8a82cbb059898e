import { Button, CloseButton, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useContext, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { PeekContext } from '../keyboard/peekContext.ts';
import { useTrail } from '../navigation/useTrail.ts';
import classes from './PeekPanel.module.css';

interface PeekPanelProps {
  id: string;
  title: string;
  /** Before the title. */
  avatar?: ReactNode;
  badge?: ReactNode;
  /** The row's page. */
  to?: string | undefined;
  children: ReactNode;
}

/** A row of a list in a panel next to it. The list stays usable. */
export function PeekPanel({ id, title, avatar, badge, to, children }: PeekPanelProps) {
  const peek = useContext(PeekContext);
  const panel = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { trail } = useTrail();
  const takeFocus = useEffectEvent(() => {
    if (peek?.takesFocus()) panel.current?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each row is shown once.
  useEffect(
    function focusWhenAsked() {
      takeFocus();
    },
    [id],
  );
  return (
    <dialog open ref={panel} tabIndex={-1} aria-labelledby={titleId} data-peek-panel className={classes.panel}>
      <Group gap="xs" wrap="nowrap" align="flex-start" className={classes.header}>
        {avatar}
        <Group gap="xs" flex={1} mih={36}>
          <Title order={2} id={titleId} className={classes.title}>
            {title}
          </Title>
          {badge}
        </Group>
        {to && (
          <Button component={Link} to={to} state={trail} variant="default">
            Open page
          </Button>
        )}
        <CloseButton size={36} aria-label="Close" onClick={peek?.close} />
      </Group>
      <Stack gap="lg" className={classes.content}>
        {children}
      </Stack>
    </dialog>
  );
}
