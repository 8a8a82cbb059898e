import { beforeEach, vi } from 'vitest';
import { page, server } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';

// Runs before each test file. All files of a worker share one page, which loads each module once.
await page.viewport(1280, 800);
sessionStorage.clear();
localStorage.clear();

// Painting takes a seventh of the CPU time. Page and tests still treat the transparent page as visible.
if (server.config.browser.headless) (frameElement as HTMLElement | null)?.style.setProperty('opacity', '0');

// Importing the package registers `cleanup` for the first file only.
beforeEach(cleanup);
beforeEach(() => void vi.useRealTimers());
