import { startFaultUpstream } from '@console/gateway/testing/fault-upstream';
import { shapeOf } from '@console/gateway/testing/shapes';
import { test as base, expect } from '@playwright/test';
import { chooseOption, fillOrganisation, fillPerson } from './forms.ts';
import { enterCredentials } from './journey.ts';
import { newestPasscode, typePasscode } from './passcode.ts';
import { removeSystem, type System, startSystem } from './system.ts';

const row = 'Iris,Shape,iris.shape@demo.example,+44,,Engineer,Auditee,no,organiser@demo.example,InfoSec';
const columns = 'firstname,lastname,email,country_code,mobile,designation,role,dept_lead,supervisor,department_name';

/** Any seed may be set here: `npm test -- shapes --seeds 20` runs more of them, without a browser. */
const seed = 3;

/** A console on a platform without extensions, behind a proxy that changes the answers. */
const test = base.extend<{ systems: Record<'platform' | 'console', System> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on destructured, and this one depends on none.
  systems: async ({}, use, testInfo) => {
    const platform = await startSystem({ PLATFORM_EXTENSIONS: 'off' });
    const upstream = await startFaultUpstream(platform.platformUrl, shapeOf(seed));
    const console = await startSystem({ PRODUCT_API_URL: upstream.origin });
    await use({ platform, console });
    if (testInfo.status !== testInfo.expectedStatus) process.stdout.write(console.output().slice(-4_000));
    await removeSystem(console);
    await upstream.close();
    await removeSystem(platform);
  },
});

test('OPEN-49 OTP-6 USER-1 WIZ-12 MAP-12 BULK-6 the console works with a product API that has other shapes of answers', async ({
  page,
  systems,
}) => {
  test.setTimeout(120_000);
  const { platform, console } = systems;
  const at = (path: string) => `${console.url}${path}`;
  const signInHere = async (email: string) => {
    await page.goto(at('/login'));
    await enterCredentials(page, email);
    await expect(page).toHaveURL(/\/O$/);
  };
  const signOut = async () => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/login/);
  };

  await test.step('a passcode lets its owner in', async () => {
    await page.goto(at('/login'));
    await enterCredentials(page, 'otp@secure.example');
    await expect(page.getByText('OTP Sent')).toBeVisible();
    await typePasscode(page, await newestPasscode(platform, 'otp@secure.example'));
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(/\/O$/);
    await signOut();
  });

  await test.step('users are listed, searched and uploaded', async () => {
    await signInHere('organiser@demo.example');
    await page.goto(at('/U/upload'));
    await page.locator('input[type=file]').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${columns}\n${row}`),
    });
    await page.getByRole('button', { name: /^Upload 1 user/ }).click();
    await expect(page.getByText('File Uploaded successfully!')).toBeVisible();
    await page.goto(at('/U'));
    await page.getByRole('searchbox').fill('iris.shape');
    await expect(page.getByRole('table').first()).toContainText('Iris Shape');
  });

  await test.step('a mapping request is accepted', async () => {
    await page.goto(at('/M'));
    const requests = page.getByRole('table', { name: 'Mapping requests' });
    const accept = requests.getByRole('button', { name: 'Accept' }).first();
    await accept.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByText('Organisation Mapping', { exact: true })).toBeVisible();
    await signOut();
  });

  await test.step('an organisation is created in three steps', async () => {
    await signInHere('admin@demo.example');
    await page.goto(at('/O/create'));
    await fillOrganisation(page, 'Shapes');
    await page.getByRole('button', { name: 'Next' }).click();
    await fillPerson(page, ['Olive', 'Shape', 'olive@new.example']);
    await chooseOption(page, 'Designation', 'Manager');
    await chooseOption(page, 'Department', 'InfoSec');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Create organisation' }).click();
    await expect(page.getByText('CEO details are required').first()).toBeVisible();
    await fillPerson(page.getByRole('region', { name: /CEO/ }), ['Carla', 'Chief', 'carla@new.example']);
    await page.getByRole('button', { name: 'Create organisation' }).click();
    await expect(page.getByText('Organisation Successfully created')).toBeVisible();
    await expect(page.getByRole('table').first().getByRole('row').nth(2)).toContainText('Shapes');
  });
});
