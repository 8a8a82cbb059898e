import { expect, type Locator } from '@playwright/test';
import { signIn, test } from './journey.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const heightOf = (target: Locator) => expect.poll(async () => (await target.boundingBox())?.height ?? 0);

test('START-57 on a phone a row of users says what a person does, and breadcrumbs and sort headings fit a finger', async ({
  page,
}) => {
  await signIn(page, 'organiser@demo.example', '/U');
  const users = page.getByRole('table', { name: 'Active users', exact: true });
  await expect(users.getByText(/^(Organiser|CEO|Auditee|Assessor|Approver|Administrator) · /).first()).toBeVisible();
  await heightOf(users.getByRole('button', { name: 'Name' })).toBeGreaterThanOrEqual(44);
  await users.getByRole('link').first().tap();
  const crumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first();
  await heightOf(crumb).toBeGreaterThanOrEqual(44);
});
