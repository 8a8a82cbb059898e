import { Box, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { whenPainted } from '../feedback/whenPainted.ts';
import { Avatar } from '../ui/layout/Avatar.tsx';
import { Logo } from '../ui/layout/Logo.tsx';
import { readBrand, textColorOn } from './brand.ts';
import classes from './SignInLayout.module.css';

type Picture = Omit<Parameters<typeof Avatar>[0], 'id'>;

// An illustration of what the console manages, not data.
const avatars: readonly Picture[] = [
  { kind: 'organisation', name: 'Harbour Bank', state: 'active', share: 0.75, size: 72 },
  { kind: 'person', name: 'Ada Kumar', state: 'active', size: 40 },
  { kind: 'person', name: 'Noor Silva', state: 'invited', size: 40 },
  { kind: 'person', name: 'Mei Tan', state: 'active', size: 72 },
  { kind: 'organisation', name: 'Cedar Health', state: 'active', share: 0.4, size: 40 },
  { kind: 'person', name: 'Ivo Novak', state: 'inactive', size: 40 },
  { kind: 'organisation', name: 'Violet Learning', state: 'active', share: 0.9, size: 72 },
  { kind: 'person', name: 'Zola Okafor', state: 'active', size: 40 },
  { kind: 'organisation', name: 'Quartz Rail', state: 'inactive', size: 40 },
];

const lines = [
  'Organisations with their users, roles and limits',
  'Customers and vendors, and what they share',
  'Models and assessments, from pending to completed',
  'One sign-in for every module, with a passcode or single sign-on',
];

/** The right half of the sign-in pages: which console it is, and what it is for. */
function BrandPanel({ name, color }: { name: string; color: string | null }) {
  return (
    <aside
      className={classes.product}
      aria-label="About the console"
      style={color ? { backgroundColor: color, color: textColorOn(color) } : {}}
    >
      <Stack gap="xl" maw={440}>
        <div className={classes.avatars} aria-hidden>
          {avatars.map((avatar) => (
            <Avatar key={avatar.name} id={avatar.name} {...avatar} />
          ))}
        </div>
        <Stack gap="xs">
          <Text fz={32} fw={600} lh={1.2}>
            {name}
          </Text>
          <Text fz="lg">
            Manage users, organisations and access for your security, privacy and compliance suite in one place.
          </Text>
        </Stack>
        <ul className={classes.lines}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Stack>
    </aside>
  );
}

// The menu is the largest part of a sign-in page and rarely opened.
const ThemeSwitch = lazyPart(async () => (await import('../ui/layout/ThemeSwitch.tsx')).ThemeSwitch, {
  loadOn: 'paint',
});

/** The form on the left, the brand on the right; on phones the form with the brand's name. */
export function Component() {
  const [{ name, logo, color }] = useState(readBrand);
  useEffect(function keepFocus() {
    void whenPainted()
      .then(() => import('../ui/dialog/focusPlace.ts'))
      .catch(() => undefined);
  }, []);
  return (
    <div className={classes.page}>
      <main className={classes.form}>
        <Box className={classes.theme}>
          <ThemeSwitch />
        </Box>
        <Stack w="100%" maw={360} gap="xl">
          <Group gap="sm">
            <Logo src={logo} alt="" h={40} maw={240} />
            <Text fz="lg" fw={600} hiddenFrom="sm">
              {name}
            </Text>
          </Group>
          <Outlet />
        </Stack>
      </main>
      <BrandPanel name={name} color={color} />
    </div>
  );
}
