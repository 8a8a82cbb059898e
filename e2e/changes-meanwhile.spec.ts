import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@console/platform/testing/free-port';
import { expect, type Page } from '@playwright/test';
import { chooseOption, press, typeInto } from './forms.ts';
import { checkScreen, demoPassword, signIn, test } from './journey.ts';
import { createSession, rest, unusedUser } from './rest.ts';
import { prepareDataDir, type System, serverEnv } from './system.ts';

const root = join(import.meta.dirname, '..');

const isReady = (url: string) =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

const started = async (server: 'gateway' | 'platform', env: Record<string, string>, url: string) => {
  const child = spawn(process.execPath, [`${server}/src/main.ts`], {
    cwd: root,
    env: { ...serverEnv, LOG_LEVEL: 'silent', ...env },
    stdio: 'ignore',
  });
  await expect.poll(() => isReady(url), { timeout: 120_000 }).toBe(true);
  return child;
};

const stopped = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGTERM');
  });

type Api = Pick<System, 'platformUrl'>;
type Servers = Api & Pick<System, 'url'> & { stopPlatform(): Promise<void>; startPlatform(): Promise<void> };

/** Gateway and platform in processes of their own, of which the platform can be stopped. */
const outage = test.extend<{ servers: Servers }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on destructured, and this one depends on none.
  servers: async ({}, use) => {
    const [port, platformPort] = [String(await freePort()), String(await freePort())];
    const [url, platformUrl] = [`http://localhost:${port}`, `http://127.0.0.1:${platformPort}`];
    const env = {
      PORT: port,
      PLATFORM_PORT: platformPort,
      PUBLIC_URL: url,
      PRODUCT_API_URL: platformUrl,
      DATA_DIR: await prepareDataDir(),
      SESSION_SECRET: 'a secret of thirty-two characters or more',
    };
    let platform = await started('platform', env, platformUrl);
    const gateway = await started('gateway', env, url);
    await use({
      url,
      platformUrl,
      stopPlatform: () => stopped(platform),
      startPlatform: async () => {
        platform = await started('platform', env, platformUrl);
      },
    });
    await Promise.all([stopped(platform), stopped(gateway)]);
    await rm(env.DATA_DIR, { recursive: true, force: true });
  },
  baseURL: async ({ servers }, use) => use(servers.url),
});

const notices = (page: Page) => page.getByRole('status', { name: 'Notices' });

/** A new user's form, filled but not sent. */
const fillForm = async (page: Page, email: string) => {
  await typeInto(page.getByRole('textbox', { name: 'First name' }), 'Mei');
  await typeInto(page.getByRole('textbox', { name: 'Last name' }), 'While');
  await typeInto(page.getByRole('textbox', { name: 'Email' }), email);
  await chooseOption(page, 'Designation', 'Manager');
  await chooseOption(page, 'Role', 'Auditee');
  await typeInto(page.getByRole('combobox', { name: 'Supervisor' }), 'organiser@demo.example');
  await page.locator('h1').click();
};
const expectForm = async (page: Page, email: string) => {
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Mei');
  await expect(page.getByRole('textbox', { name: 'Email', exact: true }).first()).toHaveValue(email);
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('Auditee');
};
const send = (page: Page) => press(page.getByRole('button', { name: 'Create user' }));
const signInAgain = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Next' }).click();
  return dialog;
};
/** How many users have an email. */
const countOf = async (system: Api, email: string) => {
  const { key } = await createSession(system, 'admin@demo.example');
  const { body } = await rest<{ active_users: { email: string }[] }>(system, '/consoles/active_user_list?org_id=1', {
    key,
  });
  return body.active_users.filter((user) => user.email === email).length;
};
const idOf = async (system: Api, email: string, key: string) => {
  const { body } = await rest<{ active_users: { id: number; email: string }[] }>(
    system,
    '/consoles/active_user_list?org_id=1',
    { key },
  );
  return body.active_users.find((user) => user.email === email)?.id;
};

outage(
  'START-49 START-43 START-44 the platform is stopped and started while a list is searched and a form is half filled',
  async ({ page, context, servers }) => {
    test.setTimeout(400_000);
    const email = 'mei.outage@demo.example';
    await signIn(page, 'organiser@demo.example', '/U');
    const form = await context.newPage();
    await form.goto('/U/new');
    await fillForm(form, email);
    const rows = page.getByRole('table', { name: 'Active users' }).getByRole('row');
    await expect.poll(() => rows.count()).toBeGreaterThan(5);
    const before = await rows.count();
    await servers.stopPlatform();

    await typeInto(page.getByRole('searchbox', { name: 'Search users' }), 'assessor@');
    await expect(notices(page)).toContainText('The platform is not answering.');
    await expect(notices(page)).toContainText('You are still signed in, and what you typed is safe.');
    await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue('assessor@');
    expect(await rows.count()).toBe(before);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await checkScreen(page, 'platform-stopped');
    await send(form);
    await expect(notices(form)).toContainText('The platform is not answering.');
    await expect(form.getByRole('alert').getByText('Nothing was saved.')).toBeVisible();
    await expectForm(form, email);

    await servers.startPlatform();
    await page.bringToFront();
    await expect(notices(page)).not.toContainText('not answering', { timeout: 60_000 });
    await expect.poll(() => rows.count(), { timeout: 60_000 }).toBeLessThan(before);
    expect(await countOf(servers, email)).toBe(0);
    await form.bringToFront();
    await expect(notices(form)).not.toContainText('not answering', { timeout: 60_000 });
    await expectForm(form, email);
    await send(form);
    await expect(form).toHaveURL(/\/U$/);
    expect(await countOf(servers, email)).toBe(1);
  },
);

