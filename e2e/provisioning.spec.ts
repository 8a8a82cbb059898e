import { expect } from '@playwright/test';
import { demoPassword, openQuestion, signIn, test } from './journey.ts';

test('CHECKSCIM-11 SCIM is turned on, its key copied, and a user created and deactivated as a provider does', async ({
  page,
  system,
}) => {
  test.setTimeout(180_000);
  await signIn(page, 'organiser@demo.example', '/S/provisioning');
  await page.getByRole('button', { name: 'Turn on provisioning' }).click();
  const question = await openQuestion(page);
  await question.getByRole('textbox', { name: 'Password', exact: true }).fill(demoPassword);
  await question.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('On', { exact: true })).toBeVisible();
  const url = `${system.url}/scim/v2`;
  await expect(page.getByText(url, { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Create SCIM key' }).click();
  const form = page.getByRole('dialog', { name: 'Create SCIM key' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Microsoft Entra ID');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  const copied = page.getByRole('dialog', { name: 'Copy the SCIM key' });
  const key = await copied.getByLabel('SCIM key', { exact: true }).inputValue();
  await copied.getByRole('button', { name: 'I have stored it' }).click();

  const send = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' };
    const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, user: await answer.json() };
  };
  const { status, user } = await send('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'joan.provided@demo.example',
    name: { givenName: 'Joan', familyName: 'Provided' },
  });
  expect([status, user.active]).toEqual([201, true]);
  await page.goto('/U?search=joan.provided');
  await page.getByRole('link', { name: 'Joan Provided' }).click();
  await expect(page.getByText('Managed by your identity provider').first()).toBeVisible();
  const address = page.url();

  const Operations = [{ op: 'Replace', path: 'active', value: 'False' }];
  expect((await send('PATCH', `/Users/${user.id}`, { Operations })).user.active).toBe(false);
  await page.goto(address);
  await expect(page.getByText('Inactive', { exact: true }).first()).toBeVisible();
  await page.goto('/S/provisioning');
  await expect(page.getByText('Last request', { exact: true })).toBeVisible();
  await expect(page.getByText('None yet')).toBeHidden();
});
