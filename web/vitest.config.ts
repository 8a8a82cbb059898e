import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Modules do not change while tests run once: the browser may cache them instead of asking for each again in every test file. */
const cacheModules: Plugin = {
  name: 'cache-modules',
  configureServer(server) {
    // Vitest turns it off unless it watches.
    if (server.config.server.watch) return;
    server.middlewares.use((_request, response, next) => {
      const setHeader = response.setHeader.bind(response);
      response.setHeader = (name, value) =>
        setHeader(name, name === 'Cache-Control' && value === 'no-cache' ? 'max-age=3600' : value);
      next();
    });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    cacheModules,
    react(),
    babel({ presets: [reactCompilerPreset()], exclude: [/node_modules/, /src\/gql\//] }),
  ],
  // Bundled ahead: bundling a dependency during a test would reload the page.
  optimizeDeps: {
    include: [
      '@apollo/client',
      '@apollo/client/errors',
      '@apollo/client/link/http',
      '@apollo/client/react',
      '@mantine/core',
      '@mantine/form',
      '@mantine/hooks',
      '@mantine/notifications',
      '@tabler/icons-react',
      'apollo-upload-client/UploadHttpLink.mjs',
      'graphql',
      'react',
      'react-dom',
      'react-dom/client',
      'react-router-dom',
      'rxjs',
      'vitest-browser-react',
      'write-excel-file/browser',
    ],
  },
  test: {
    name: 'web',
    include: ['src/**/*.test.tsx', 'src/**/*.test.ts'],
    testTimeout: 60_000,
    maxWorkers: 2,
    // The default of 1 s is too short on a busy machine.
    expect: { poll: { timeout: 5_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: {
          executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
          args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
