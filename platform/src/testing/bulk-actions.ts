import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { UserName } from './fixtures.ts';
import type { TestPlatform } from './platform.ts';

type Answer = Promise<LightMyRequestResponse>;

/** Starts bulk actions as users of a platform, and reads their results. */
export function bulkActions(platform: TestPlatform) {
  const keyOf = async (user: UserName) => (await platform.signIn(user)).apiKey;
  const prove = (key: string): Answer =>
    platform.call('POST /consoles/valid_password', { key, body: { current_password: 'Passw0rd!x' } });
  const start = (key: string, body: object, headers: Record<string, string> = {}): Answer =>
    platform.call('POST /consoles/ext/start_bulk_act', { key, body, headers });
  const read = (key: string, id: number, query = '&limit=1000'): Answer =>
    platform.call(`GET /consoles/ext/bulk_job?job_id=${id}${query}`, { key });
  const recent = async (user: UserName, organisationId: number) => {
    const path = `GET /consoles/ext/recent_bulk_jobs?org_id=${organisationId}` as const;
    return (await platform.call(path, { key: await keyOf(user) })).json().jobs as { id: number; done_count: number }[];
  };
  const end = async (key: string, id: number) => {
    await expect
      .poll(async () => (await read(key, id, '')).json().job.finished_at, { timeout: 60_000, interval: 50 })
      .not.toBeNull();
    return (await read(key, id)).json();
  };
  return {
    keyOf,
    prove,
    start,
    read,
    recent,
    end,
    cancel: (key: string, job_id: number): Answer =>
      platform.call('POST /consoles/ext/cancel_bulk_act', { key, body: { job_id } }),
    /** Starts a bulk action of a user after a password check, and waits for its end. */
    act: async (user: UserName, body: object) => {
      const key = await keyOf(user);
      await prove(key);
      const answer = await start(key, body);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return end(key, answer.json().job.id);
    },
  };
}

/** The states of rows, with their codes, in order. */
export const statesOf = ({ rows }: { rows: { state: string; code: string | null }[] }): string[] =>
  rows.map(({ state, code }) => [state, code].filter(Boolean).join(' '));
