import { rm } from 'node:fs/promises';
import { startSystem, templateDir } from './system.ts';

/** Playwright globalSetup: creates the data folder that the systems of the journeys copy. */
export default async function createTemplate(): Promise<void> {
  await rm(templateDir, { recursive: true, force: true });
  const system = await startSystem({ DATA_DIR: templateDir });
  await system.stop();
}
