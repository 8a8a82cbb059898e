import { expect, test } from 'vitest';
import { userOf } from '../testing/lists.ts';
import { profileOf } from '../testing/profile.ts';
import { openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, viewer } from '../testing/responses.ts';
import { deviceOf, securityOf, sessionOf } from '../testing/security.ts';

const current = sessionOf('1', { browser: 'Chrome', system: 'Windows', isCurrent: true });

const controls = async (path: string, answers: Answers) => {
  const opened = await openConsole(path, gatewayOf(answers));
  const { screen, calls } = opened;
  const inDialog = (name: string) => screen.getByRole('dialog').getByRole('button', { name, exact: true });
  const typePassword = () => screen.getByRole('dialog').getByLabelText('Password *').fill('Passw0rd!x');
  const sent = (name: string) => calls.filter((call) => call.name === name).map(({ variables }) => variables);
  const row = (name: RegExp) => screen.getByRole('row', { name });
  return { ...opened, inDialog, typePassword, sent, row };
};
const openOwn = (security: object | null, answers: Answers = {}) => {
  const own = profileOf({ security, viewerCanEndSessions: security !== null });
  return controls('/profile?tab=security', { ProfilePage: own, ...answers });
};
const openUser = (changes: object, section: Answers[string], answers: Answers = {}) => {
  const page = { data: { viewer, user: userOf('5', { viewerCanEndSessions: true, ...changes }) } };
  return controls('/U/5/view', { UserPage: page, UserPageDetails: section, ...answers });
};

test('START-60 DESIGN-8 the tab shows the sessions with device, address and times, the devices and the age of the password', async () => {
  const { screen, row } = await openOwn(
    securityOf([current, sessionOf('2', { browser: null, system: null, clientAddress: null })], [deviceOf('3')]),
  );
  await expect.element(row(/Chrome on Windows/).getByText('This session')).toBeVisible();
  await expect.element(row(/Chrome on Windows/).getByText('192.0.2.7')).toBeVisible();
  await expect.element(row(/Chrome on Windows/).getByText(/^20 Nov 2026, \d\d:\d\d /)).toBeVisible();
  await expect.element(row(/Chrome on Windows/).getByRole('button')).not.toBeInTheDocument();
  await expect.element(row(/Unknown device/).getByRole('button', { name: /^End/ })).toBeVisible();
  await expect.element(row(/Firefox on Linux/).getByText('20 Dec 2026')).toBeVisible();
  await expect.element(screen.getByRole('main').getByText('2 Nov 2026').last()).toBeVisible();
  await expect.poll(() => document.title).toBe('Security · Demo · Console');
  await expect.element(screen.getByRole('link', { name: 'Security' })).toHaveAttribute('aria-current', 'page');
});

test('DESIGN-8 a session is ended with the password, and leaves the table without another request', async () => {
  const ended = sessionOf('2', { endedAt: '2026-11-21T10:00:00.000Z' });
  const { button, inDialog, typePassword, sent, row, calls } = await openOwn(securityOf([current, sessionOf('2')]), {
    EndSessionButton_End: { data: { endSession: { __typename: 'EndSessionPayload', session: ended } } },
  });
  await button('End the session with Firefox on Linux').click();
  expect(sent('EndSessionButton_End')).toEqual([]);
  await typePassword();
  await inDialog('End').click();
  await expect.element(row(/Firefox on Linux/)).not.toBeInTheDocument();
  await expect.element(row(/Chrome on Windows/)).toBeVisible();
  expect(sent('EndSessionButton_End')).toEqual([{ input: { id: '2', currentPassword: 'Passw0rd!x' } }]);
  expect(calls.filter(({ name }) => name === 'ProfilePage')).toHaveLength(1);
});

test('DESIGN-8 all other sessions end together, and the button disappears', async () => {
  const sessions = [sessionOf('2'), sessionOf('3', { browser: 'Safari', system: 'iOS' })];
  const payload = { __typename: 'EndOtherSessionsPayload', sessions };
  const { button, inDialog, typePassword, sent, row } = await openOwn(securityOf([current, ...sessions]), {
    EndOtherSessionsButton_End: { data: { endOtherSessions: payload } },
  });
  await button('End all other sessions').click();
  await typePassword();
  await inDialog('End all').click();
  await expect.element(row(/Firefox on Linux/)).not.toBeInTheDocument();
  await expect.element(row(/Safari on iOS/)).not.toBeInTheDocument();
  await expect.element(button('End all other sessions')).not.toBeInTheDocument();
  expect(sent('EndOtherSessionsButton_End')).toEqual([{ input: { userId: '1', currentPassword: 'Passw0rd!x' } }]);
});

