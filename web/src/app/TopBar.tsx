import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Group, Skeleton } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import { graphql } from '../gql/gql.ts';
import type { TopBar_ViewerFragment } from '../gql/graphql.ts';
import { ThemeSwitch } from '../ui/ThemeSwitch.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { HomeLogo } from './HomeLogo.tsx';
import { ModuleSwitcher } from './ModuleSwitcher.tsx';
import { NavigationDrawer } from './NavigationDrawer.tsx';
import { NavigationLinks } from './NavigationLinks.tsx';
import { navigationItems, shownItems } from './navigation.ts';

const viewerFragment = graphql(`
  fragment TopBar_viewer on Viewer {
    can {
      viewUsers
      viewSso
      listOrganisations
    }
    ...HomeLogo_viewer
    ...AccountMenu_viewer
    ...ModuleSwitcher_viewer
  }
`);

/** The bar of every page behind the sign-in. `viewer` is null until the page's query has answered. */
export function TopBar({ viewer }: { viewer: FragmentType<TopBar_ViewerFragment> | null }) {
  const { data, complete } = useFragment({ fragment: viewerFragment, fragmentName: 'TopBar_viewer', from: viewer });
  const { pathname } = useLocation();
  if (!viewer || !complete || !data)
    return (
      <Group h="100%" px="md" justify="space-between">
        <Skeleton w={32} h={32} />
        <Group gap="xs">
          <ThemeSwitch />
          <Skeleton circle w={36} h={36} />
        </Group>
      </Group>
    );
  const items = shownItems(navigationItems(data.can), pathname);
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap">
      <Group gap="xs" wrap="nowrap" flex={1} miw={0}>
        {items.length > 0 && <NavigationDrawer items={items} />}
        <HomeLogo viewer={data} />
        <ModuleSwitcher viewer={data} />
      </Group>
      {items.length > 0 && (
        <Box component="nav" aria-label="Main" visibleFrom="sm">
          <NavigationLinks items={items} />
        </Box>
      )}
      <Group gap="xs" wrap="nowrap" flex={{ base: 'none', sm: 1 }} justify="flex-end">
        <ThemeSwitch />
        <AccountMenu viewer={data} />
      </Group>
    </Group>
  );
}
