import { rm } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { typeInto } from './forms.ts';
import { endSessionsOf, expectForm, fillForm, idsOf, notices, send, signInAgain } from './half-filled.ts';
import { checkScreen, demoPassword, signIn, test } from './journey.ts';
import { createSession, rest, unusedUser } from './rest.ts';
import { endServer, prepareServers } from './servers.ts';
import type { System } from './system.ts';

type Servers = Pick<System, 'platformUrl' | 'url'> & { stopPlatform(): Promise<void>; startPlatform(): Promise<void> };

/** Gateway and platform in separate processes, so that a test can stop the platform. */
const outage = test.extend<{ servers: Servers }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on destructured, and this one depends on none.
  servers: async ({}, use) => {
    const { url, platformUrl, dataDir, start } = await prepareServers();
    let platform = await start.platform();
    const gateway = await start.gateway();
    await use({
      url,
      platformUrl,
      stopPlatform: () => endServer(platform, 'SIGTERM'),
      startPlatform: async () => {
        platform = await start.platform();
      },
    });
    await Promise.all([platform, gateway].map((child) => endServer(child, 'SIGTERM')));
    await rm(dataDir, { recursive: true, force: true });
  },
  baseURL: async ({ servers }, use) => use(servers.url),
});

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
    await expect(notices(page)).toContainText('The platform is not responding.');
    await expect(notices(page)).toContainText('You are still signed in, and your unsaved changes are kept.');
    await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue('assessor@');
    expect(await rows.count()).toBe(before);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await checkScreen(page, 'platform-stopped');
    await send(form);
    await expect(notices(form)).toContainText('The platform is not responding.');
    await expect(form.getByRole('alert').getByText('Nothing was saved.')).toBeVisible();
    await expectForm(form, email);

    await servers.startPlatform();
    await page.bringToFront();
    await expect(notices(page)).not.toContainText('not responding', { timeout: 60_000 });
    await expect.poll(() => rows.count(), { timeout: 60_000 }).toBeLessThan(before);
    expect(await idsOf(servers, email)).toEqual([]);
    await form.bringToFront();
    await expect(notices(form)).not.toContainText('not responding', { timeout: 60_000 });
    await expectForm(form, email);
    await send(form);
    await expect(form).toHaveURL(/\/U$/);
    expect(await idsOf(servers, email)).toHaveLength(1);
  },
);

test('START-49 START-46 START-48 the role is lowered while a form is half filled, and the session ends on the page after it', async ({
  page,
  system,
}) => {
  test.setTimeout(400_000);
  const { key } = await createSession(system, 'admin@demo.example');
  const person = await unusedUser(system);
  const [id] = await idsOf(system, person.email);
  const roles = await rest<{ module_role_list: { Console: { id: number; idStr: string }[] } }>(
    system,
    '/centrals/module_role_list',
  );
  const setRole = async (idStr: string) => {
    const role_id = roles.body.module_role_list.Console.find((role) => role.idStr === idStr)?.id;
    const changed = await rest(system, '/consoles/update_org_user', { key, body: { ent_usr: { id, role_id } } });
    expect(changed.status).toBe(200);
  };
  await setRole('ASSESSOR');

  const refused = 'mei.role@demo.example';
  await signIn(page, person.email, '/U/new');
  await fillForm(page, refused);
  await setRole('AUDITEE');
  await send(page);
  await expect(notices(page)).toContainText('Your role was changed to Auditee.');
  await expect(page.getByRole('alert').getByText('Nothing was saved.')).toBeVisible();
  await expectForm(page, refused);
  const navigation = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(navigation).toHaveText(['Organisation']);
  expect(await idsOf(system, refused)).toEqual([]);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/O$/);
  await expect(navigation).toHaveText(['Organisation']);

  // An open page would receive the reason why the session ended, so no page is open when it ends.
  await page.goto('about:blank');
  await endSessionsOf(system, person.email);
  await page.goto('/O');
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
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
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
  await expect(
    page.getByRole('table', { name: 'Active users', exact: true }).getByRole('row', { name: email }),
  ).toBeVisible();
});

test('START-49 START-46 START-47 the session is ended while a form is half filled: it is said, nothing is lost, and it is saved once', async ({
  page,
  system,
}) => {
  test.setTimeout(240_000);
  const email = 'mei.session@demo.example';
  await signIn(page, 'assessor@demo.example', '/U/new');
  await fillForm(page, email);
  await endSessionsOf(system, 'assessor@demo.example');
  // A search in the background.
  await typeInto(page.getByRole('combobox', { name: 'Supervisor' }), 'admin');
  await expect(notices(page)).toContainText('Your session was ended from another device');
  await typeInto(page.getByRole('combobox', { name: 'Supervisor' }), 'organiser@demo.example');
  await page.locator('h1').click();
  await expectForm(page, email);
  await send(page);
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
  await expect(dialog).toContainText('Nothing was saved.');
  await checkScreen(page, 'signed-out-over-a-form');
  await signInAgain(page);
  await expect(dialog).toHaveCount(0);
  await expectForm(page, email);
  expect(await idsOf(system, email)).toEqual([]);
  await send(page);
  await expect(page).toHaveURL(/\/U$/);
  expect(await idsOf(system, email)).toHaveLength(1);
});
