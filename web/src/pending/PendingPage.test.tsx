import { expect, test } from 'vitest';
import { profileOf } from '../testing/profile.ts';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, asked, gatewayOf, organisation, pageOf, viewer } from '../testing/responses.ts';
import type { Call } from '../testing/script.ts';
import { configSaved, organisationConfig } from '../testing/settings.ts';

const item = (kind: string, urgency: string, count: number, changes: object = {}) => ({
  __typename: 'PendingItem',
  kind,
  urgency,
  count,
  since: null,
  until: null,
  dueInDays: null,
  organisationId: organisation.id,
  reviewId: null,
  reviewName: null,
  isOwn: false,
  ...changes,
});
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const review = { organisationId: '10', reviewId: '5', reviewName: 'Autumn review', isOwn: true };
const pending = [
  item('MAPPING_REQUESTS', 'MEDIUM', 2, { since: daysFromNow(-9.5) }),
  item('ACCESS_REVIEWS', 'MEDIUM', 12, { ...review, until: `${daysFromNow(3).slice(0, 10)}T00:00:00.000Z` }),
  item('EXPIRING_API_KEYS', 'LOW', 1, { until: daysFromNow(3.1), isOwn: true }),
  item('EXPIRING_USER_INVITATIONS', 'LOW', 1, { until: daysFromNow(1.1) }),
];

const open = (path: string, items: object[] | null, answers: Answers = {}) => {
  const who = { ...viewer, pendingItemCount: items?.length ?? null };
  return openConsole(
    path,
    gatewayOf({
      OrganisationPage: pageOf(who),
      PendingPage: { data: { viewer: { ...who, pendingItems: items } } },
      ...answers,
    }),
  );
};

test('PENDING-7 PENDING-8 PENDING-30 the bell has the number of items, and leads to the page with a link for each', async () => {
  const { screen, calls } = await open('/O', pending);
  const bell = screen.getByRole('link', { name: '4 pending items' });
  await expect.element(bell).toBeVisible();
  await expect.element(bell).toHaveTextContent('4');
  expect(calls.map(({ name }) => name)).toEqual(['OrganisationPage']);
  await bell.click();
  await expect.element(screen.getByRole('heading', { name: 'Pending items', level: 1 })).toBeVisible();
  const links = () =>
    screen
      .getByRole('main')
      .getByRole('listitem')
      .elements()
      .map((one) => [one.textContent, one.querySelector('a')?.getAttribute('href')]);
  await expect.poll(links).toEqual([
    ['2 mapping requests (oldest 9 days)', '/M?requests=received#mapping-requests'],
    ['12 pending access review decisions (due in 3 days)Autumn review', '/O/reviews/5?show=mine'],
    ['1 API key expires in 3 daysYour own API keys', '/profile?tab=api-keys'],
    ['1 user invitation expires in 1 day', '/U?invited=PENDING&invitation-sort=expires#invitations'],
  ]);
  await expect.element(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await screen.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Organisation' }).click();
  await expect.poll(address).toBe('/O');
});

test('PENDING-26 what expires is said by the time of the server, whatever that of the browser is', async () => {
  const date = new Date(daysFromNow(-10)).toUTCString();
  const items = [item('EXPIRING_API_KEYS', 'LOW', 1, { until: daysFromNow(-6.9), isOwn: true })];
  const { screen } = await open('/pending', items, {
    PendingPage: asked(() =>
      Response.json({ data: { viewer: { ...viewer, pendingItems: items } } }, { headers: { date } }),
    ),
  });
  await expect.element(screen.getByRole('link', { name: '1 API key expires in 3 days' })).toBeVisible();
});

test('PENDING-8 without any item the page says so, and the bell has no number', async () => {
  const { screen } = await open('/pending', []);
  await expect.element(screen.getByRole('heading', { name: 'No pending items' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'No pending items' })).toHaveTextContent('');
});

test('PENDING-6 with another product API there is no bell, and no page', async () => {
  const { screen } = await open('/O', null);
  await expect.element(screen.getByRole('button', { name: 'Account menu' })).toBeVisible();
  expect(screen.getByRole('link', { name: /pending item/ }).elements()).toEqual([]);
  await screen.unmount();
  await open('/pending', null);
  await expect.poll(address).toBe('/page-not-found');
});

const emailsOf = (isOn: boolean, frequency: string | null = 'Weekly') => ({
  __typename: 'PendingEmails',
  isOn,
  frequency,
  timeZone: 'Europe/Berlin',
});

test('PENDING-9 the profile says when emails come, and turns them off and on', async () => {
  const set = ({ variables }: Call) => {
    const { isOn } = variables.input as { isOn: boolean };
    return {
      data: { setPendingEmails: { __typename: 'SetPendingEmailsPayload', pendingEmails: emailsOf(isOn) } },
    };
  };
  const { screen, calls } = await open('/profile', [], {
    ProfilePage: profileOf({}, { pendingEmails: emailsOf(true) }),
    PendingEmailsSwitch_Set: asked(set),
  });
  const emails = screen.getByRole('switch', { name: /^Pending items email/ });
  await expect.element(emails).toBeChecked();
  await expect.element(screen.getByText(/^Sent every Monday at 07:00 \(Europe\/Berlin\)/)).toBeVisible();
  await emails.click();
  await expect.element(emails).not.toBeChecked();
  await emails.click();
  await expect.element(emails).toBeChecked();
  const sent = calls.filter(({ name }) => name === 'PendingEmailsSwitch_Set').map(({ variables }) => variables.input);
  expect(sent).toEqual([{ isOn: false }, { isOn: true }]);
});

test('PENDING-13 the configuration has the time zone, where the product API supports it', async () => {
  const { screen, button, calls } = await open('/O/10?tab=config', [], {
    ConfigPage: asked((call) => organisationConfig(call, { timeZone: 'UTC' })),
    ConfigForm_Update: asked(configSaved),
  });
  await expect.element(screen.getByText('Time zone')).toBeVisible();
  await button('Edit').click();
  const zone = screen.getByRole('combobox', { name: /^Time zone/ });
  await zone.click();
  await zone.fill('Europe/Ber');
  await screen.getByRole('option', { name: 'Europe/Berlin' }).click();
  await button('Save').click();
  await expect
    .poll(() => calls.find(({ name }) => name === 'ConfigForm_Update')?.variables.input)
    .toMatchObject({ timeZone: 'Europe/Berlin' });
});
