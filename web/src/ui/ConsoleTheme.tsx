import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { LateFeedback } from './LateFeedback.tsx';
import { styleNonce } from './styleNonce.ts';
import { cssVariables, theme } from './theme.ts';

/** The console's look, with the places where alerts and toasts appear. */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      // Theme and defaults are one set, written here, instead of one set here and one in the stylesheet.
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
      <LateFeedback />
    </MantineProvider>
  );
}
