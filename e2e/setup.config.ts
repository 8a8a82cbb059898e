import { rm } from 'node:fs/promises';
import { startSystem, templateDir } from './system.ts';

/** Playwright globalSetup: creates the data folder that the systems of the journeys copy, unless `npm test` has created it beside the tests of components. */
export default async function createTemplate(): Promise<void> {
  if (process.env.E2E_DATA === 'created') return;
  await rm(templateDir, { recursive: true, force: true });
  const system = await startSystem({ DATA_DIR: templateDir });
  await system.stop();
}

if (import.meta.main) await createTemplate();
