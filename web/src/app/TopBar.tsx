import type { FragmentType } from '@apollo/client';
import { ActionIcon, Anchor, Box, Button, Group, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { TopBar_ViewerFragment } from '../gql/graphql.ts';
import { SidePanel } from '../ui/dialog/Dialog.tsx';
import { Logo } from '../ui/values/Logo.tsx';
import { hasNavigation, isCurrentItem, type NavigationItem, navigationItems } from './navigation.ts';

const viewerFragment = graphql(`
  fragment TopBar_viewer on Viewer {
    can { viewUsers viewSso listOrganisations }
    user { id logoUrl }
    pendingItemCount
    ...AccountMenu_viewer
    ...ModuleSwitcher_viewer
    ...CommandPalette_viewer
  }
`);

// Menus are large and not needed before the page is rendered.
const ThemeSwitch = lazyPart(async () => (await import('../ui/theme/ThemeSwitch.tsx')).ThemeSwitch);
const AccountMenu = lazyPart(async () => (await import('./AccountMenu.tsx')).AccountMenu);
const CommandButton = lazyPart(async () => (await import('./CommandButton.tsx')).CommandButton);
const PendingButton = lazyPart<{ count: number }>(
  async () => (await import('../pending/PendingButton.tsx')).PendingButton,
);
const ModuleSwitcher = lazyPart(async () => (await import('./ModuleSwitcher.tsx')).ModuleSwitcher);

/** The bar of every page behind the sign-in. `viewer` is null until the page's query has a result. */
export function TopBar({ viewer }: { viewer: FragmentType<TopBar_ViewerFragment> | null }) {
  const { data, complete } = useFragment(viewerFragment, viewer);
  const { pathname } = useLocation();
  const loaded = viewer && complete ? data : null;
  const items = loaded && hasNavigation(pathname) ? navigationItems(loaded.can) : [];
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
        {/* A separate boundary, so that its loading does not hide the menus. */}
        <Suspense fallback={<Skeleton circle w={36} h={36} />}>
          {loaded && <CommandButton viewer={loaded} />}
          {loaded?.pendingItemCount != null && <PendingButton count={loaded.pendingItemCount} />}
        </Suspense>
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

/** The navigation at phone width, behind one button. */
function NavigationDrawer({ items }: { items: readonly NavigationItem[] }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <ActionIcon
        hiddenFrom="sm"
        size={44}
        aria-label="Navigation"
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={open}
      >
        <IconMenu2 size={20} stroke={1.5} aria-hidden />
      </ActionIcon>
      <SidePanel
        opened={opened}
        onClose={close}
        title="Navigation"
        size={280}
        hiddenFrom="sm"
        closeButtonProps={{ 'aria-label': 'Close navigation' }}
      >
        <nav aria-label="Main">
          <NavigationLinks items={items} stacked onFollow={close} />
        </nav>
      </SidePanel>
    </>
  );
}

interface NavigationLinksProps {
  items: readonly NavigationItem[];
  /** The links are below each other, as in the drawer. */
  stacked?: boolean;
  onFollow?: () => void;
}

function NavigationLinks({ items, stacked = false, onFollow }: NavigationLinksProps) {
  const { pathname } = useLocation();
  const links = items.map((item) => {
    const current = isCurrentItem(item, pathname);
    return (
      <Button
        key={item.to}
        component={Link}
        to={item.to}
        variant={current ? 'light' : 'subtle'}
        color={current ? 'blue' : 'gray'}
        aria-current={current ? 'page' : undefined}
        justify={stacked ? 'flex-start' : 'center'}
        h={stacked ? 44 : 36}
        px="md"
        onClick={onFollow}
      >
        {item.label}
      </Button>
    );
  });
  return stacked ? (
    <Stack gap={4}>{links}</Stack>
  ) : (
    <Group gap={4} wrap="nowrap">
      {links}
    </Group>
  );
}
