import type { FragmentType } from '@apollo/client';
import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconGridDots } from '@tabler/icons-react';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { ModuleSwitcher_ViewerFragment } from '../gql/graphql.ts';
import classes from './ModuleSwitcher.module.css';
import { useSwitchModule } from './useSwitchModule.ts';

const viewerFragment = graphql(`fragment ModuleSwitcher_viewer on Viewer { modules { id label origin } }`);

/** The menu with the suite's other modules. */
export function ModuleSwitcher({ viewer }: { viewer: FragmentType<ModuleSwitcher_ViewerFragment> }) {
  const { data, complete } = useFragment(viewerFragment, viewer);
  const { open, busy } = useSwitchModule();
  if (!complete || data.modules.length === 0) return null;
  return (
    <Menu position="bottom-start" withinPortal={false} width={280}>
      <Menu.Target>
        <ActionIcon aria-label="Modules" size={44} loading={busy} aria-busy={busy}>
          <IconGridDots size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label="Modules" className={classes.grid}>
        {data.modules.map(({ id, label, origin }) => (
          // Not `disabled`, because keyboard and screen reader users must be able to read the reason.
          <Menu.Item
            key={id}
            mih={44}
            closeMenuOnClick={origin !== null}
            aria-disabled={origin === null}
            c={origin === null ? 'dimmed' : undefined}
            onClick={() => origin && open(id)}
          >
            {label}
            {origin === null && (
              <Text size="xs" c="dimmed">
                Not configured
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
