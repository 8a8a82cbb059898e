import { expect, type Page } from '@playwright/test';
import { passwordLink, setFirstPassword } from './first-password.ts';
import { createSession, rest } from './rest.ts';
import type { System } from './system.ts';

const word = (length: number, first: string) => first + 'w'.repeat(length - 1);
const domain = `${word(60, 'd')}.example`;
const picture = new Blob(
  ['<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'],
  { type: 'image/svg+xml' },
);

/** An organisation and its Administrator with names of the maximum length, each one word. */
async function createLongNames(system: System) {
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

/** Creates an organisation with names of the maximum length, and signs its Administrator in. */
export async function signInWithLongNames(page: Page, system: System) {
  const { organisation, user, email } = await createLongNames(system);
  await setFirstPassword(page, await passwordLink(system, email), email);
  await expect(page).toHaveURL(/\/O$/);
  return { organisation, user };
}

/** Expects that nothing is wider than the window at each of these widths. */
export async function expectFits(page: Page, what: string, widths: readonly number[]): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // An open list moves after the window has changed.
    await expect.poll(overflow, `${what} is wider than ${width} px`).toBeLessThanOrEqual(0);
  }
}
