import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { eventOf, eventsOf } from '../testing/events.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, gatewayOf, organisation, viewer } from '../testing/responses.ts';

const open = async (answer: object | null, path = '/activity', more: object = {}) => {
  const page = asked(() => ({ data: { viewer, auditEvents: answer } }));
  const opened = await openConsole(path, gatewayOf({ ActivityPage: page, ...more }));
  const { screen, calls } = opened;
  const sent = () => calls.filter(({ name }) => name === 'ActivityPage').map(({ variables }) => variables);
  return { ...opened, sent, item: (text: string) => screen.getByRole('listitem').filter({ hasText: text }) };
};

const once = { uploadsOnce: true };

test('START-59 DESIGN-5 an event is a line, and opened with the keyboard it shows when, who, from where, what, on what with a link, from and to, and its request', async () => {
  const { item } = await open(eventsOf([eventOf('1')]));
  const event = item('Ada Admin changed Maya Rao.');
  await expect.element(event.getByText('20 Nov 2026', { exact: false })).toBeVisible();
  await expect.element(event.getByRole('link', { name: 'Maya Rao' })).toHaveAttribute('href', '/O/10/user/5');
  await expect.element(event.getByRole('link', { name: 'Ada Admin' })).toHaveAttribute('href', '/O/7/user/1');
  await expect.element(event.getByText('First name')).not.toBeInTheDocument();
  const details = event.getByRole('button', { name: /^20 Nov 2026, .+ Ada Admin changed Maya Rao\.$/ });
  await expect.element(details).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(() => event.element().getBoundingClientRect().height).toBeLessThan(44);
  (details.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(details).toHaveAttribute('aria-expanded', 'true');
  await expect.element(event.getByText('First name')).toBeVisible();
  await expect.element(event.getByText('May → Maya')).toBeVisible();
  await expect.element(event.getByText('Administrator · 203.0.113.9 · Console · Acme')).toBeVisible();
  await expect.poll(() => document.title).toBe('Activity · Console');
  await userEvent.keyboard('{Enter}');
  await expect.element(event.getByText('First name')).not.toBeInTheDocument();
  await expect.element(details).toHaveFocus();
});

test('UI-29 the old and the new value, and each name of the sentence, are isolated from the direction of the surrounding text', async () => {
  const change = { __typename: 'AuditChange', field: 'firstName', from: 'مايا', to: 'ماجد' };
  const actor = { ...eventOf('1').actor, name: 'أحمد' };
  const target = { ...eventOf('1').target, name: 'مايا راو' };
  const sentence = 'أحمد changed مايا راو.';
  const organisation = { ...eventOf('1').organisation, brandName: 'شركة' };
  const { item } = await open(eventsOf([eventOf('1', { changes: [change], actor, target, sentence, organisation })]));
  const event = item('changed');
  await event.getByRole('button', { name: /changed/ }).click();
  await expect.element(event.getByText('مايا → ماجد')).toBeVisible();
  const isolatedTexts = [...event.element().querySelectorAll('bdi')].map(({ textContent }) => textContent);
  expect(isolatedTexts).toEqual(['أحمد', 'مايا راو', 'مايا', 'ماجد']);
  await expect.element(event.getByText('\u2068شركة\u2069', { exact: false })).toBeVisible();
});

test('DESIGN-5 dates in changes have the usual format', async () => {
  const expiry = { __typename: 'AuditChange', field: 'expiresAt', from: '2026-11-20T09:30:00.000Z', to: null };
  const { item } = await open(eventsOf([eventOf('1', { changes: [expiry] })]));
  await item('Ada Admin').getByRole('button').click();
  await expect.element(item('Ada Admin').getByText(/^20 Nov 2026, \d\d:\d\d .+ → none$/)).toBeVisible();
});

test('DESIGN-5 a refusal is marked with its code, a key with its name, and folded refusals with their number', async () => {
  const key = { ...eventOf('1').actor, apiKeyName: 'sync', apiKeyPrefix: 'key_1f3a9c02' };
  const refused = { outcome: 'REFUSED', code: 'FORBIDDEN', changes: [], count: 3, actor: key, way: 'KEY' };
  const { item } = await open(
    eventsOf([eventOf('1', { ...refused, sentence: 'Ada Admin could not change Maya Rao.' })]),
  );
  const event = item('could not change');
  await expect.element(event.getByText('Refused')).toBeVisible();
  await event.getByRole('button', { name: /could not change/ }).click();
  await expect.element(event.getByText('FORBIDDEN · Administrator', { exact: false })).toBeVisible();
  await expect.element(event.getByText('3 times')).toBeVisible();
  await expect.element(event.getByText('API key sync (key_1f3a9c02…)', { exact: false })).toBeVisible();
});

test('REALUSE-27 what one command records for two organisations is one line, and equal sentences of other commands or users are lines of their own', async () => {
  const sentence = 'Ada Admin removed the external user Maya Rao.';
  const { target, organisation } = eventOf('1');
  const ofOther = { organisation: { ...organisation, id: '99' } };
  const { item } = await open(
    eventsOf([
      eventOf('4', { sentence, requestId: 'b', ...ofOther, target: { ...target, kind: 'EXTERNAL_USER', id: '31' } }),
      eventOf('3', { sentence, requestId: 'b' }),
      eventOf('2', { sentence, requestId: 'b', ...ofOther, target: { ...target, id: '6' } }),
      eventOf('1', { sentence, requestId: 'a' }),
    ]),
  );
  await expect.poll(() => item(sentence).elements()).toHaveLength(3);
});

const person = (id: string, fullName: string) => ({
  __typename: 'User',
  id,
  fullName,
  email: `${fullName.toLowerCase().replace(' ', '.')}@demo.example`,
});
const people = asked(({ variables: { hasChosen } }) => ({
  data: {
    users: { __typename: 'UserConnection', nodes: [person('8', 'Olga Organ')] },
    ...(hasChosen === true && { user: person('4', 'Per Person') }),
  },
}));

test('DESIGN-5 filters are in the address, are sent, and can be cleared', async () => {
  const { screen, sent } = await open(
    eventsOf([]),
    '/activity?outcome=REFUSED&since=2026-11-20&actor=4&action=nonsense',
    { UserFilter_Users: people },
  );
  await expect.element(screen.getByRole('combobox', { name: 'User' })).toHaveValue('Per Person');
  await expect.element(screen.getByText('Nothing matches these filters.')).toBeVisible();
  const from = new Date(2026, 10, 20).toISOString();
  expect(sent()[0]).toEqual({ first: 25, filter: { outcome: 'REFUSED', from, actorId: '4', ...once } });
  await screen.getByRole('combobox', { name: 'Action' }).selectOptions('Sign-in');
  await expect
    .poll(() => sent().at(-1))
    .toMatchObject({ filter: { actions: ['SESSION_SIGN_IN'], outcome: 'REFUSED', ...once } });
  expect(address()).toContain('action=SESSION_SIGN_IN');
  await expect.element(screen.getByLabelText('From', { exact: true })).toHaveValue('2026-11-20');
  await expect.element(screen.getByText('Any', { exact: true }).last()).toBeVisible();
  await screen.getByLabelText('To', { exact: true }).fill('2026-11-21');
  await expect.poll(address).toContain('until=2026-11-21');
  await expect.element(screen.getByText('Any', { exact: true }).last()).not.toBeVisible();
  await screen.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(address).toBe('/activity');
  expect(sent().at(-1)).toEqual({ first: 25, filter: once });
});

test('FIND-6 events are searched by text, user and organisation, which are in the address', async () => {
  const organisations = {
    data: {
      organisations: {
        __typename: 'OrganisationConnection',
        nodes: [{ __typename: 'Organisation', id: '10', brandName: 'Acme', legalName: 'Acme Ltd' }],
      },
    },
  };
  const answers = { UserFilter_Users: people, OrganisationFilter_Organisations: organisations };
  const { screen, sent } = await open(eventsOf([eventOf('1')]), '/activity', answers);
  await screen.getByRole('searchbox', { name: 'Search activity' }).fill('olga ');
  await expect.poll(() => sent().at(-1)).toEqual({ first: 25, filter: { search: 'olga', ...once } });
  await expect
    .element(screen.getByText('The last 90 days were searched. Choose an earlier day in From to search older events.'))
    .toBeVisible();
  await screen.getByRole('combobox', { name: 'User' }).click();
  await screen.getByRole('option', { name: /Olga Organ/ }).click();
  await screen.getByRole('combobox', { name: 'Organisation' }).click();
  await screen.getByRole('option', { name: /Acme/ }).click();
  await expect.poll(address).toBe('/activity?search=olga&actor=8&org=10');
  const filter = { search: 'olga', actorId: '8', ...once };
  await expect.poll(() => sent().at(-1)).toEqual({ first: 25, organisationId: '10', filter });
});

test('FIND-6 a search that has not read everything says how far it has come, and continues', async () => {
  const searchedTo = new Date(2026, 9, 3, 9, 30).toISOString();
  const page = { ...eventsOf([], { hasNextPage: true, endCursor: 'place' }), searchedTo };
  const { screen } = await open(page, '/activity?search=rare');
  await expect
    .element(screen.getByText(/^Searched as far as 3 Oct 2026, 09:30.*\. Choose Older to continue\.$/))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Older' }).click();
  await expect.poll(address).toBe('/activity?search=rare&after=place');
});

test('DESIGN-5 CASES-57 a day is typed key by key: only a whole one filters, without leaving the field', async () => {
  const { screen, sent } = await open(eventsOf([]));
  const field = screen.getByLabelText('From', { exact: true });
  await expect.element(field).toBeVisible();
  const input = field.element() as HTMLInputElement;
  const from = (day: string) => ({ first: 25, filter: { from: new Date(`${day}T00:00`).toISOString(), ...once } });
  input.focus();
  for (const key of '11202026') await userEvent.keyboard(key);
  await expect.poll(address).toBe('/activity?since=2026-11-20');
  await expect.element(field).toHaveValue('2026-11-20');
  await expect.poll(() => sent().slice(1)).toEqual([from('2026-11-20')]);
  // Emptying a part of the date does not change the filter, and an incomplete date is not shown as one.
  await userEvent.keyboard('{Backspace}');
  await expect.poll(() => input.validity.badInput).toBe(true);
  expect(address()).toBe('/activity?since=2026-11-20');
  await screen.getByRole('heading', { level: 1 }).click();
  await expect.element(field).toHaveValue('2026-11-20');
  expect(sent()).toHaveLength(2);
});

test('DESIGN-5 NAV-8 the origin of the page and invalid values are not filters', async () => {
  const { screen, sent } = await open(eventsOf([]), '/activity?from=T&since=soon&actor=x&way=toString');
  await expect.element(screen.getByText('No events yet.')).toBeVisible();
  expect(sent()).toEqual([{ first: 25, filter: once }]);
  await expect.element(screen.getByRole('button', { name: 'Clear all' })).not.toBeInTheDocument();
});

test('DESIGN-5 Older and Newer move by cursor, in the address', async () => {
  const { screen, sent } = await open(eventsOf([eventOf('1')], { hasNextPage: true, hasPreviousPage: true }));
  await screen.getByRole('button', { name: 'Older' }).click();
  await expect.poll(address).toBe('/activity?after=last');
  await expect.poll(() => sent().at(-1)).toEqual({ first: 25, after: 'last', filter: once });
  await screen.getByRole('button', { name: 'Newer' }).click();
  await expect.poll(address).toBe('/activity?before=first');
  await expect.poll(() => sent().at(-1)).toEqual({ last: 25, before: 'first', filter: once });
  await screen.getByRole('button', { name: 'Newest' }).click();
  await expect.poll(address).toBe('/activity');
});

test('DESIGN-5 if the product API has no activity the page says so', async () => {
  const { screen } = await open(null);
  await expect.element(screen.getByText('The connected product API does not provide an activity log.')).toBeVisible();
  await expect.element(screen.getByRole('combobox', { name: 'Action' })).not.toBeInTheDocument();
});

test('DESIGN-5 an Organiser opens the activity of the organisation, and the pages that its links have are their own', async () => {
  const own = { ...viewer, can: { ...viewer.can, viewActivity: false, listOrganisations: false } };
  const auditEvents = eventsOf([eventOf('1', { organisation: null })]);
  const page = { data: { viewer: { ...own, organisation: { ...organisation, auditEvents } } } };
  const { screen } = await openConsole('/O/activity', gatewayOf({ OrganisationActivityPage: page }));
  await expect.element(screen.getByRole('link', { name: 'Maya Rao' })).toHaveAttribute('href', '/U/5/view');
});

test('OUTLIVE-8 DESIGN-5 an Organiser sets the retention within the range, and lowering it says what is deleted and asks for the password', async () => {
  const auditEvents = eventsOf([eventOf('1')]);
  const page = { data: { viewer: { ...viewer, organisation: { ...organisation, auditEvents } } } };
  const saved = asked(({ variables: { input } }) => ({
    data: {
      setAuditRetention: {
        __typename: 'SetAuditRetentionPayload',
        organisation: { ...organisation, auditRetentionDays: (input as { days: number }).days },
      },
    },
  }));
  const { screen, calls } = await openConsole(
    '/O/activity',
    gatewayOf({ OrganisationActivityPage: page, ActivitySettings_SetAuditRetention: saved }),
  );
  await expect.element(screen.getByText('Events are kept for 3 years.')).toBeVisible();
  await screen.getByRole('button', { name: 'Change', exact: true }).click();
  const days = screen.getByRole('textbox', { name: 'Days' });
  await days.fill('29');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(days).toHaveAttribute('aria-invalid', 'true');
  await days.fill('1200');
  await expect.element(screen.getByLabelText(/^Password/)).not.toBeInTheDocument();
  await days.fill('90');
  await expect.element(screen.getByText('Events older than 90 days', { exact: false })).toBeVisible();
  await expect.element(screen.getByText('1,005 days of activity', { exact: false })).toBeVisible();
  await screen.getByLabelText(/^Password/).fill('Welcome#2026');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Events are kept for 90 days.')).toBeVisible();
  const sent = calls
    .filter(({ name }) => name === 'ActivitySettings_SetAuditRetention')
    .map(({ variables }) => variables.input);
  expect(sent).toEqual([{ organisationId: '7', days: 90, currentPassword: 'Welcome#2026' }]);
});

test.each(['/activity', '/O/activity'])('DESIGN-5 %s is not found by a viewer without the right', async (path) => {
  const can = { ...viewer.can, viewActivity: false, viewOwnActivity: false };
  const gateway = gatewayOf({ PermissionGuard: { data: { viewer: { ...viewer, can } } } });
  await openConsole(path, gateway, { rights: can });
  await expect.poll(address).toBe('/page-not-found');
});

test('START-28 an upload is a line; opened it lists its users with links, and more of them on demand', async () => {
  const upload = eventOf('1', { sentence: 'Ada Admin uploaded 60 users.', uploadedUserCount: 60 });
  const user = (id: number) => ({
    __typename: 'AuditEvent',
    id: String(id),
    target: { __typename: 'AuditTarget', kind: 'USER', id: String(id), name: `User ${id}`, organisationId: '10' },
    changes: [
      { __typename: 'AuditChange', field: 'email', from: null, to: `user${id}@demo.example` },
      { __typename: 'AuditChange', field: 'role', from: null, to: 'Auditee' },
    ],
  });
  const users = asked(({ variables }) => ({
    data: {
      auditEvents: variables.after
        ? eventsOf([user(51)])
        : eventsOf([user(1), user(2)], { hasNextPage: true, endCursor: 'place' }),
    },
  }));
  const { screen, item, calls } = await open(eventsOf([upload]), '/activity', { UploadedUsers: users });
  const asks = () => calls.filter(({ name }) => name === 'UploadedUsers').map(({ variables }) => variables);
  const event = item('uploaded 60 users');
  await expect.element(event).toBeVisible();
  expect(asks()).toEqual([]);
  await event.getByRole('button', { name: /uploaded 60 users/ }).click();
  await expect.element(event.getByRole('link', { name: 'User 2' })).toHaveAttribute('href', '/O/10/user/2');
  await expect.element(event.getByText('user2@demo.example · Auditee')).toBeVisible();
  await expect.element(event.getByText('First name')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Show more users' }).click();
  await expect.element(screen.getByRole('link', { name: 'User 51' })).toBeVisible();
  expect(asks()).toEqual([
    { eventId: '1', after: null },
    { eventId: '1', after: 'place' },
  ]);
});

test('PRIVACY-71 an Organiser sets how long sign-ins keep names, and an empty field keeps them as long as events', async () => {
  const page = {
    data: { viewer: { ...viewer, organisation: { ...organisation, auditEvents: eventsOf([eventOf('1')]) } } },
  };
  const saved = asked(({ variables: { input } }) => ({
    data: {
      setSignInRetention: {
        __typename: 'SetSignInRetentionPayload',
        organisation: { ...organisation, signInRetentionDays: (input as { days: number | null }).days },
      },
    },
  }));
  const { screen, calls } = await openConsole(
    '/O/activity',
    gatewayOf({ OrganisationActivityPage: page, ActivitySettings_SetSignInRetention: saved }),
  );
  await expect.element(screen.getByText('are kept as long as other events', { exact: false })).toBeVisible();
  const open = () => screen.getByRole('button', { name: 'Change sign-in retention' }).click();
  const save = () => screen.getByRole('button', { name: 'Save' }).click();
  await open();
  const days = screen.getByRole('textbox', { name: 'Days Optional' });
  await days.fill('731');
  await save();
  await expect.element(days).toHaveAttribute('aria-invalid', 'true');
  await days.fill('90');
  await expect.element(screen.getByText('older than 90 days', { exact: false })).toBeVisible();
  await screen.getByLabelText(/^Password/).fill('Welcome#2026');
  await save();
  await expect.element(screen.getByText('names and IP addresses for 90 days', { exact: false })).toBeVisible();
  await open();
  await days.fill('');
  await save();
  await expect.element(screen.getByText('are kept as long as other events', { exact: false })).toBeVisible();
  const sent = calls
    .filter(({ name }) => name === 'ActivitySettings_SetSignInRetention')
    .map(({ variables }) => variables.input);
  expect(sent).toEqual([
    { organisationId: '7', days: 90, currentPassword: 'Welcome#2026' },
    { organisationId: '7', days: null },
  ]);
});
