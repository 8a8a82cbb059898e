import { Button, Group, Stack } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import { isCurrentItem, type NavigationItem } from './navigation.ts';

interface NavigationLinksProps {
  items: readonly NavigationItem[];
  /** Vertical, as in the drawer. */
  stacked?: boolean;
  onFollow?: () => void;
}

export function NavigationLinks({ items, stacked = false, onFollow }: NavigationLinksProps) {
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
