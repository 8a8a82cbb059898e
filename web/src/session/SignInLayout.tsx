import { Box, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { Logo } from '../ui/layout/Logo.tsx';
import { BrandPanel } from './BrandPanel.tsx';
import { readBrand } from './brand.ts';
import classes from './SignInLayout.module.css';

// The menu is the largest part of a sign-in page and rarely opened.
const ThemeSwitch = lazyPart(async () => (await import('../ui/layout/ThemeSwitch.tsx')).ThemeSwitch, {
  loadOn: 'paint',
});

/** The form on the left, the brand on the right; on phones the form with the brand's name. */
export function Component() {
  const [{ name, logo, color }] = useState(readBrand);
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
