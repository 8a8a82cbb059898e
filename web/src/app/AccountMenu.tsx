import type { FragmentType } from '@apollo/client';
import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { AccountMenu_ViewerFragment } from '../gql/graphql.ts';
import { Avatar } from '../ui/values/Avatar.tsx';
import { useSignOut } from './useSignOut.ts';

const viewerFragment = graphql(`fragment AccountMenu_viewer on Viewer { user { id fullName email } }`);

/** `viewer` is null until the page's query has a result: signing out works without it. */
export function AccountMenu({ viewer }: { viewer: FragmentType<AccountMenu_ViewerFragment> | null }) {
  const { data, complete } = useFragment(viewerFragment, viewer);
  const user = viewer && complete ? data.user : undefined;
  const { signOut, atProvider } = useSignOut();
  return (
    <Menu position="bottom-end" withinPortal={false} width={260}>
      <Menu.Target>
        <ActionIcon aria-label="Account menu" radius="xl">
          {user ? (
            <Avatar kind="person" id={user.id} name={user.fullName} state="active" />
          ) : (
            <IconUser size={20} stroke={1.5} aria-hidden />
          )}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label="Account menu">
        {user && (
          <Menu.Label translate="no">
            <Text fw={600} c="var(--mantine-color-text)" truncate>
              {user.fullName}
            </Text>
            <Text size="xs" truncate>
              {user.email}
            </Text>
          </Menu.Label>
        )}
        {user && <Menu.Divider />}
        <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={16} stroke={1.5} aria-hidden />}>
          Profile
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} aria-hidden />} onClick={signOut}>
          Sign Out
        </Menu.Item>
        {atProvider && (
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} aria-hidden />} onClick={atProvider.signOut}>
            Also sign out of {atProvider.provider}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
