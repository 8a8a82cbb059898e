import { expect, test, vi } from 'vitest';
import { asked, gatewayOf, pageOf, viewer } from '../testing/answers.ts';
import { openConsole } from '../testing/render.tsx';
import { sendsEmails } from '../ui/page/useUnsentEmails.ts';

const open = async (unsent: () => object | null, viewUnsentEmails = true) => {
  const who = { ...viewer, can: { ...viewer.can, viewUnsentEmails } };
  const opened = await openConsole(
    '/O',
    gatewayOf({
      OrganisationPage: pageOf(who),
      useUnsentEmails: asked(() => ({
        data: {
          viewer: { ...viewer, unsentEmails: unsent() && { __typename: 'UnsentEmails', outboxUrl: null, ...unsent() } },
        },
      })),
    }),
  );
  await expect.element(opened.screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  return {
    ...opened,
    line: opened.screen.getByRole('status', { name: 'Notices' }),
    queries: () => opened.calls.filter(({ name }) => name === 'useUnsentEmails').length,
  };
};

test('START-9 Administrators see how many mails could not be sent, since when, and the last words of the mail server', async () => {
  const { line } = await open(() => ({
    ...{ sending: true, count: 1_200, since: '2026-11-20T08:00:00.000Z', failure: '535 5.7.8 Authentication failed' },
  }));
  await expect.element(line.getByText('1,200 emails could not be sent.', { exact: true })).toBeVisible();
  const details = /The oldest is from 20 Nov 2026, .*: 535 5\.7\.8 Authentication failed$/;
  await expect.element(line.getByText(details)).toBeVisible();
});

test('START-9 without a mail server the line says so before any mail waits', async () => {
  const { line } = await open(() => ({ sending: false, count: 0, since: null, failure: null }));
  await expect
    .element(line)
    .toHaveTextContent(
      'Email is not set up, so no emails are sent. Share invitation links yourself, and keep passcodes off.',
    );
});

test('START-9 there is no line while all mails leave, and a later page asks again after a minute at the earliest', async () => {
  const now = vi.spyOn(Date, 'now');
  const start = Date.now();
  let unsent: object | null = null;
  const { line, queries, router } = await open(() => unsent);
  await expect.poll(queries).toBe(1);
  await expect.element(line).toBeEmptyDOMElement();
  await router.navigate('/O?tab=1');
  await router.navigate('/');
  expect(queries()).toBe(1);
  unsent = { sending: true, count: 1, since: null, failure: null };
  now.mockReturnValue(start + 61_000);
  await router.navigate('/profile');
  await expect.element(line).toHaveTextContent('1 email could not be sent.');
  expect(queries()).toBe(2);
  now.mockRestore();
});

test('START-9 who may not see it is shown nothing, and nothing is asked', async () => {
  const { line, queries } = await open(() => null, false);
  await expect.element(line).toBeEmptyDOMElement();
  expect(queries()).toBe(0);
});

test('EMAIL-4 on pages that send emails a line says that there is no mail server, and links the outbox for Administrators', async () => {
  let outboxUrl: string | null = 'http://localhost:4100/outbox';
  const { line, router, screen } = await open(() => ({
    sending: false,
    outboxUrl,
    count: 0,
    since: null,
    failure: null,
  }));
  await expect
    .element(line)
    .toHaveTextContent(
      'Email is not set up, so no emails are sent. Share invitation links yourself, or read the emails in the outbox: http://localhost:4100/outbox',
    );
  await expect.element(line.getByRole('link')).toHaveAttribute('href', outboxUrl);
  await router.navigate('/profile');
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(line).toBeEmptyDOMElement();
  outboxUrl = null;
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  await router.navigate('/O');
  await expect
    .element(line)
    .toHaveTextContent(
      'Email is not set up, so no emails are sent. Share invitation links yourself, and keep passcodes off.',
    );
  await expect.element(line.getByRole('link')).not.toBeInTheDocument();
  now.mockRestore();
});

test.each([
  ...(
    [
      '/O',
      '/O/8',
      '/O/create',
      '/U',
      '/U/new',
      '/U/invite',
      '/U/7/view',
      '/M',
      '/M/invite',
      '/O/8/user/upload',
    ] as const
  ).map((path) => [path, true] as const),
  ...(['/map-external-user', '/O/8/mapping'] as const).map((path) => [path, true] as const),
  ...(['/T', '/S', '/profile', '/activity', '/O/add', '/O/edit', '/O/keys', '/O/activity', '/O/8/edit'] as const).map(
    (path) => [path, false] as const,
  ),
])('EMAIL-4 whether %s sends emails to others: %s', (path, sends) => expect(sendsEmails(path)).toBe(sends));
