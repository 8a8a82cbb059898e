import { expect, type Page } from '@playwright/test';
import { chooseOption, fillPerson, press } from './forms.ts';
import { checkScreen, signIn, test } from './journey.ts';
import type { System } from './system.ts';

/** Lets the next mutation through to the gateway and cuts its response. Queries of the page get their responses. */
const cutNextResponse = async (page: Page) => {
  const devTools = await page.context().newCDPSession(page);
  devTools.on('Fetch.requestPaused', async ({ requestId, request }) => {
    const kind = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'x-apollo-operation-type');
    if (kind?.[1] !== 'mutation') return void (await devTools.send('Fetch.continueRequest', { requestId }));
    await devTools.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
    await devTools.detach();
  });
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: '*/graphql', requestStage: 'Response' }] });
};

const mailsTo = async ({ platformUrl }: System, email: string): Promise<number> => {
  const answer = await fetch(`${platformUrl}/outbox.json?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { mails: unknown[] }).mails.length;
};

const notKnown = 'Your change might not have been saved. Try again. It will not be applied twice.';

test('START-36 START-40 the second press of a form of which the answer was lost is answered as the first: one user, one mail', async ({
  page,
  system,
}) => {
  const email = 'lost.answer@demo.example';
  await signIn(page, 'organiser@demo.example', '/U/new');
  const create = page.getByRole('button', { name: 'Create user' });
  await press(create);
  await expect(page.getByRole('navigation', { name: /fields need your attention/ })).toBeVisible();
  await checkScreen(page, 'invalid-fields');
  await fillPerson(page, ['Lost', 'Answer', email]);
  await chooseOption(page, 'Designation', 'Manager');
  await chooseOption(page, 'Role', 'Auditee');
  await cutNextResponse(page);
  await press(create);
  await expect(page.getByRole('alert')).toContainText(notKnown);
  await expect.poll(() => mailsTo(system, email), 'the first press has saved it').toBe(1);
  await press(create);
  await expect(page.getByText('Create User', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/U$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('searchbox').fill(email);
  await expect(page.getByRole('table').first().getByRole('row', { name: email })).toHaveCount(1);
  expect(await mailsTo(system, email)).toBe(1);
});

test('START-36 the second press of an upload of which the answer was lost names the users that the first has made', async ({
  page,
  system,
}) => {
  const email = 'lost.upload@demo.example';
  const columns = 'firstname,lastname,email,country_code,mobile,designation,role,dept_lead,supervisor,department_name';
  const row = `Lost,Upload,${email},+44,,Engineer,Auditee,no,organiser@demo.example,InfoSec`;
  await signIn(page, 'organiser@demo.example', '/U/upload');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose File' }).click(),
  ]);
  await chooser.setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(`${columns}\n${row}\n`) });
  const upload = page.getByRole('main').getByRole('button', { name: /^Upload/ });
  await expect(page.getByText(email)).toBeVisible();
  await cutNextResponse(page);
  await upload.click();
  await expect(page.getByRole('alert')).toContainText(notKnown);
  await expect.poll(() => mailsTo(system, email), 'the first press has saved it').toBe(1);
  await upload.click();
  await expect(page.getByText('File Uploaded successfully!')).toBeVisible();
  await expect(page.getByText(/is taken/)).toHaveCount(0);
  expect(await mailsTo(system, email)).toBe(1);
});
