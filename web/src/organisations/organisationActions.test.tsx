import { describe, expect, test } from 'vitest';
import { organisationList, organisationOf, rowsOf } from '../testing/lists.ts';
import {
  disabledOrganisation,
  disableImpact,
  organisationPageParameters,
  organisationsGateway,
} from '../testing/organisations.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, failing, organisation, type Start, viewer } from '../testing/responses.ts';
import { held } from '../testing/script.ts';

interface NamedStart extends Start {
  name?: string;
}

const open = async ({ path = '/O/10', name = 'Company 10', changes = {}, answers = {} }: NamedStart = {}) => {
  const opened = await openConsole(path, organisationsGateway(answers, changes));
  const { screen } = opened;
  await expect.element(screen.getByRole('heading', { name, level: 1 })).toBeVisible();
  const menu = screen.getByRole('main').getByRole('button', { name: 'More actions' });
  const action = (label: string) => screen.getByRole('menuitem', { name: label, exact: true });
  const choose = async (label: string) => {
    await menu.click();
    await action(label).click();
  };
  return { ...opened, menu, action, choose };
};
type Opened = Awaited<ReturnType<typeof open>>;

const nameIn = (caption: string) => rowsOf(caption).map(([name]) => name);
const badgeOf = ({ screen }: Opened, text: string) => screen.getByRole('main').getByText(text, { exact: true }).first();

const disable = async ({ choose, dialog }: Opened, password: string, title = 'Disable Company 10?') => {
  if (title.startsWith('Disable')) await choose('Disable');
  const asks = dialog(title);
  await asks.getByLabelText('Password *').fill(password);
  await asks.getByRole('button', { name: 'Disable', exact: true }).click();
};
const enable = async ({ choose, dialog }: Opened, title = 'Activate Company 500?') => {
  await choose('Enable');
  await dialog(title).getByRole('button', { name: 'Activate', exact: true }).click();
};
const off = { state: 'DISABLED', viewerCanDisable: false, viewerCanEnable: true };
const goBack = ({ screen }: Opened) =>
  screen.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Setting' }).click();

/** Opens the page of an organisation from the list. */
const openFromList = async (path: string, company: string, start: NamedStart = {}) => {
  const opened = await open({ ...start, path, name: 'Organisations' });
  await opened.screen.getByRole('link', { name: company, exact: true }).click();
  await expect.element(opened.screen.getByRole('heading', { name: company, level: 1 })).toBeVisible();
  return opened;
};

