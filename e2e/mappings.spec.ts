import { expect } from '@playwright/test';
import { typeInto } from './forms.ts';
import { checkScreen, goTo, goWithin, signIn, test } from './journey.ts';
import { accept, invite, section } from './mappings.ts';
import { createSession, rest } from './rest.ts';
import type { System } from './system.ts';

/** The organiser of an organisation without a mapping to the demo organisation. */
async function stranger(system: System): Promise<{ email: string; brandName: string }> {
  const { key } = await createSession(system, 'organiser@demo.example');
  const { key: admin } = await createSession(system, 'admin@demo.example');
  const { body } = await rest<{
    active_orgs: { id: number; brandname: string; organizer: { email: string } | null }[];
  }>(system, '/consoles/org_list', { key: admin });
  for (const { id, brandname, organizer } of body.active_orgs) {
    if (id === 1 || !organizer?.email.includes('@') || brandname === 'Secure Bank') continue;
    const known = await rest<{ mapping: unknown }>(system, '/consoles/mapping_exists', {
      key,
      body: { vendor_id: id, customer_id: 1 },
    });
    if (known.status === 200 && known.body.mapping === null) return { email: organizer.email, brandName: brandname };
  }
  throw new Error('the demo organisation is mapped to everybody');
}

test('ENDING-15 ENDING-5 ENDING-6 ENDING-8 a request with modules is withdrawn, sent again and accepted, and the mapping is ended with a reason', async ({
  page,
  browser,
  system,
}) => {
  const { email, brandName } = await stranger(system);
  const request = section(page, 'Mapping requests').getByRole('row', { name: brandName });
  const ended = section(page, 'Ended mappings').getByRole('row', { name: brandName });
  await signIn(page, 'organiser@demo.example');
  await goWithin(page, '/M/invite');
  await typeInto(page.getByRole('textbox', { name: 'Email' }), email);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('checkbox', { name: 'Auditor' }).check();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(request).toContainText('Auditor');
  await request.getByRole('button', { name: 'Withdraw' }).click();
  await checkScreen(page, 'mapping-withdraw');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(request).toHaveCount(0);
  await page.getByRole('button', { name: 'Ended', exact: true }).click();
  await expect(ended).toContainText('Withdrawn');
  expect(await system.mailTo(email)).toContain('withdrew the mapping request');

  await invite(page, email, 'Send request', 'Organisation exists. Send approval request for Mapping.');
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signIn(theirs, email, '/M');
  await accept(theirs, 'Demo Industries');
  const accepted = section(theirs, 'Accepted mappings').getByRole('row', { name: 'Demo Industries' });
  await accepted.getByRole('button', { name: 'End' }).click();
  await theirs.getByRole('textbox', { name: /^Reason/ }).fill('The contract is over');
  await checkScreen(theirs, 'mapping-end');
  await theirs.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await expect(accepted).toHaveCount(0);
  await theirs.getByRole('button', { name: 'Ended', exact: true }).click();
  await expect(section(theirs, 'Ended mappings').getByRole('row', { name: 'Demo Industries' })).toContainText('Ended');
  await checkScreen(theirs, 'mapping-ended');
  await context.close();

  await page.reload();
  await expect(ended).toContainText('Ended');
  expect(await system.mailTo('organiser@demo.example')).toContain('The contract is over');
  await goTo(page, '/O/activity');
  await expect(page.getByText(/ended the mapping with/).first()).toBeVisible();
});
