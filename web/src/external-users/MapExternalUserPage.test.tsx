import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { enterChoice } from '../testing/enter.ts';
import { mapPage, mapped, openExternal, rejectedUser, stub } from '../testing/externalUsers.ts';
import { externalUserOf, rowsOf, usersPage } from '../testing/lists.ts';
import { userChoices } from '../testing/organisations.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, failing, gatewayOf } from '../testing/responses.ts';
import { role } from '../testing/roles.ts';
import { type Answer, held } from '../testing/script.ts';
import { formLookups } from '../testing/users.ts';

// The viewport shows the whole form, so that nothing has to be scrolled.
beforeEach(() => page.viewport(1280, 1400));
afterEach(() => page.viewport(1280, 800));

const facility = { __typename: 'Facility', country: 'United Kingdom' };

const open = async (
  externalUser: object,
  path = '/map-external-user?id=300',
  map: Answer = mapped(externalUser),
  shown: Answer = mapPage(externalUser),
  country: Promise<void> = Promise.resolve(),
) => {
  const opened = await openExternal({
    path,
    lengths: { external: 3 },
    answers: {
      MapExternalUserPage: shown,
      ExternalUserDetailsForm: asked(async () => {
        await country;
        return { data: { organisation: { __typename: 'Organisation', id: '7', facility } } };
      }),
      useMapExternalUser_Map: map,
      useActiveUserSearch_Users: asked((call) => userChoices(call)),
    },
  });
  const field = (name: string | RegExp) => opened.screen.getByRole('textbox', { name });
  const choose = async (name: string, option: string) => {
    await opened.screen.getByRole('combobox', { name }).fill(option);
    await opened.screen.getByRole('option', { name: option, exact: true }).click();
  };
  const fill = async () => {
    await field('First name').fill(' Erin ');
    await field('Last name').fill('Extern');
    await choose('Designation', 'Manager');
    await choose('Role', 'Auditee');
    await opened.screen.getByRole('combobox', { name: 'Supervisor' }).fill('boss@demo.example');
    await userEvent.keyboard('{Enter}');
  };
  return { ...opened, field, fill };
};

test('REALUSE-14 who invited a person is shown, and that no module was selected', async () => {
  const { screen } = await open(externalUserOf('300', { invitedBy: 'Olga Organiser', modules: [] }));
  await expect.element(screen.getByText('Olga Organiser').first()).toBeVisible();
  await expect.element(screen.getByText(/^No modules were selected/)).toBeVisible();
});

