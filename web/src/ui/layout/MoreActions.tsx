import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type MouseEventHandler, useRef } from 'react';
import { Link } from 'react-router-dom';

interface LinkAction {
  label: string;
  to: string;
  /** The link's location state. */
  state?: unknown;
  onClick?: MouseEventHandler;
}

interface ButtonAction {
  label: string;
  onClick: () => void;
  danger?: boolean;
}

export type PageAction = LinkAction | ButtonAction;

interface MoreActionsProps {
  actions: readonly PageAction[];
  /** `phone`: in the header of a page, on phones only. */
  place: 'page' | 'phone' | 'row';
  label?: string;
}

/** The menu of the actions next to the primary one. */
export function MoreActions({ actions, place, label = 'More actions' }: MoreActionsProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end" withinPortal={place === 'row'}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          {...(place === 'phone' && { hiddenFrom: 'sm' })}
          {...(place !== 'row' && { variant: 'default' })}
          aria-label={label}
        >
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {actions.map(({ label: name, ...action }) =>
          'to' in action ? (
            <Menu.Item key={name} component={Link} {...action}>
              {name}
            </Menu.Item>
          ) : (
            <Menu.Item
              key={name}
              {...(action.danger && { color: 'var(--mantine-color-error)' })}
              onClick={() => {
                // A dialog that opens returns the focus to it: the item is gone by then.
                button.current?.focus();
                action.onClick();
              }}
            >
              {name}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
