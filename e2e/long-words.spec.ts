import { expect, type Page } from '@playwright/test';
import { passwordLink, setFirstPassword } from './first-password.ts';
import { goWithin, test, violationsOn } from './journey.ts';
import { createSession, rest } from './rest.ts';
import type { System } from './system.ts';

const word = (length: number, first: string) => first + 'w'.repeat(length - 1);
const domain = `${word(60, 'd')}.example`;
const picture = new Blob(
  ['<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'],
  { type: 'image/svg+xml' },
);

/** An organisation and its Administrator with names of the maximum length, each one word. */
async function longNames(system: System) {
  const { key } = await createSession(system, 'admin@demo.example');
  const form = new FormData();
  const fields = {
    brandname: word(100, 'B'),
    legalname: word(100, 'L'),
    industry: 'Banking',
    email_domain: domain,
    website: `https://${word(60, 'w')}.example/${word(150, 'p')}`,
    pin: word(20, '4'),
    country: 'India',
    state: word(100, 'S'),
    city: word(100, 'C'),
    registered_address: word(255, 'A'),
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const name of ['logo', 'icon']) form.set(name, picture, `${word(100, 'f')}.svg`);
  const headers = { 'api-key': key };
  const made = await fetch(`${system.platformUrl}/consoles`, { method: 'POST', headers, body: form });
  const { org } = (await made.json()) as { org: { id: number } };
  const person = {
    firstname: word(50, 'F'),
    lastname: word(50, 'N'),
    email: `${word(60, 'e')}@${domain}`,
    designation: 'Chief Executive Officer [CEO]',
    role_id: 1,
    supervisor: `${word(60, 's')}@${domain}`,
    department_name: word(100, 'T'),
    ent_org_id: org.id,
  };
  const create = '/consoles/create_org_user';
  const { body } = await rest<{ user: { id: number } }>(system, create, { key, body: { ent_usr: person } });
  await rest(system, create, {
    key,
    body: { ent_usr: { ...person, email: `x${person.email}`, designation: word(100, 'D') } },
  });
  return { organisation: org.id, user: body.user.id, email: person.email };
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('UI-27 UI-20 a word of 100 letters makes no page wider than the window, from 320 px up', async ({
  page,
  system,
}) => {
  const { organisation, user, email } = await longNames(system);
  const at = `/O/${organisation}`;
  await setFirstPassword(page, await passwordLink(system, email), email);
  await expect(page).toHaveURL(/\/O$/);
  const look = async (what: string) => {
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      // An open list is placed anew after the window has changed.
      await expect.poll(() => overflow(page), `${what} is wider than ${width} px`).toBeLessThanOrEqual(0);
    }
  };
  for (const path of [
    '/O',
    '/O/edit',
    '/O/create',
    '/U',
    '/U/new',
    '/U/upload',
    '/U/invite',
    `/U/${user}/view`,
    '/S',
    '/T',
    '/M',
    '/M/invite',
    '/profile',
    '/profile?tab=password',
    '/profile?tab=api-keys',
    at,
    `${at}?tab=model`,
    `${at}?tab=asmt`,
    `${at}?tab=sso`,
    `${at}?tab=config`,
    `${at}/user`,
    `${at}/user/${user + 1}`,
    `${at}/user/${user + 1}/edit`,
    `${at}/mapping`,
  ]) {
    await goWithin(page, path);
    await page.locator('h1').first().waitFor();
    await expect(page.getByText('Please Wait...')).toHaveCount(0);
    await look(path);
  }
  await page.goto('/O');
  await page.getByRole('button', { name: 'Search and commands' }).waitFor();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await look('the account menu');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^(Replace|Nominate)/ })
    .first()
    .click();
  await page.getByRole('combobox', { name: 'User' }).click();
  await look('a dialog with an open list');
  expect(await violationsOn(page)).toEqual([]);
  const dialog = page.getByRole('dialog');
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(() => dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
