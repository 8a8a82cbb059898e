import { expect } from '@playwright/test';
import { passwordLink, setFirstPassword } from './first-password.ts';
import { chooseOption, fillPerson, onboard, typeInto } from './forms.ts';
import { checkScreen, enterCredentials, signIn, test } from './journey.ts';
import { accept, invite, section } from './mappings.ts';

test('INVITE-1 INVITE-7 INVITE-8 INVITE-10 ONB-9 MAP-12 MSG-21 an invited user onboards an organisation and accepts the request', async ({
  page,
  browser,
  system,
}) => {
  const email = 'olga@stranger.example';
  await signIn(page, 'organiser@demo.example');
  await page.getByRole('link', { name: 'External Mapping' }).click();
  await expect(page).toHaveURL(/\/M$/);
  await invite(page, email, 'Send invitation', 'This Organisation DOES NOT exist. Send invitation?');

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(/\S+\/org-onboard\?token=\S+/.exec(await system.mailTo(email))?.[0] ?? '');
  await onboard(theirs, 'Stranger', ['Olga', 'Strange', email]);
  await setFirstPassword(theirs, await passwordLink(system, email), email);
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('Stranger');
  await accept(theirs, 'Demo Industries');
  await expect(section(theirs, 'Accepted mappings').getByRole('row', { name: 'Demo Industries' })).toBeVisible();
  await context.close();

  await page.reload();
  await page.getByRole('searchbox').fill('Stranger');
  await expect(section(page, 'Accepted mappings').getByRole('row', { name: 'Stranger' })).toBeVisible();
});

test('MAP-1 MAP-3 MAP-5 MAP-6 MAP-19 MSG-4 MSG-30 ORG-7 the mappings of an organisation are listed, and the back link returns', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.example', '/O/1?from=T');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'External Mapping' }).click();
  await expect(page).toHaveURL(/\/O\/1\/mapping/);
  for (const name of ['Brand Name', 'Organiser', 'Email', 'Accepted Date'])
    await expect(section(page, 'Accepted mappings').getByRole('columnheader', { name })).toBeVisible();
  for (const name of ['Brand Name', 'Requester', 'Request Date'])
    await expect(section(page, 'Mapping requests').getByRole('columnheader', { name })).toBeVisible();
  await checkScreen(page, 'mappings');
  await page.getByRole('link', { name: 'Invite External Organisation' }).click();
  await checkScreen(page, 'mapping-invite');
  await typeInto(page.getByRole('textbox', { name: 'Email' }), 'nobody@nowhere-at-all.example');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('This Organisation DOES NOT exist. Send invitation?')).toBeVisible();
  await checkScreen(page, 'mapping-invite-confirm');
});

test('INVITE-11 INVITE-16 INVITE-18 XUSER-1 XUSER-2 XUSER-3 XUSER-5 XUSER-7 XUSER-8 MSG-20 ENDING-11 ENDING-12 an external user is invited by one user, gets details from another, signs in, and is signed out when that ends', async ({
  page,
  browser,
  system,
}) => {
  const email = 'ext.user@outside.example';
  await signIn(page, 'organiser@demo.example', '/U');
  await page.getByRole('link', { name: 'Invite External User' }).click();
  await expect(page).toHaveURL(/\/U\/invite$/);
  await checkScreen(page, 'user-invite');
  await typeInto(page.getByRole('textbox', { name: 'Email' }), email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invited User Not Exist, Create User Invitation has been sent')).toBeVisible();
  await expect(page).toHaveURL(/\/U$/);
  const row = section(page, 'External users').getByRole('row', { name: email });
  await expect(row).toContainText('Pending');
  await expect(row).toContainText('You sent this invitation. Another user must accept it.');
  await checkScreen(page, 'users-external-invited');
  await row.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: 'Invite External User' }).click();
  await typeInto(page.getByRole('textbox', { name: 'Email' }), email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(row).toContainText('Pending');

  const link =
    /\S+\/map-external-user\?id=\d+/.exec(await system.mailTo('admin@demo.example', /map-external-user/))?.[0] ?? '';
  const context = await browser.newContext();
  const fresh = await context.newPage();
  await fresh.goto(link);
  await expect(fresh).toHaveURL(/\/login\?next=/);
  await enterCredentials(fresh, 'admin@demo.example');
  await expect(fresh.getByRole('heading', { name: 'Add User Details' })).toBeVisible();
  await checkScreen(fresh, 'map-external-user');
  await fillPerson(fresh, ['Ext', 'Ernal', email]);
  await chooseOption(fresh, 'Designation', 'Manager');
  await chooseOption(fresh, 'Role', 'Auditee');
  await fresh.getByRole('button', { name: 'Add details' }).click();
  await expect(fresh.getByText('External User Mapping')).toBeVisible();
  await expect(section(fresh, 'External users').getByRole('row', { name: email })).toContainText('Accepted');
  await checkScreen(fresh, 'users-external');
  await fresh.goto('/map-external-user?id=999999');
  await expect(fresh).toHaveURL(/\/page-not-found$/);
  await context.close();

  const other = await browser.newContext();
  const theirs = await other.newPage();
  await setFirstPassword(theirs, await passwordLink(system, email), email);
  await expect(theirs).toHaveURL(/\/O\/add$/);

  await page.reload();
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('textbox', { name: /^Reason/ }).fill('The audit is over');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/login/);
  expect(await system.mailTo(email)).toContain('The audit is over');
  await other.close();
});