test('START-49 START-46 START-47 START-48 session ended, role lowered and organisation disabled while a form is half filled', async ({
  page,
  system,
}) => {
  test.setTimeout(400_000);
  const email = 'mei.session@demo.example';
  const { key } = await createSession(system, 'admin@demo.example');
  const call = async (path: string, body: object) =>
    expect((await rest(system, path, { key, body })).status, path).toBeLessThan(300);
  const person = await unusedUser(system);
  const id = await idOf(system, person.email, key);
  const roles = await rest<{ module_role_list: { Console: { id: number; idStr: string }[] } }>(
    system,
    '/centrals/module_role_list',
  );
  const setRole = async (idStr: string) => {
    const role_id = roles.body.module_role_list.Console.find((role) => role.idStr === idStr)?.id;
    await call('/consoles/update_org_user', { ent_usr: { id, role_id } });
  };
  await setRole('ASSESSOR');
  const endSessions = async () => {
    await call('/consoles/valid_password', { current_password: demoPassword });
    await call('/consoles/ext/end_sessions', { user_id: id });
  };

  await signIn(page, person.email, '/U/new');
  await fillForm(page, email);
  await endSessions();
  // A search in the background.
  await typeInto(page.getByRole('combobox', { name: 'Supervisor' }), 'admin');
  await expect(notices(page)).toContainText('Your session was ended from another device');
  await typeInto(page.getByRole('combobox', { name: 'Supervisor' }), 'organiser@demo.example');
  await page.locator('h1').click();
  await expectForm(page, email);
  await send(page);
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' });
  await expect(dialog).toContainText('Nothing was saved.');
  await checkScreen(page, 'signed-out-over-a-form');
  await signInAgain(page);
  await expect(dialog).toHaveCount(0);
  await expectForm(page, email);
  expect(await countOf(system, email)).toBe(0);
  await send(page);
  await expect(page).toHaveURL(/\/U$/);
  expect(await countOf(system, email)).toBe(1);

  const refused = 'mei.role@demo.example';
  await page.getByRole('link', { name: 'Create New User' }).click();
  await fillForm(page, refused);
  await setRole('AUDITEE');
  await send(page);
  await expect(notices(page)).toContainText('Your role was changed to Auditee.');
  await expect(page.getByRole('alert').getByText('Nothing was saved.')).toBeVisible();
  await expectForm(page, refused);
  const navigation = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(navigation).toHaveText(['Organisation']);
  expect(await countOf(system, refused)).toBe(0);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/O$/);
  await expect(navigation).toHaveText(['Organisation']);

  // Nothing is asked for when the session ends: the page that is left would not read why.
  await page.reload({ waitUntil: 'networkidle' });
  await endSessions();
  await page.reload();
  await expect(page).toHaveURL(/\/login\?next=\/O$/);
  await expect(page.getByText('Your session was ended from another device')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

outage('START-49 START-47 the organisation is disabled while a form is half filled', async ({ page, servers }) => {
  test.setTimeout(400_000);
  const { key } = await createSession(servers, 'admin@demo.example');
  const { body } = await rest<{ active_users: { email: string; role: { idStr: string } | null }[] }>(
    servers,
    '/consoles/active_user_list?org_id=4',
    { key },
  );
  const organiser = body.active_users.find(({ role }) => role?.idStr === 'ORGANISER')?.email ?? '';
  const email = `mei.disabled@${organiser.split('@')[1]}`;
  await signIn(page, organiser, '/U/new');
  await fillForm(page, email);
  await rest(servers, '/consoles/valid_password', { key, body: { current_password: demoPassword } });
  expect((await rest(servers, '/consoles/enable_disable_org?org_id=4', { key })).status).toBe(200);
  await send(page);
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' });
  await expect(dialog).toContainText('Your organisation was disabled.');
  await expect(dialog).toContainText('Nothing was saved.');
  await signInAgain(page);
  const inactive = page.getByRole('dialog', { name: 'Oops! Organisation inactive!' });
  await inactive.getByRole('button', { name: 'OK' }).click();
  expect((await rest(servers, '/consoles/enable_disable_org?org_id=4', { key })).status).toBe(200);
  await signInAgain(page);
  await expect(dialog).toHaveCount(0);
  await expectForm(page, email);
  await send(page);
  await expect(page).toHaveURL(/\/U$/);
  await expect(page.getByRole('row', { name: email })).toBeVisible();
});
