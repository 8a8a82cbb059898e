import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { lazyPart, whenOpened } from '../../feedback/lazyPart.tsx';
import type { ActionMenuProps } from './ActionMenu.tsx';
import type { PageAction } from './pageAction.ts';
import { RowButton } from './RowButton.tsx';

interface MoreActionsProps {
  actions: readonly PageAction[];
  /** `phone`: in the header of a page, on phones only. */
  place: 'page' | 'phone' | 'row';
  label?: string;
}

// Menus are large, and a page has a hundred rows.
export const ActionMenu = lazyPart<ActionMenuProps>(
  async () => (await import('./ActionMenu.tsx')).ActionMenu,
  whenOpened,
);

/** The menu of the actions next to the primary one, or of a row. */
export function MoreActions({ actions, place, label = 'More actions' }: MoreActionsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const close = () => {
    setOpened(false);
    button.current?.focus();
  };
  const common = {
    ...({ ref: button, 'aria-label': label, 'aria-haspopup': 'menu', 'aria-expanded': opened } as const),
    onClick: () => setOpened(!opened),
    children: <IconDots size={18} stroke={1.5} aria-hidden />,
  };
  return (
    <>
      {place === 'row' ? (
        <RowButton {...common} />
      ) : (
        <ActionIcon variant="default" {...(place === 'phone' && { hiddenFrom: 'sm' })} {...common} />
      )}
      <ActionMenu
        label={label}
        actions={actions}
        button={button}
        portal={place === 'row'}
        opened={opened}
        onClose={close}
      />
    </>
  );
}
