import { MantineProvider } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadFeedback } from '../feedback/loadFeedback.ts';
import { styleNonce } from './styleNonce.ts';
import { cssVariables, theme } from './theme.ts';

const Feedback = lazy(loadFeedback);

/** The console's Mantine theme, with the regions of alerts and toasts. */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      // Writes one set of variables here, instead of one here and one in the stylesheet.
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
      <Suspense>
        <Feedback />
      </Suspense>
    </MantineProvider>
  );
}
