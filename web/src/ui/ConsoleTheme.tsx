import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { Feedback } from './Feedback.tsx';
import { styleNonce } from './styleNonce.ts';
import { cssVariables, theme } from './theme.ts';

/** The console's look, with the places where alerts and toasts appear. */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
      <Feedback />
    </MantineProvider>
  );
}
