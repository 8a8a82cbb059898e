import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPlatformSettings } from './core/base/settings.ts';
import { demoPassword } from './demo/sign-ins.ts';
import { startPlatform } from './start.ts';
import { fillDataFolder } from './testing/database.ts';
import { newUser } from './testing/forms.ts';
import { freePort } from './testing/free-port.ts';

/** Opens a data folder for the time of `use`. */
async function run<T>(dataDir: string, use: (post: ReturnType<typeof poster>) => Promise<T>): Promise<T> {
  const env = { DATA_DIR: dataDir, PLATFORM_PORT: String(await freePort()), DEMO: 'off' };
  const platform = await startPlatform(readPlatformSettings(env), { logger: false });
  return use(poster(platform.origin)).finally(() => platform.close());
}

const poster =
  (origin: string) =>
  async (path: string, body: object, key = '') => {
    const headers = { 'content-type': 'application/json', ...(key && { 'api-key': key }) };
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Record<string, Record<string, unknown>> };
  };
type Post = ReturnType<typeof poster>;

async function signIn(post: Post): Promise<string> {
  const ent_usr = { email: 'organiser@demo.example', password: demoPassword };
  return String((await post('/login', { api: true, ent_usr })).body.current_ent_usr?.api_key);
}
const create = async (post: Post, key: string, email: string) =>
  (await post('/consoles/create_org_user', { ent_usr: newUser(email) }, key)).body.user;
const holder = async (post: Post, key: string) =>
  (await post('/tasks/api_user_detail', { task: { api_key: key } })).status;

test('RELIABILITY-F45 after restoring a data folder earlier sessions continue, later ones do not exist, and ids continue from the backup', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-test-'));
  const [dataDir, backup] = [join(folder, 'data'), join(folder, 'backup')];
  await fillDataFolder(dataDir, { demo: true });
  const before = await run(dataDir, async (post) => {
    const key = await signIn(post);
    return { key, user: await create(post, key, 'before@demo.example') };
  });
  await cp(dataDir, backup, { recursive: true });
  const later = await run(dataDir, async (post) => {
    const key = await signIn(post);
    return { key, user: await create(post, key, 'later@demo.example') };
  });
  await rm(dataDir, { recursive: true });
  await cp(backup, dataDir, { recursive: true });
  await run(dataDir, async (post) => {
    expect([await holder(post, before.key), await holder(post, later.key)]).toEqual([200, 401]);
    const again = await create(post, before.key, 'later@demo.example');
    expect(again).toMatchObject({ email: 'later@demo.example', id: later.user?.id });
  });
  await rm(folder, { recursive: true, force: true });
});
