import { Box, Image, Stack, Text } from '@mantine/core';
import { Outlet } from 'react-router-dom';
import { lateComponent } from '../ui/feedback/lateComponent.tsx';
import defaultLogo from '../ui/layout/default-logo.svg?no-inline';
import classes from './SignInLayout.module.css';

// The menu is the largest part of a sign-in page and rarely opened.
const ThemeSwitch = lateComponent(async () => (await import('../ui/layout/ThemeSwitch.tsx')).ThemeSwitch);

/** The form on the left, the product's name on the right; on phones only the form. */
export function Component() {
  return (
    <div className={classes.page}>
      <main className={classes.form}>
        <Box className={classes.theme}>
          <ThemeSwitch />
        </Box>
        <Stack w="100%" maw={360} gap="xl">
          <Image src={defaultLogo} alt="" w={40} h={40} radius={0} />
          <Outlet />
        </Stack>
      </main>
      <aside className={classes.product} aria-label="About the console">
        <Stack gap="xs" maw={440}>
          <Text fz={32} fw={600} lh={1.2}>
            Console
          </Text>
          <Text fz="lg" c="dimmed">
            People, organisations and access for your security, privacy and compliance suite, in one place.
          </Text>
        </Stack>
      </aside>
    </div>
  );
}
