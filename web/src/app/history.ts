/** Whether one step back stays in the console. `history.length` would also count the pages that were open before it; not every browser can tell. */
export const hasConsoleHistory = (): boolean =>
  'navigation' in window
    ? window.navigation.canGoBack
    : (((window as Window).history.state as { idx?: number } | null)?.idx ?? 0) > 0;
