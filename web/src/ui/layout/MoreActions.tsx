import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { MouseEventHandler } from 'react';
import { Link } from 'react-router-dom';

export interface PageAction {
  label: string;
  to: string;
  /** The link's location state. */
  state?: unknown;
  onClick?: MouseEventHandler;
}

/** The menu of a page's links beside the primary one: on a phone, or with `compact` at every width. */
export function MoreActions({ actions, compact }: { actions: readonly PageAction[]; compact: boolean }) {
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon {...(!compact && { hiddenFrom: 'sm' })} variant="default" aria-label="More actions">
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label="More actions">
        {actions.map(({ label, ...link }) => (
          <Menu.Item key={label} component={Link} {...link}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
