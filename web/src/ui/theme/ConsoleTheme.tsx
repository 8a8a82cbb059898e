import { MantineProvider } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadNotificationRegions } from '../../feedback/loadNotificationRegions.ts';
import { styleNonce } from './styleNonce.ts';
import { cssVariables, theme } from './theme.ts';

const NotificationRegions = lazy(loadNotificationRegions);

/** The console's Mantine theme, with the regions of alerts and toasts. */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      // Writes the variables only here, and not in the stylesheet as well.
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
      <Suspense>
        <NotificationRegions />
      </Suspense>
    </MantineProvider>
  );
}
