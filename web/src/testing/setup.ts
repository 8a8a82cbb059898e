import { beforeEach, vi } from 'vitest';
import { page, server } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';

// Runs before each test file. All files of a worker share one page, which loads each module once.
await page.viewport(1280, 800);
sessionStorage.clear();
localStorage.clear();

// Painting takes a seventh of all CPU time. To the page and the tests it is visible all the same.
if (server.config.browser.headless) (frameElement as HTMLElement | null)?.style.setProperty('opacity', '0');

// Importing the package registers this for the first file alone.
beforeEach(cleanup);
beforeEach(() => void vi.useRealTimers());