describe('a person without a home organisation', () => {
  test('XUSER-1 MSG-4 NAV-7 the form Add User Details has what is known, and the email stays as it is', async () => {
    const { screen, field, names, calls } = await open(stub('300'));
    await expect.element(screen.getByRole('heading', { name: 'Add User Details', level: 1 })).toBeVisible();
    await expect.element(field('Email')).toHaveValue('erin300@acme.example');
    await expect.element(field('Email')).toHaveAttribute('readonly');
    await expect.element(screen.getByRole('combobox', { name: 'Department' })).toHaveValue('InfoSec');
    await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
    expect(names()).toEqual(['MapExternalUserPage', 'ExternalUserDetailsForm']);
    expect(calls[0]?.variables).toEqual({ userId: '300' });
  });

  test('EMAIL-7 the page says that adding details accepts the person, who is then emailed a link', async () => {
    const { screen } = await open(stub('300'));
    await expect.element(screen.getByText(/^Adding details accepts this person as an external user\./)).toBeVisible();
  });

  test('XUSER-4 MSG-13 what is missing says required, and nothing is sent', async () => {
    const { screen, button, field, names } = await open(stub('300'));
    await button('Add details').click();
    await expect.poll(() => screen.getByText('required', { exact: true }).elements().length).toBe(5);
    await expect.element(field('First name')).toHaveFocus();
    expect(names()).toEqual(['MapExternalUserPage', 'ExternalUserDetailsForm']);
  });

  test('XUSER-5 MSG-25 the details are sent, and the list is read again: the user may match others as well', async () => {
    const { screen, fill, button, names, calls } = await open(stub('300'));
    await fill();
    await button('Add details').click();
    await expect.element(screen.getByText('External User Mapping', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('table', { name: 'External users' })).toBeVisible();
    expect(address()).toBe('/U');
    const beside = ['useActiveUserSearch_Users', 'ExternalUserDetailsForm'];
    await expect
      .poll(() => names().filter((name) => !beside.includes(name)))
      .toEqual(['MapExternalUserPage', 'useMapExternalUser_Map', 'OwnUsersPage']);
    expect(calls.find(({ name }) => name === 'useMapExternalUser_Map')?.variables).toEqual({
      input: {
        userId: '300',
        organisationId: '7',
        person: {
          firstName: 'Erin',
          lastName: 'Extern',
          email: 'erin300@acme.example',
          designation: 'Manager',
          roleId: '15',
          supervisorEmail: 'boss@demo.example',
          department: 'InfoSec',
          countryCode: null,
          mobile: null,
        },
      },
    });
  });

  test('START-90 a country code that is proposed late changes neither a field in use nor one that was chosen', async () => {
    const { user, ...invited } = stub('300');
    const person = { ...invited, user: { ...user, countryCode: null } };
    const openLate = async () => {
      const country = held<void>();
      const opened = await open(person, undefined, undefined, undefined, country.promise);
      const code = opened.screen.getByRole('combobox', { name: /^Country code/ });
      await code.click();
      return { ...opened, code, arrive: () => country.resolve() };
    };
    const inUse = await openLate();
    inUse.arrive();
    await expect.poll(() => JSON.stringify(inUse.client.extract())).toContain(facility.country);
    await inUse.screen.getByRole('heading', { name: 'Work' }).hover();
    await expect.element(inUse.code).toHaveValue('India (+91)');
    await inUse.field('First name').click();
    await expect.element(inUse.code).toHaveValue('United Kingdom (+44)');
    await inUse.screen.unmount();

    const chosen = await openLate();
    await chosen.screen.getByRole('option', { name: 'India (+91)' }).click();
    await chosen.field('First name').click();
    chosen.arrive();
    await chosen.fill();
    await expect.element(chosen.code).toHaveValue('India (+91)');
  });

  test('START-66 the country code is that of the organisation they are added to', async () => {
    const { user, ...invited } = stub('300');
    const { screen, field, fill, button, calls } = await open({ ...invited, user: { ...user, countryCode: null } });
    await expect.element(screen.getByRole('combobox', { name: /^Country code/ })).toHaveValue('United Kingdom (+44)');
    await fill();
    await field(/^Mobile/).fill('7700900123');
    await button('Add details').click();
    await expect.element(screen.getByText('External User Mapping', { exact: true })).toBeVisible();
    expect(calls.find(({ name }) => name === 'useMapExternalUser_Map')?.variables).toMatchObject({
      input: { person: { countryCode: '+44', mobile: '7700900123' } },
    });
  });

  test.for(['person.supervisorEmail'])(
    'XUSER-5 what the server says of %s is shown at its field, and all stays',
    async (path) => {
      const { screen, fill, button, field } = await open(
        stub('300'),
        undefined,
        failing('INVALID', 'supervisor is unknown', { fields: [{ path, message: 'is unknown' }] }),
      );
      await fill();
      await button('Add details').click();
      await expect.element(screen.getByText('is unknown', { exact: true })).toBeVisible();
      await expect.element(screen.getByRole('combobox', { name: 'Supervisor' })).toHaveFocus();
      await expect.element(field('First name')).toHaveValue(' Erin ');
    },
  );
});

describe('a user of a home organisation', () => {
  test('XUSER-1 OPEN-31 is shown, and only accepted', async () => {
    const { screen } = await open(externalUserOf('300'));
    await expect.element(screen.getByText('Erin Extern 300')).toBeVisible();
    await expect.element(screen.getByText('Acme', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument();
  });

  test('EMAIL-7 the page says what accepting grants, with the modules', async () => {
    const modules = [{ __typename: 'Module', id: 'auditor', label: 'Auditor' }];
    const { screen } = await open(externalUserOf('300', { modules }));
    await expect.element(screen.getByRole('heading', { name: 'What accepting grants' })).toBeVisible();
    await expect
      .element(
        screen.getByText(/Erin Extern 300.* can work with your organisation\..*do not see your users or settings/),
      )
      .toBeVisible();
    await expect.element(screen.getByText('Auditor', { exact: true })).toBeVisible();
  });

  test('XUSER-5 MSG-25 GQL-6 the row is updated without asking for the list', async () => {
    const { screen, link, button, names, calls } = await open(externalUserOf('302'), '/U');
    await link('Accept Erin Extern 302').click();
    await button('Accept').click();
    await expect.element(screen.getByText('External User Mapping', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('table', { name: 'External users' })).toBeVisible();
    expect(address()).toBe('/U');
    await expect
      .poll(() => rowsOf('External users').map(([name, , , state, , action]) => [name, state, action]))
      .toEqual([
        ['Erin Extern 302', 'Accepted', ''],
        ['Erin Extern 300', 'Pending', 'AcceptReject'],
        ['Erin Extern 301', 'Pending', 'AcceptReject'],
      ]);
    await expect
      .element(screen.getByRole('region', { name: 'External users' }).getByLabelText('3 in all'))
      .toBeVisible();
    expect(names()).toEqual(['OwnUsersPage', 'MapExternalUserPage', 'useMapExternalUser_Map']);
    expect(calls[2]?.variables).toEqual({ input: { userId: '302', organisationId: '7' } });
  });

  test('XUSER-5 GQL-6 an accepted user leaves the list of pending ones before it is read again', async () => {
    const answer = held<void>();
    let wait = Promise.resolve();
    const opened = await openExternal({
      path: '/U?external=pending',
      answers: {
        MapExternalUserPage: mapPage(externalUserOf('300')),
        useMapExternalUser_Map: mapped(externalUserOf('300')),
        OwnUsersPage: asked(async (call) => {
          await wait;
          return usersPage(call, { external: 2 });
        }),
      },
    });
    await opened.link('Accept Erin Extern 300').click();
    wait = answer.promise;
    await opened.button('Accept').click();
    await expect.poll(() => rowsOf('External users').map(([name]) => name)).toEqual(['Erin Extern 301']);
    answer.resolve();
  });

  test('XUSER-5 in another organisation it is that one, and the way leads back there', async () => {
    const { screen, button, calls } = await open(
      externalUserOf('300'),
      '/map-external-user?id=300&organisation=8&from=M',
    );
    await button('Accept').click();
    await expect.element(screen.getByRole('table', { name: 'External users' })).toBeVisible();
    expect(address()).toBe('/O/8/user?from=M');
    expect(calls.slice(0, 2).map(({ variables }) => variables)).toEqual([
      { userId: '300', organisationId: '8' },
      { input: { userId: '300', organisationId: '8' } },
    ]);
  });

  test.for([
    ['ACCEPTED', 'User is already Mapped !'],
    ['REJECTED', 'The invitation was rejected.'],
  ] as const)('XUSER-5 XUSER-7 an invitation that is %s already has nothing to be done', async ([state, text]) => {
    const { screen, button } = await open(
      externalUserOf('300', { state, viewerCanMap: false, viewerCanReject: false }),
    );
    await expect.element(screen.getByText(text)).toBeVisible();
    for (const name of ['Accept', 'Reject Erin Extern 300']) await expect.element(button(name)).not.toBeInTheDocument();
  });

  test('XUSER-7 is rejected from the page, which leads to the list without them', async () => {
    const person = externalUserOf('302');
    const { screen, link, button, names } = await openExternal({
      path: '/U',
      lengths: { external: 3 },
      answers: { MapExternalUserPage: mapPage(person), RejectExternalUserButton_Reject: rejectedUser(person) },
    });
    await link('Accept Erin Extern 302').click();
    await button('Reject Erin Extern 302').click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await expect.element(screen.getByText('External User Mapping', { exact: true })).toBeVisible();
    await expect
      .poll(() => rowsOf('External users').map(([name]) => name))
      .toEqual(['Erin Extern 300', 'Erin Extern 301']);
    expect(address()).toBe('/U');
    expect(names()).toEqual(['OwnUsersPage', 'MapExternalUserPage', 'RejectExternalUserButton_Reject']);
  });

  test('XUSER-8 the sender of the invitation sees why they cannot accept it, and may reject it', async () => {
    const { screen, button } = await open(
      externalUserOf('300', { viewerCanMap: false, acceptBlock: 'OWN_INVITATION' }),
    );
    await expect.element(screen.getByText('You sent this invitation. Another user must accept it.')).toBeVisible();
    await expect.element(button('Reject Erin Extern 300')).toBeVisible();
    await expect.element(button('Accept')).not.toBeInTheDocument();
  });

  test('XUSER-5 a faster user is reported, and the state is read again', async () => {
    const { screen, button, names } = await open(externalUserOf('300'), undefined, failing('CONFLICT', 'Was accepted'));
    await button('Accept').click();
    await expect.element(screen.getByRole('alert').getByText('Was accepted')).toBeVisible();
    await expect.element(screen.getByText('User is already Mapped !')).toBeVisible();
    await expect.poll(names).toEqual(['MapExternalUserPage', 'useMapExternalUser_Map', 'MapExternalUserPage']);
  });
});

describe('who gets no form', () => {
  test('XUSER-2 without a session the page redirects to /login, which keeps the link', async () => {
    const { screen, calls } = await openConsole('/map-external-user?id=300', gatewayOf({}), { secret: null });
    await expect.element(screen.getByRole('textbox', { name: 'Email' })).toBeVisible();
    expect(new URLSearchParams(window.location.search).get('next')).toBe('/map-external-user?id=300');
    expect(calls).toEqual([]);
  });

  test.for(['/map-external-user', '/map-external-user?id=%20'])(
    'XUSER-3 %s is /page-not-found without a call',
    async (path) => {
      const { screen, calls } = await openConsole(path, gatewayOf({}));
      await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
      expect(calls).toEqual([]);
    },
  );
});

test('START-68 an external user of another organisation gets a role that reaches all organisations after one more question', async () => {
  const lookups = { ...formLookups, roles: [role('11', 'ADMINISTRATOR', 'Administrator', 1), ...formLookups.roles] };
  const { data } = mapPage(stub('300')) as { data: object };
  const { screen, fill, button, calls } = await open(
    stub('300'),
    '/map-external-user?id=300&organisation=8',
    undefined,
    { data: { ...data, lookups } },
  );
  const sent = () => calls.filter(({ name }) => name === 'useMapExternalUser_Map');
  await fill();
  await enterChoice(
    screen.getByRole('combobox', { name: 'Role' }),
    screen.getByRole('option', { name: 'Administrator', exact: true }),
    'Administrator',
  );
  await button('Add details').click();
  const dialog = screen.getByRole('dialog', { name: 'Assign the role Administrator to Erin Extern?' });
  await expect.element(dialog).toBeVisible();
  expect(sent()).toEqual([]);
  await dialog.getByRole('button', { name: 'Assign role' }).click();
  await expect.poll(() => sent()[0]?.variables).toMatchObject({ input: { person: { roleId: '11' } } });
});
