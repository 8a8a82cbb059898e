import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@console/platform/core/database/database';
import { fillDataFolder } from '@console/platform/testing/database';
import { csvOf, formOf, rowOf } from '@console/platform/testing/forms';
import { freePort } from '@console/platform/testing/free-port';
import { loadOrCreateSecret } from '@console/server-base/secret-file';
import { afterEach, expect, test } from 'vitest';

const children: ChildProcess[] = [];
let folder = '';
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function start(dataDir: string) {
  const port = await freePort();
  const main = join(import.meta.dirname, '../../platform/src/main.ts');
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PLATFORM_PORT: String(port), DEMO: 'off' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  return { child, origin: `http://127.0.0.1:${port}` };
}

/** Uploads 5,000 users into the demo's first organisation; undefined if there is no response. */
async function upload(origin: string, dataDir: string) {
  const rows = Array.from({ length: 5_000 }, (_, n) => rowOf(`killed${n}@demo.example`));
  const { body, headers } = formOf({ org_id: 1 }, csvOf(rows));
  const all = { ...headers, 'api-key': await loadOrCreateSecret(dataDir, 'demo-key') };
  const answer = await fetch(`${origin}/consoles/bulk_user_upload`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: all,
  }).catch(() => null);
  return answer?.status;
}

test('RELIABILITY-F20 REST-23 after kill -9 during an upload all of the file is stored or nothing, and it can be sent again', async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-test-'));
  const dataDir = join(folder, 'data');
  await fillDataFolder(dataDir, { demo: true });
  const counts = async () => {
    const db = await openDatabase({ dataDir });
    await db.updateTable('ent_org').set({ user_limit: null }).execute();
    const users = db.selectFrom('ent_usr').select('id').where('email', 'like', 'killed%');
    const tokens = db.selectFrom('user_token').select('id').where('ent_usr_id', 'in', users);
    const storedCounts = [await users.execute(), await tokens.execute()].map((rows) => rows.length);
    await db.destroy();
    return storedCounts;
  };
  await counts();
  let whole = false;
  for (const afterMs of [30, 150, 400, 800, 1_200]) {
    const { child, origin } = await start(dataDir);
    const answer = upload(origin, dataDir);
    await Promise.race([answer, delay(afterMs)]);
    child.kill('SIGKILL');
    await once(child, 'close');
    await answer;
    const [users, tokens] = await counts();
    expect([afterMs, whole ? [5_000, 5_000] : [0, 0], [5_000, 5_000]]).toContainEqual([users, tokens]);
    whole = users === 5_000;
  }
  const { origin } = await start(dataDir);
  expect(await upload(origin, dataDir)).toBe(whole ? 422 : 200);
});
