import type { FragmentType } from '@apollo/client';
import { Anchor, Box, Group, Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { TopBar_ViewerFragment } from '../gql/graphql.ts';
import { Logo } from '../ui/layout/Logo.tsx';
import { NavigationDrawer } from './NavigationDrawer.tsx';
import { NavigationLinks } from './NavigationLinks.tsx';
import { navigationItems, navigationItemsOnPath } from './navigation.ts';

const viewerFragment = graphql(`
  fragment TopBar_viewer on Viewer {
    can { viewUsers viewSso listOrganisations }
    user { id logoUrl }
    ...AccountMenu_viewer
    ...ModuleSwitcher_viewer
    ...CommandPalette_viewer
  }
`);

// Menus are large and not needed before the page is rendered.
const ThemeSwitch = lazyPart(async () => (await import('../ui/layout/ThemeSwitch.tsx')).ThemeSwitch);
const AccountMenu = lazyPart(async () => (await import('./AccountMenu.tsx')).AccountMenu);
const CommandButton = lazyPart(async () => (await import('./CommandButton.tsx')).CommandButton);
const ModuleSwitcher = lazyPart(async () => (await import('./ModuleSwitcher.tsx')).ModuleSwitcher);

/** The bar of every page behind the sign-in. `viewer` is null until the page's query has a result. */
export function TopBar({ viewer }: { viewer: FragmentType<TopBar_ViewerFragment> | null }) {
  const { data, complete } = useFragment(viewerFragment, viewer);
  const { pathname } = useLocation();
  const loaded = viewer && complete ? data : null;
  const items = loaded ? navigationItemsOnPath(navigationItems(loaded.can), pathname) : [];
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap">
      <Group gap="xs" wrap="nowrap" flex={1} miw={0}>
        {loaded ? (
          <>
            {items.length > 0 && <NavigationDrawer items={items} />}
            <HomeLogo url={loaded.user.logoUrl} />
            <Suspense fallback={<Skeleton w={44} h={44} />}>
              <ModuleSwitcher viewer={loaded} />
            </Suspense>
          </>
        ) : (
          <Skeleton w={32} h={32} />
        )}
      </Group>
      {items.length > 0 && (
        <Box component="nav" aria-label="Main" visibleFrom="sm">
          <NavigationLinks items={items} />
        </Box>
      )}
      <Group gap="xs" wrap="nowrap" flex={{ base: 'none', sm: 1 }} justify="flex-end">
        {/* Apart, so that its loading does not take the menus away. */}
        <Suspense fallback={<Skeleton circle w={36} h={36} />}>{loaded && <CommandButton viewer={loaded} />}</Suspense>
        <Suspense fallback={<Skeleton circle w={36} h={36} />}>
          <ThemeSwitch />
          <AccountMenu viewer={loaded} />
        </Suspense>
      </Group>
    </Group>
  );
}

/** The organisation's logo, which leads to the first page. */
function HomeLogo({ url }: { url: string | null }) {
  return (
    <Anchor component={Link} to="/" aria-label="Home" display="flex" p={4} miw={0}>
      <Logo src={url} alt="Organisation logo" h={32} miw={0} maw={120} />
    </Anchor>
  );
}
