/** Whether one step back stays in the console. `history.length` would also count the pages before it; not every browser knows this. */
export const hasConsoleHistory = (): boolean =>
  'navigation' in window
    ? window.navigation.canGoBack
    : (((window as Window).history.state as { idx?: number } | null)?.idx ?? 0) > 0;
