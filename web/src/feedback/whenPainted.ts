/** Resolves when what has been rendered so far is on the screen and the browser has nothing else to do. */
export const whenPainted = (): Promise<unknown> =>
  new Promise((resolve) =>
    // Some browsers do not have `requestIdleCallback`.
    'requestIdleCallback' in window ? requestIdleCallback(resolve, { timeout: 2_000 }) : setTimeout(resolve, 200),
  );
