import { suiteModules } from '@console/contract/modules';
import { Box, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { whenPainted } from '../feedback/whenPainted.ts';
import { Logo } from '../ui/values/Logo.tsx';
import classes from './SignInLayout.module.css';

const metaOf = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

const linear = (channel: number): number => {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

/** Black or white, whichever has more contrast on a colour such as `#14315e`: at least 4.5. */
export const textColorOn = (color: string): 'black' | 'white' => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? 'black' : 'white';
};

/** The name, logo and colour that the gateway writes into the page. */
const readBrand = () => ({
  name: metaOf('brand-name') || 'Console',
  logo: metaOf('brand-logo') || null,
  color: metaOf('brand-color') || null,
});

/** The modules to which users sign in on this page, apart from the console. */
const modules = suiteModules.filter((module) => module.moduleId !== 'console' && !('isAdmin' in module));

const lines = [
  'Organisations with their users, roles and limits',
  'Customers and vendors, and what they share',
  'Models and assessments, from pending to completed',
  'One sign-in for every module, with a password, passkey or single sign-on',
];

/** Right half of the sign-in pages: name and purpose of the console. */
function BrandPanel({ name, color }: { name: string; color: string | null }) {
  return (
    <aside
      className={classes.product}
      aria-label="About the console"
      style={color ? { backgroundColor: color, color: textColorOn(color) } : {}}
    >
      <Stack gap="xl" maw={440}>
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
        <ul className={classes.modules} aria-label="Modules">
          {modules.map(({ moduleId, label }) => (
            <li key={moduleId}>{label}</li>
          ))}
        </ul>
      </Stack>
    </aside>
  );
}

// The menu is the largest part of a sign-in page and rarely opened.
const ThemeSwitch = lazyPart(async () => (await import('../ui/theme/ThemeSwitch.tsx')).ThemeSwitch, {
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
        <Stack w="100%" maw={360} gap="xl">
          <Group gap="sm" wrap="nowrap" mih={40}>
            <Logo src={logo} alt="" h={40} maw={240} />
            <Text fz="lg" fw={600} hiddenFrom="sm">
              {name}
            </Text>
            <Box ms="auto">
              <ThemeSwitch />
            </Box>
          </Group>
          <Outlet />
        </Stack>
      </main>
      <BrandPanel name={name} color={color} />
    </div>
  );
}
