import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Modules do not change while tests run once: the browser may cache them instead of asking for each again in every test file. */
const cacheModules: Plugin = {
  name: 'cache-modules',
  configureServer(server) {
    // Vitest only watches files if it is asked to.
    if (server.config.server.watch) return;
    server.middlewares.use((_request, response, next) => {
      const setHeader = response.setHeader.bind(response);
      response.setHeader = (name, value) =>
        setHeader(name, name === 'Cache-Control' && value === 'no-cache' ? 'max-age=3600' : value);
      next();
    });
  },
};

const iconImports = /import \{([^}]+)\} from '@tabler\/icons-react'/g;
const namesIn = (list = '') => list.match(/\bIcon\w+/g) ?? [];
const moduleOf = (icon: string) => `@tabler/icons-react/dist/esm/icons/${icon}.mjs`;
const iconNames = new Set(
  globSync('src/**/*.tsx', { cwd: import.meta.dirname })
    .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
    .flatMap((source) => [...source.matchAll(iconImports)].flatMap(([, list]) => namesIn(list))),
);

/** Imports icons one by one. Their package as a whole has 4 MB, which every test file would read and execute. */
const singleIcons: Plugin = {
  name: 'single-icons',
  enforce: 'pre',
  transform: (code, id) =>
    /src\/.*\.tsx/.test(id)
      ? code.replace(iconImports, (_all, list) =>
          namesIn(list)
            .map((icon) => `import ${icon} from '${moduleOf(icon)}'`)
            .join('; '),
        )
      : undefined,
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [cacheModules, singleIcons, react()],
  // Bundled ahead: bundling a dependency during a test would reload the page.
  optimizeDeps: {
    include: [
      '@simplewebauthn/browser',
      ...[...iconNames].map(moduleOf),
      '@apollo/client',
      '@apollo/client/errors',
      '@apollo/client/link/http',
      '@apollo/client/react',
      '@mantine/core',
      '@mantine/form',
      '@mantine/hooks',
      '@mantine/notifications',
      'apollo-upload-client/UploadHttpLink.mjs',
      'graphql',
      'hucre/xlsx',
      'react',
      'react-dom',
      'react-dom/client',
      'react-router-dom',
      'rxjs',
      'vitest-browser-react',
    ],
  },
  test: {
    name: 'web',
    testTimeout: 180_000,
    // A page waits for the commands of its tests about a third of the time.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // A page for each file would load every module again, a third of all CPU time.
    isolate: false,
    // Mocks of one file would otherwise stay for the next one.
    restoreMocks: true,
    setupFiles: ['src/testing/setup.ts'],
    // Waits of some thousand tests take up to 50 ms too long by default, and 1 s is too short on a busy machine.
    expect: { poll: { interval: 20, timeout: 60_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: {
          executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-dev-shm-usage',
            // Collecting garbage while the young generation grows takes a twentieth of the CPU time.
            '--js-flags=--min-semi-space-size=64 --max-semi-space-size=64',
          ],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
