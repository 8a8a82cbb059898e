import { expect } from '@playwright/test';
import { goWithin, signIn, test } from './journey.ts';
import { createSession, rest } from './rest.ts';

const hostile = `"><img src=x onerror=fetch('/x'+document.cookie)>`;

interface Mappings {
  accepted_org_list: Record<'vendor' | 'customer', { id: number; brandname: string }>[];
}

test('CASES-23 SECURITY-T2 markup in the names of an organisation and a user is shown as text and never runs', async ({
  page,
  system,
}) => {
  const { key } = await createSession(system, 'admin@demo.example');
  // The organisation is mapped to the demo's first one, so that the list of mappings contains it too.
  const { body } = await rest<Mappings>(system, '/consoles/accepcted_org_list', { key });
  const [mapped] = body.accepted_org_list;
  const { id, brandname } = (mapped?.vendor.id === 1 ? mapped.customer : mapped?.vendor) ?? { id: 0, brandname: '' };
  const fields = {
    id: String(id),
    legalname: hostile,
    industry: 'Banking',
    email_domain: 'hostile.example',
    website: 'https://hostile.example',
    pin: '1',
    country: 'India',
    state: hostile,
    city: hostile,
    registered_address: hostile,
  };
  const save = async (name: string) => {
    const form = new FormData();
    for (const [key, value] of Object.entries({ ...fields, brandname: name })) form.append(key, value);
    const url = `${system.platformUrl}/consoles/create_or_updare_org`;
    return fetch(url, { method: 'POST', headers: { 'api-key': key }, body: form });
  };
  const saved = await save(hostile);
  expect([saved.status, await saved.text()]).toEqual([200, expect.stringContaining('onerror')]);
  const ent_usr = {
    firstname: hostile,
    lastname: hostile,
    email: 'hostile@hostile.example',
    designation: hostile,
    role_id: 5,
    supervisor: 'boss@hostile.example',
    department_name: hostile,
    ent_org_id: id,
  };
  expect((await rest(system, '/consoles/create_org_user', { key, body: { ent_usr } })).status).toBe(200);

  const requests: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await signIn(page, 'admin@demo.example');
  const shown = page.getByText(hostile).first();
  for (const path of [
    `/T?search=${encodeURIComponent('onerror')}`,
    `/O/${id}`,
    `/O/${id}/user`,
    ...['model', 'asmt', 'config', 'sso'].map((tab) => `/O/${id}?tab=${tab}`),
    '/O/1/mapping',
  ]) {
    await goWithin(page, path);
    await expect(shown, path).toBeVisible();
    await expect(page.locator('img[src="x"], [onerror]'), path).toHaveCount(0);
  }
  const outbox = await page.context().newPage();
  await outbox.goto(`${system.platformUrl.replace('127.0.0.1', 'localhost')}/outbox?to=hostile@hostile.example`);
  // Names in an email do not become links.
  await expect(outbox.getByText(hostile.replace(/[./](?=\S)/g, '$&\u2060')).first()).toBeVisible();
  await expect(outbox.locator('img')).toHaveCount(0);
  expect(requests.filter((path) => path.startsWith('/x'))).toEqual([]);
  expect(problems).toEqual([]);
  // Restores the name, because other journeys depend on the order of the list.
  expect((await save(brandname)).status).toBe(200);
});