test('DESIGN-8 a remembered device is removed after a confirmation', async () => {
  const payload = { __typename: 'ForgetDevicePayload', device: deviceOf('3') };
  const { screen, button, inDialog, sent } = await openOwn(securityOf([current], [deviceOf('3')]), {
    ForgetDeviceButton_Forget: { data: { forgetDevice: payload } },
  });
  await button('Remove Firefox on Linux').click();
  await inDialog('Remove').click();
  await expect
    .element(screen.getByText('No remembered devices. A device is remembered after a passcode', { exact: false }))
    .toBeVisible();
  expect(sent('ForgetDeviceButton_Forget')).toEqual([{ input: { id: '3' } }]);
});

test('DESIGN-8 with a product API without calls for sessions the tab says so and has no actions', async () => {
  const { screen, button } = await openOwn(null);
  await expect.element(screen.getByText(/does not list sessions and devices/)).toBeVisible();
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument();
  await expect.element(button('End all other sessions')).not.toBeInTheDocument();
});

test('DESIGN-8 the viewer’s own empty list addresses the viewer', async () => {
  const { screen } = await openOwn(securityOf([]));
  await expect.element(screen.getByText('You are not signed in anywhere else.')).toBeVisible();
});

test('DESIGN-8 the page of a user shows their sessions to those who may end them', async () => {
  const user = userOf('5', { viewerCanEndSessions: true, security: securityOf([sessionOf('2')]), duties: null });
  const { button, inDialog, typePassword, sent, screen } = await openUser(
    {},
    { data: { user } },
    {
      EndOtherSessionsButton_End: {
        data: { endOtherSessions: { __typename: 'EndOtherSessionsPayload', sessions: [sessionOf('2')] } },
      },
    },
  );
  await button('End all sessions').click();
  await expect.element(screen.getByRole('dialog', { name: 'End all sessions of Jane Doe 5?' })).toBeVisible();
  await typePassword();
  await inDialog('End all').click();
  await expect.element(screen.getByText('This user is not signed in.')).toBeVisible();
  expect(sent('EndOtherSessionsButton_End')).toEqual([{ input: { userId: '5', currentPassword: 'Passw0rd!x' } }]);
});

test('DESIGN-8 if the section fails to load, the user page stays and offers to load it again', async () => {
  const { screen } = await openUser({}, failing('UPSTREAM_UNAVAILABLE', 'Unavailable'));
  await expect.element(screen.getByText('Sessions and devices could not be loaded', { exact: false })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Jane Doe 5' })).toBeVisible();
});

test('DESIGN-8 the user page requests no sessions without the permission, or of the viewer', async () => {
  const { screen, calls } = await openUser(
    { viewerCanEndSessions: false, viewerCanActivate: false, viewerCanDeactivate: false },
    failing('FORBIDDEN', 'Forbidden'),
  );
  await expect.element(screen.getByRole('heading', { name: 'Access' })).toBeVisible();
  expect(calls.filter(({ name }) => name === 'UserPageDetails')).toEqual([]);
});

test('SIGNIN-53 a user who is linked to the identity provider is unlinked on their page, with a password', async () => {
  const link = {
    __typename: 'IdentityProviderLink',
    issuer: 'https://idp.example/x',
    linkedAt: '2026-11-02T09:30:00.000Z',
  };
  const user = userOf('5', { viewerCanEndSessions: true, duties: null });
  const section = (identityProvider: object | null) => ({
    data: { user: { ...user, security: { ...securityOf([sessionOf('1')]), identityProvider } } },
  });
  const sections = [section(link), section(null)];
  const { screen, inDialog, typePassword, sent } = await openUser(
    {},
    asked(() => sections.shift() ?? section(null)),
    {
      IdentityProvider_Unlink: {
        data: {
          unlinkIdentityProvider: {
            __typename: 'UnlinkIdentityProviderPayload',
            user: { __typename: 'User', id: '5' },
          },
        },
      },
    },
  );
  await expect.element(screen.getByText(/Signs in at idp\.example, linked on 2 Nov 2026/)).toBeVisible();
  await screen.getByRole('button', { name: 'Unlink from identity provider' }).click();
  await expect
    .element(screen.getByRole('dialog').getByText(/check that the email address still belongs/))
    .toBeVisible();
  await typePassword();
  await inDialog('Unlink').click();
  await expect.element(screen.getByText('Unlinked from identity provider')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Identity provider' })).not.toBeInTheDocument();
  expect(sent('IdentityProvider_Unlink')).toEqual([{ input: { userId: '5', currentPassword: 'Passw0rd!x' } }]);
});
