import { beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';

// Runs before each test file. All files of a worker share one page, which loads each module once.
await page.viewport(1280, 800);
sessionStorage.clear();
localStorage.clear();

// Importing the package registers this for the first file alone.
beforeEach(cleanup);
beforeEach(() => void vi.useRealTimers());