describe('disabling', () => {
  test.for([
    ['both are known', 1250, 1, 'Company 10 has 1,250 active users and 1 accepted mapping.', null],
    ['one is not', 1, null, 'Company 10 has 1 active user.', 'Could not load the number of mappings.'],
    ['neither is', null, null, null, 'Could not load the number of users and mappings.'],
  ] as const)(
    'START-61 the question says how many users and mappings there are: %s',
    async ([, users, mappings, ...said]) => {
      const opened = await open({ answers: { DisableImpact: asked((call) => disableImpact(call, users, mappings)) } });
      expect(opened.names()).toEqual(['OrganisationPage']);
      await opened.choose('Disable');
      const asks = opened.dialog('Disable Company 10?');
      for (const text of said) if (text) await expect.element(asks.getByText(text, { exact: true })).toBeVisible();
    },
  );

  test('START-61 numbers that cannot be loaded are said so in the question alone, and hinder nothing', async () => {
    const opened = await open({ answers: { DisableImpact: failing('UPSTREAM_TIMEOUT', 'Request Failed') } });
    await opened.choose('Disable');
    const asks = opened.dialog('Disable Company 10?');
    await expect.element(asks.getByText('Could not load the number of users and mappings.')).toBeVisible();
    await expect.element(opened.screen.getByRole('alert')).not.toBeInTheDocument();
    await asks.getByLabelText('Password *').fill('Welcome#2026');
    await asks.getByRole('button', { name: 'Disable', exact: true }).click();
    await expect.element(opened.screen.getByText('Organisation Disabled')).toBeVisible();
  });

  test('ORG-22 ORG-24 MSG-24 after the password the badge and the action change at once, by one call', async () => {
    const opened = await open();
    await disable(opened, 'Welcome#2026');
    await expect.element(opened.screen.getByText('Organisation Disabled')).toBeVisible();
    await expect.element(badgeOf(opened, 'Disabled')).toBeVisible();
    await expect.element(opened.screen.getByRole('dialog')).not.toBeInTheDocument();
    expect(opened.names()).toEqual(['OrganisationPage', 'DisableImpact', 'DisableOrganisationButton_Disable']);
    expect(opened.calls[2]?.variables).toEqual({ id: '10', currentPassword: 'Welcome#2026' });
    // The mutation has replaced the button, so the focus has moved.
    await expect.element(opened.screen.getByRole('main').getByRole('link', { name: 'Edit' })).toHaveFocus();
    await opened.menu.click();
    await expect.element(opened.action('Enable')).toBeVisible();
    await expect.element(opened.action('Disable')).not.toBeInTheDocument();
  });

  test('ORG-24 GQL-6 the row moves between the tables and their counts follow, without asking for a list', async () => {
    const opened = await openFromList('/T', 'Company 10');
    await disable(opened, 'Welcome#2026');
    await expect.element(badgeOf(opened, 'Disabled')).toBeVisible();
    await goBack(opened);
    await expect.poll(() => nameIn('Disabled organisations')).toEqual(['Company 10', 'Company 500']);
    await expect.poll(() => nameIn('Active organisations')).toEqual(['Company 11']);
    await expect.element(opened.screen.getByLabelText('1 in all')).toBeVisible();
    await expect.element(opened.screen.getByLabelText('2 in all')).toBeVisible();
    await expect
      .poll(() => rowsOf('Disabled organisations')[0])
      .toEqual(['Company 10', '3', '4', '1,250', '1,254', '5', '6']);
    expect(opened.names()).toEqual([
      'OrganisationListPage',
      'OrganisationPage',
      'DisableImpact',
      'DisableOrganisationButton_Disable',
    ]);
  });

  test('LOOK-6 the totals of both tables follow', async () => {
    const totals = { ...organisationOf('1').counts, assessors: 100, auditees: null };
    const opened = await openFromList('/T', 'Company 10', {
      answers: {
        OrganisationListPage: asked((call) => {
          const answer = organisationList(call, 3, 2);
          for (const list of [answer.data.active, answer.data.disabled]) Object.assign(list, { totals });
          return answer;
        }),
      },
    });
    await disable(opened, 'Welcome#2026');
    await expect.element(badgeOf(opened, 'Disabled')).toBeVisible();
    await goBack(opened);
    const foot = (caption: string) =>
      [...document.querySelectorAll(`table[aria-label="${caption}"] tfoot :is(th, td)`)].map(
        (cell) => cell.textContent,
      );
    await expect.poll(() => foot('Active organisations')).toEqual(['Total of 2', '0', '0', '0', '0', '95', '–']);
    await expect
      .poll(() => foot('Disabled organisations'))
      .toEqual(['Total of 3', '6', '8', '2,500', '2,508', '105', '–']);
  });

  test.for(['/T?search=company'])(
    'ORG-24 GQL-6 back on %s the row has left at once, and only that page is asked for, in the background',
    async (path) => {
      const answer = held<void>();
      let acted = false;
      const opened = await openFromList(path, 'Company 10', {
        answers: {
          OrganisationListPage: asked(async (call) => {
            if (acted) await answer.promise;
            return organisationList(call, acted ? 59 : 60, 60);
          }),
        },
      });
      acted = true;
      await disable(opened, 'Welcome#2026');
      await expect.element(badgeOf(opened, 'Disabled')).toBeVisible();
      await goBack(opened);
      await expect.poll(() => nameIn('Active organisations').length).toBe(24);
      await expect.poll(() => nameIn('Active organisations')).not.toContain('Company 10');
      await expect.element(opened.screen.getByLabelText('59 in all')).toBeVisible();
      expect(address()).toBe(path);
      expect(opened.names().slice(4)).toEqual(['OrganisationListPage']);
      expect(opened.calls[4]?.variables).toEqual(opened.calls[0]?.variables);
      answer.resolve();
      await expect.poll(() => nameIn('Active organisations').length).toBe(25);
    },
  );

  test('ORG-1 without a change the list is read again on the way back', async () => {
    const opened = await openFromList('/T', 'Company 10');
    await goBack(opened);
    await expect.poll(() => opened.names().slice(2)).toEqual(['OrganisationListPage']);
  });

  test('ORG-28 an organisation that another user has already enabled is shown as it is, without an error', async () => {
    const opened = await openFromList('/T', 'Company 10', {
      answers: { DisableOrganisationButton_Disable: asked((call) => disabledOrganisation(call, { state: 'ACTIVE' })) },
    });
    await disable(opened, 'Welcome#2026');
    await expect.element(opened.screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(badgeOf(opened, 'Active')).toBeVisible();
    await expect.element(opened.screen.getByRole('alert')).not.toBeInTheDocument();
    await goBack(opened);
    await expect.poll(() => nameIn('Active organisations')).toEqual(['Company 10', 'Company 11']);
  });
});

describe('enabling', () => {
  test('ORG-25 MSG-24 GQL-6 asks without a password, and the row moves back without asking for a list', async () => {
    const opened = await openFromList('/T', 'Company 500', { changes: off });
    await enable(opened);
    await expect.element(opened.screen.getByText('Organisation Enabled')).toBeVisible();
    await expect.element(badgeOf(opened, 'Active')).toBeVisible();
    await goBack(opened);
    await expect.poll(() => nameIn('Active organisations')).toEqual(['Company 500', 'Company 10', 'Company 11']);
    await expect.poll(() => rowsOf('Disabled organisations')).toEqual([]);
    expect(opened.names()).toEqual(['OrganisationListPage', 'OrganisationPage', 'EnableOrganisationButton_Enable']);
    expect(opened.calls[2]?.variables).toEqual({ id: '500' });
  });
});

describe('who may', () => {
  test('ORG-11 OPEN-65 neither the action nor Edit is offered where the server forbids it', async () => {
    const none = { viewerCanEdit: false, viewerCanEnable: false, viewerCanDisable: false };
    const opened = await open({ changes: none });
    await expect.element(badgeOf(opened, 'Active')).toBeVisible();
    await expect.element(opened.screen.getByRole('link', { name: 'External Mapping' })).toBeVisible();
    await expect.element(opened.menu).not.toBeInTheDocument();
    await expect.element(opened.screen.getByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
  });

  test('ORG-11 Edit of another organisation keeps where it was opened from', async () => {
    const { screen } = await open({ path: '/O/10?from=M' });
    await expect.element(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/O/10/edit?from=M');
  });

  test.for([
    ['ORG-4', true],
    ['ORG-5', false],
  ] as const)('%s Create New Organisation on /T is there: %s', async ([, createOrganisation]) => {
    const who = { ...viewer, can: { ...viewer.can, createOrganisation } };
    const { screen } = await open({
      path: '/T',
      name: 'Organisations',
      answers: {
        OrganisationListPage: asked((call) => ({ data: { ...organisationList(call).data, viewer: who } })),
      },
    });
    const create = screen.getByRole('link', { name: 'Create New Organisation' });
    if (createOrganisation) await expect.element(create).toHaveAttribute('href', '/O/create');
    else await expect.element(create).not.toBeInTheDocument();
  });

  test('OPEN-65 one’s own organisation is never enabled or disabled on /O', async () => {
    const own = { ...organisation, viewerCanDisable: true, viewerCanEnable: true };
    const opened = await open({
      path: '/O',
      name: 'Demo',
      answers: { OrganisationPage: { data: { viewer: { ...viewer, organisation: own } } } },
    });
    await expect.element(opened.screen.getByRole('link', { name: 'External Mapping' })).toBeVisible();
    const buttons = opened.screen.getByRole('main').getByRole('button');
    await expect.poll(() => buttons.elements().map(({ textContent }) => textContent)).not.toContain('Disable');
    await expect.element(opened.action('Disable')).not.toBeInTheDocument();
  });

  test('ORG-13 a viewer that failed leaves the page and its actions', async () => {
    const opened = await open({
      answers: {
        OrganisationPage: asked((call) => ({
          data: { ...(organisationPageParameters(call).data as object), viewer: null },
          errors: failing('UPSTREAM_TIMEOUT', 'Request Failed').errors ?? [],
        })),
      },
    });
    await opened.menu.click();
    await expect.element(opened.action('Disable')).toBeVisible();
    await expect.element(opened.screen.getByText('Part of the platform is not responding.')).toBeVisible();
  });
});
