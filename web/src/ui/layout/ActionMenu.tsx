import { Menu, Text } from '@mantine/core';
import { type RefCallback, type RefObject, useLayoutEffect } from 'react';
import { Link } from 'react-router-dom';
import type { PageAction } from './pageAction.ts';

export interface ActionMenuProps {
  label: string;
  actions: readonly PageAction[];
  /** The button that it opens at. */
  button: RefObject<HTMLButtonElement | null>;
  /** A table would cut it off. */
  portal: boolean;
  opened: boolean;
  onClose: () => void;
}

/** The menu of a `MoreActions`. */
export function ActionMenu({ label, actions, button, portal, opened, onClose }: ActionMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal={portal} opened={opened} onClose={onClose}>
      <Menu.Target>
        <Anchor of={button} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label} aria-labelledby={undefined}>
        {actions.map(({ label: name, ...action }) =>
          'to' in action ? (
            <Menu.Item key={name} component={Link} {...action}>
              {name}
            </Menu.Item>
          ) : (
            <Menu.Item
              key={name}
              disabled={Boolean(action.disabledReason)}
              {...(action.danger && { color: 'var(--mantine-color-error)' })}
              onClick={() => {
                // A dialog returns the focus to the button, because the item no longer exists.
                button.current?.focus();
                action.onClick();
              }}
            >
              {name}
              {action.disabledReason && (
                <Text size="xs" maw="16rem">
                  {action.disabledReason}
                </Text>
              )}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Positions the menu at a button that is already rendered. */
function Anchor({ of, ref }: { of: ActionMenuProps['button']; ref?: RefCallback<HTMLElement> }) {
  useLayoutEffect(
    function placeAtButton() {
      ref?.(of.current);
    },
    [of, ref],
  );
  return null;
}
