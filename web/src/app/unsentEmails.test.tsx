import { expect, test, vi } from 'vitest';
import { profileOf } from '../testing/profile.ts';
import { openConsole } from '../testing/render.tsx';
import { asked, gatewayOf, organisation, pageOf, viewer } from '../testing/responses.ts';
import { newUserPage } from '../testing/users.ts';

const none = { sending: false, outboxUrl: null, count: 0, since: null, failure: null };
const start = Date.now();
let minutes = 0;

/** Opens a page later than the previous test, so that the query is sent again. */
const open = async (
  path: string,
  unsent: () => object | null,
  rights: object = { viewEmailDelivery: true },
  own: object = {},
) => {
  minutes += 10;
  vi.spyOn(Date, 'now').mockImplementation(() => start + minutes * 60_000);
  const can = { ...viewer.can, ...rights };
  let queries = 0;
  const who = { ...viewer, can, organisation: { ...organisation, attention: [] }, ...own };
  const opened = await openConsole(
    path,
    gatewayOf({
      OrganisationPage: pageOf(who),
      ProfilePage: profileOf({}, who),
      NewUserPage: asked((call) => {
        const { data } = newUserPage(call) as { data: { viewer: object } };
        return { data: { ...data, viewer: { ...data.viewer, can } } };
      }),
      useUnsentEmails: asked(() => {
        queries++;
        const unsentEmails = unsent() && { __typename: 'UnsentEmails', ...none, ...unsent() };
        return { data: { viewer: { ...viewer, unsentEmails } } };
      }),
    }),
  );
  const { screen } = opened;
  return {
    ...opened,
    attention: screen.getByRole('region', { name: 'Pending items' }),
    queries: () => queries,
  };
};

test('START-9 *Pending items* tells Administrators how many emails could not be sent, since when, and the last words of the mail server', async () => {
  const { attention } = await open('/O', () => ({
    sending: true,
    count: 1_200,
    since: '2026-11-20T08:00:00.000Z',
    failure: '535 5.7.8 Authentication failed',
  }));
  await expect.element(attention.getByText('1,200 emails could not be sent.', { exact: true })).toBeVisible();
  const details = /The oldest is from 20 Nov 2026, .*: 535 5\.7\.8 Authentication failed$/;
  await expect.element(attention.getByText(details)).toBeVisible();
  await expect.element(attention.getByRole('img', { name: 'Urgent' })).toBeVisible();
});

test('START-9 nothing is said while all emails leave, and a later page asks again after a minute at the earliest', async () => {
  let unsent: object | null = null;
  const { screen, queries, router, attention } = await open('/O', () => unsent);
  await expect.poll(queries).toBe(1);
  await expect.element(screen.getByRole('heading', { name: 'No pending items' })).toBeVisible();
  unsent = { sending: true, count: 1 };
  const again = async () => {
    await router.navigate('/profile');
    await expect.element(screen.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    await router.navigate('/O');
    await expect.element(screen.getByRole('heading', { name: /ending items$/ })).toBeVisible();
  };
  await again();
  expect(queries()).toBe(1);
  minutes += 2;
  await again();
  await expect.element(attention.getByRole('note')).toHaveTextContent('1 email could not be sent.');
  expect(queries()).toBe(2);
});

test('EMAIL-4 START-92 without a mail server *Pending items* says so to Administrators with the outbox, and the form of a new user', async () => {
  const outboxUrl = 'http://localhost:4100/outbox';
  const { attention, screen, router } = await open('/O', () => ({ outboxUrl }));
  const text =
    'Email is not set up, so no emails are sent. Share invitation links yourself, or read the emails in the outbox: http://localhost:4100/outbox';
  await expect.element(attention.getByRole('note')).toHaveTextContent(text);
  await expect.element(attention.getByRole('link')).toHaveAttribute('href', outboxUrl);
  await router.navigate('/U/new');
  await expect.element(screen.getByRole('note')).toHaveTextContent(text);
  await expect.element(screen.getByRole('status', { name: 'Notices' })).toBeEmptyDOMElement();
});

test('EMAIL-4 START-92 other roles read it where an email would be sent', async () => {
  const { screen, router, queries } = await open('/O', () => none, { viewEmailDelivery: false });
  await expect.element(screen.getByRole('heading', { name: 'No pending items' })).toBeVisible();
  expect(queries()).toBe(0);
  await router.navigate('/U/new');
  await expect
    .element(screen.getByRole('note'))
    .toHaveTextContent(
      'Email is not set up, so no emails are sent. Share invitation links yourself, and keep passcodes off.',
    );
});

test('EMAIL-8 a text that promises an email says what happens instead without a mail server', async () => {
  const { screen } = await open('/U/new', () => null);
  await expect.element(screen.getByText(/^Each new user gets an email with a link to set a password\./)).toBeVisible();
  await screen.unmount();
  const unset = await open('/U/new', () => none);
  const instead = /^Email is not set up\. Share the invitation link of each new user yourself/;
  await expect.element(unset.screen.getByText(instead)).toBeVisible();
  await expect.element(unset.screen.getByText(/gets an email/)).not.toBeInTheDocument();
});

test('EMAIL-8 the profile promises emails about what is pending only while they can be sent', async () => {
  const pendingEmails = { __typename: 'PendingEmails', isOn: true, frequency: 'Weekly', timeZone: 'UTC' };
  const { screen } = await open('/profile', () => none, {}, { pendingEmails });
  await expect.element(screen.getByText('Email is not set up, so no emails are sent.')).toBeVisible();
  await expect.element(screen.getByText(/^Sent every Monday/)).not.toBeInTheDocument();
});
