import { cp, rm } from 'node:fs/promises';
import { emptyTemplateDir, startSystem, templateDir } from './system.ts';

/** Playwright globalSetup: creates the data folders that journeys copy, unless `npm test` created them during the component tests. */
export default async function createTemplates(): Promise<void> {
  if (process.env.E2E_DATA === 'created') return;
  for (const folder of [templateDir, emptyTemplateDir]) await rm(folder, { recursive: true, force: true });
  const empty = await startSystem({ DATA_DIR: templateDir, DEMO: 'off' });
  await empty.stop();
  await cp(templateDir, emptyTemplateDir, { recursive: true });
  const system = await startSystem({ DATA_DIR: templateDir });
  await system.stop();
}

if (import.meta.main) await createTemplates();
