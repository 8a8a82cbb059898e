import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { headingsOf, rowsOf } from '../testing/lists.ts';
import { nominated, organisationsGateway, userChoices } from '../testing/organisations.ts';
import { personOf, posts } from '../testing/posts.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, failing, organisation, type Start, viewer } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';

const table = 'Senior management';
const ceo = 'Chief Executive Officer [CEO]';
const cto = 'Chief Technology Officer [CTO]';
const ciso = 'Chief Information Security Officer [CISO]';

const open = async ({ changes = {}, answers = {}, path = '/O/10' }: Start = {}) => {
  const opened = await openConsole(path, organisationsGateway(answers, changes));
  const { screen, calls } = opened;
  await expect.element(screen.getByRole('heading', { name: table, level: 2 })).toBeVisible();
  const sent = () =>
    calls.filter(({ name }) => name === 'NominateToSeniorPostDialog_Nominate').map(({ variables }) => variables.input);
  return { ...opened, sent };
};
type Opened = Awaited<ReturnType<typeof open>>;

/** Opens the dialog of a senior position and selects a user. */
const choose = async (
  { button, dialog, screen }: Opened,
  label: string,
  person: string,
  { asks = `${label}?`, title = asks }: { asks?: string; title?: string } = {},
) => {
  await button(label).click();
  await dialog(asks).getByRole('combobox', { name: 'User' }).click();
  await screen.getByRole('option', { name: person }).click();
  return dialog(title);
};

const replacing = { asks: `Replace Jane Doe 23 as ${ciso}?` };

const holders = () => rowsOf(table).map(([, name]) => name);

describe('the table', () => {
  test('NOM-1 a row per post with its holder and the action, in the page’s one request', async () => {
    const { names } = await open();
    await expect.poll(() => headingsOf(table)).toEqual([['Designation', 'Name', 'Email', 'Department', 'Action']]);
    await expect
      .poll(() => rowsOf(table))
      .toEqual([
        [ceo, 'Jane Doe 21', 'jane21@demo.example', 'Legal', 'Replace'],
        [cto, '–', '–', '–', 'Nominate'],
        [ciso, 'Jane Doe 23', 'jane23@demo.example', 'Legal', 'Replace'],
      ]);
    expect(names()).toEqual(['OrganisationPage']);
  });

  test('UI-5 names and emails of usual length are not cut next to the side column', async () => {
    const fullName = 'Agnieszka Hoffman';
    const email = 'agnieszka.hoffman@aurora.example';
    const held = posts({ CEO: '21' }).map((post) =>
      post.holder ? { ...post, holder: { ...post.holder, fullName, email } } : post,
    );
    const { screen } = await open({ changes: { seniorManagement: held } });
    const row = screen.getByRole('table', { name: table }).getByRole('row').filter({ hasText: fullName });
    await expect.element(row).toBeVisible();
    const cells = [...row.element().querySelectorAll<HTMLElement>('th > span, td')];
    await expect
      .poll(() => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent))
      .toEqual([]);
  });

  test('NOM-2 a viewer who may not nominate sees designation, name and email, and no action', async () => {
    await open({ changes: { viewerCanNominate: false } });
    await expect.poll(() => headingsOf(table)).toEqual([['Designation', 'Name', 'Email']]);
    await expect.poll(() => rowsOf(table)[0]).toEqual([ceo, 'Jane Doe 21', 'jane21@demo.example']);
  });

  test('NOM-1 posts that failed say so, and Try again brings them', async () => {
    let broken = true;
    const { screen } = await open({
      answers: {
        OrganisationPage: asked(() => ({
          data: { viewer, organisation: { ...organisation, id: '10', ...(broken ? { seniorManagement: null } : {}) } },
          ...(broken && { errors: failing('UPSTREAM_BAD_RESPONSE', 'Request Failed').errors ?? [] }),
        })),
      },
    });
    await expect.element(screen.getByText('Senior management could not be loaded')).toBeVisible();
    broken = false;
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(holders).toEqual(['Jane Doe 21', '–', 'Jane Doe 23']);
  });
});

describe('on /O', () => {
  const can = { ...viewer.can, viewUsers: false, listOrganisations: false, editOwnOrganisation: false };
  const auditee = { ...viewer, can };
  const refused: Answer = {
    data: { viewer: { ...auditee, organisation: { ...organisation, seniorManagement: null } } },
    errors: [
      {
        message: 'Not allowed',
        path: ['viewer', 'organisation', 'seniorManagement'],
        extensions: { code: 'FORBIDDEN' },
      },
    ],
  };

  test('HANDOVER-11 a link that names a position opens its nomination once, with its rules', async () => {
    const answers = { OrganisationPage: { data: { viewer } } };
    const { dialog, screen } = await openConsole('/O?nominate=CISO', organisationsGateway(answers));
    await expect.element(dialog(replacing.asks)).toBeVisible();
    expect(address()).toBe('/O');
    await dialog(replacing.asks).getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('NOM-1 the posts of one’s own organisation are in the page’s one request', async () => {
    const { calls } = await open({ path: '/O', answers: { OrganisationPage: { data: { viewer } } } });
    await expect.poll(() => holders()).toEqual(['Jane Doe 21', '–', 'Jane Doe 23']);
    expect(calls.map(({ variables }) => variables)).toMatchObject([{ seesPosts: true, welcome: true }]);
  });

  test('NOM-1 a browser that last showed an Auditee asks for the posts as soon as the role is known', async () => {
    const { screen, calls, router } = await openConsole(
      '/page-not-found',
      organisationsGateway({
        OrganisationPage: asked(({ variables }) => {
          const { seniorManagement, ...rest } = organisation;
          return { data: { viewer: { ...viewer, organisation: variables.seesPosts ? organisation : rest } } };
        }),
      }),
    );
    localStorage.setItem('console.posts', 'no');
    await router.navigate('/O');
    await expect.element(screen.getByRole('table', { name: table })).toBeVisible();
    await expect.poll(holders).toEqual(['Jane Doe 21', '–', 'Jane Doe 23']);
    expect(calls.map(({ variables }) => variables.seesPosts)).toEqual([false, true]);
    expect(localStorage.getItem('console.posts')).toBeNull();
  });

  test('NOM-1 the page opens in a browser that refuses storage', async () => {
    const methods = (['getItem', 'setItem', 'removeItem'] as const).map((method) => {
      const original = Storage.prototype[method] as (this: Storage, ...given: string[]) => string | null;
      return vi.spyOn(Storage.prototype, method).mockImplementation(function denied(this: Storage, ...given: string[]) {
        if (given[0] === 'console.posts') throw new DOMException('denied', 'SecurityError');
        return original.apply(this, given);
      });
    });
    const { screen } = await openConsole(
      '/O',
      organisationsGateway({ OrganisationPage: { data: { viewer: { ...viewer, organisation } } } }),
    );
    await expect.element(screen.getByRole('table', { name: table })).toBeVisible();
    for (const method of methods) method.mockRestore();
  });

  test('NOM-3 an Auditee sees no posts, hears of no error, and is asked for none once the role is known', async () => {
    const { screen, calls, router } = await openConsole(
      '/O',
      organisationsGateway({
        OrganisationPage: asked(({ variables }) =>
          variables.seesPosts ? refused : { data: { viewer: { ...auditee, organisation } } },
        ),
      }),
    );
    await expect.element(screen.getByText('1 Residency Road')).toBeVisible();
    await expect.element(screen.getByText(table)).not.toBeInTheDocument();
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
    expect(localStorage.getItem('console.posts')).toBe('no');
    await router.navigate('/page-not-found');
    await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await router.navigate('/O');
    await expect.element(screen.getByText('1 Residency Road')).toBeVisible();
    await expect.poll(() => calls.map(({ variables }) => variables.seesPosts)).toEqual([true, false]);
    await expect.element(screen.getByText(table)).not.toBeInTheDocument();
  });
});

describe('nominating', () => {
  test('NOM-4 NOM-9 MSG-23 an empty post and a user without one: a plain confirmation, and the table follows', async () => {
    const opened = await open({
      answers: {
        NominateToSeniorPostDialog_Nominate: asked((call) =>
          nominated(call, { CEO: '21', CTO: '31', CISO: '23' }, [personOf('31', cto)]),
        ),
      },
    });
    const asks = await choose(opened, `Nominate ${cto}`, 'Jane Doe 31 (jane31@demo.example)');
    await expect.element(asks.getByLabelText('Your own email *')).not.toBeInTheDocument();
    await asks.getByRole('button', { name: 'Nominate', exact: true }).click();
    await expect.element(opened.screen.getByText('Organisation User updated')).toBeVisible();
    await expect.poll(holders).toEqual(['Jane Doe 21', 'Jane Doe 31', 'Jane Doe 23']);
    await expect.element(opened.button(`Replace ${cto}`)).toBeVisible();
    expect(opened.sent()).toEqual([{ organisationId: '10', designationId: 'CTO', userId: '31' }]);
    expect(opened.names().filter((name) => name === 'OrganisationPage')).toHaveLength(1);
    await expect.element(opened.screen.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('NOM-4 without a user nothing is sent', async () => {
    const opened = await open();
    await opened.button(`Nominate ${cto}`).click();
    const asks = opened.dialog(`Nominate ${cto}?`);
    await asks.getByRole('button', { name: 'Nominate', exact: true }).click();
    await expect.element(asks.getByText('required', { exact: true })).toBeVisible();
    await expect.element(asks.getByRole('combobox', { name: 'User' })).toHaveFocus();
    expect(opened.sent()).toEqual([]);
  });

  test.for([
    ['in the table', personOf('23')],
    ['by their designation', personOf('39', ciso.toLowerCase())],
  ] as const)(
    'NOM-5 NOM-7 NOM-8 MSG-15 an empty post and a user who holds another (%s) is Assign, with one’s own email',
    async ([, person]) => {
      const opened = await open({
        answers: {
          useActiveUserSearch_Users: asked((call) => userChoices(call, [person])),
          NominateToSeniorPostDialog_Nominate: asked((call) => nominated(call, { CEO: '21', CTO: person.id })),
        },
      });
      const asks = await choose(opened, `Nominate ${cto}`, `${person.fullName} (${person.email})`, {
        title: `Assign ${cto}?`,
      });
      const assign = asks.getByRole('button', { name: 'Assign', exact: true });
      const email = asks.getByLabelText('Your own email *');
      await assign.click();
      await expect.element(asks.getByText('Please Enter the email')).toBeVisible();
      await expect.element(email).toHaveFocus();
      for (const wrong of ['nowhere', person.email]) {
        await email.fill(wrong);
        await assign.click();
        await expect.element(asks.getByText('Invalid Email Address')).toBeVisible();
      }
      expect(opened.sent()).toEqual([]);
      await email.fill(' Admin@demo.example ');
      await assign.click();
      await expect.element(opened.screen.getByText('Organisation User updated')).toBeVisible();
      expect(opened.sent()).toEqual([
        { organisationId: '10', designationId: 'CTO', userId: person.id, confirmEmail: 'Admin@demo.example' },
      ]);
      await expect.poll(holders).toEqual(['Jane Doe 21', person.fullName, '–']);
    },
  );

  test('NOM-6 NOM-12 NOM-13 the dialog names the CEO who is replaced, with the viewer’s own email, by another user than the holder', async () => {
    const opened = await open({
      answers: {
        useActiveUserSearch_Users: asked((call) => userChoices(call, [personOf('21', ceo), personOf('31')])),
        NominateToSeniorPostDialog_Nominate: asked((call) =>
          nominated(call, { CEO: '31', CISO: '23' }, [personOf('31', ceo), personOf('21')]),
        ),
      },
    });
    await opened.button(`Replace ${ceo}`).click();
    const asks = opened.dialog(`Replace Jane Doe 21 as ${ceo}?`);
    await asks.getByRole('combobox', { name: 'User' }).click();
    await expect.element(opened.screen.getByRole('option')).toHaveTextContent('Jane Doe 31 (jane31@demo.example)');
    await opened.screen.getByRole('option').click();
    await asks.getByLabelText('Your own email *').fill('admin@demo.example');
    await userEvent.keyboard('{Enter}');
    await expect.element(opened.screen.getByText('Organisation User updated')).toBeVisible();
    await expect.poll(holders).toEqual(['Jane Doe 31', '–', 'Jane Doe 23']);
    expect(opened.sent()).toEqual([
      { organisationId: '10', designationId: 'CEO', userId: '31', confirmEmail: 'admin@demo.example' },
    ]);
  });

  test('NOM-12 OPEN-39 the CEO takes no other post, for then there would be none', async () => {
    const opened = await open({
      answers: { useActiveUserSearch_Users: asked((call) => userChoices(call, [personOf('21', ceo)])) },
    });
    const asks = await choose(opened, `Nominate ${cto}`, 'Jane Doe 21 (jane21@demo.example)', {
      title: `Assign ${cto}?`,
    });
    await asks.getByLabelText('Your own email *').fill('admin@demo.example');
    await userEvent.keyboard('{Enter}');
    await expect.element(asks.getByText(/cannot be empty\. Nominate someone else for it first/)).toBeVisible();
    expect(opened.sent()).toEqual([]);
  });
});

describe('what the server knows better', () => {
  test('NOM-6 a post that another user has just filled requires the email, and shows its holder', async () => {
    let filled = false;
    const fields = [{ path: 'confirmEmail', message: 'Please Enter the email' }];
    const opened = await open({
      answers: {
        OrganisationPage: asked(() => ({
          data: {
            viewer,
            organisation: {
              ...organisation,
              id: '10',
              seniorManagement: posts({ CEO: '21', ...(filled && { CTO: '44' }) }),
            },
          },
        })),
        NominateToSeniorPostDialog_Nominate: asked((call) =>
          (call.variables.input as { confirmEmail?: string }).confirmEmail
            ? nominated(call, { CEO: '21', CTO: '31' })
            : failing('INVALID', 'Please Enter the email', { fields }),
        ),
      },
    });
    filled = true;
    const asks = await choose(opened, `Nominate ${cto}`, 'Jane Doe 31 (jane31@demo.example)');
    await asks.getByRole('button', { name: 'Nominate', exact: true }).click();
    const again = opened.dialog(`Replace Jane Doe 44 as ${cto}?`);
    await expect.element(again.getByText(/Jane Doe 44 loses this designation/)).toBeVisible();
    await again.getByLabelText('Your own email *').fill('admin@demo.example');
    await userEvent.keyboard('{Enter}');
    await expect.poll(holders).toEqual(['Jane Doe 21', 'Jane Doe 31', '–']);
  });

  test('NOM-11 OPEN-39 a refusal has a message in the dialog, and the posts are read again', async () => {
    const opened = await open({
      answers: { NominateToSeniorPostDialog_Nominate: failing('CONFLICT', 'There must be a CEO') },
    });
    const asks = await choose(opened, `Nominate ${cto}`, 'Jane Doe 31 (jane31@demo.example)');
    await asks.getByRole('button', { name: 'Nominate', exact: true }).click();
    await expect.element(asks.getByRole('alert')).toHaveTextContent('There must be a CEO');
    await expect.poll(() => opened.names().filter((name) => name === 'OrganisationPage').length).toBe(2);
  });
});

describe('choosing the user', () => {
  test('NOM-4 is searched for on the server, a bounded page at a time, after the typing', async () => {
    const many = Array.from({ length: 20 }, (_, index) => personOf(String(100 + index)));
    const opened = await open({
      answers: {
        useActiveUserSearch_Users: asked((call) =>
          call.variables.search
            ? userChoices({ ...call, variables: { id: '10' } }, [personOf('900')])
            : userChoices(call, many),
        ),
      },
    });
    await opened.button(`Nominate ${cto}`).click();
    const field = opened.dialog(`Nominate ${cto}?`).getByRole('combobox', { name: 'User' });
    await field.click();
    await expect.poll(() => opened.screen.getByRole('option').elements().length).toBe(20);
    // The clock is fake from here on, so that the debounce ends only while the test polls.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await userEvent.keyboard('finance');
    // A match of the server stays in the list although its label does not contain the typed text.
    await expect.element(opened.screen.getByRole('option')).toHaveTextContent('Jane Doe 900 (jane900@demo.example)');
    const searches = opened.calls
      .filter(({ name }) => name === 'useActiveUserSearch_Users')
      .map(({ variables }) => variables);
    expect(searches).toEqual([{ id: '10' }, { id: '10', search: 'finance' }]);
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('Jane Doe 900 (jane900@demo.example)');
  });

  test('NOM-4 a search without a hit says so, and one that failed can be tried again', async () => {
    let broken = true;
    const opened = await open({
      answers: {
        useActiveUserSearch_Users: asked((call) =>
          broken ? failing('UPSTREAM_BAD_RESPONSE', 'Request Failed') : userChoices(call),
        ),
      },
    });
    await opened.button(`Nominate ${cto}`).click();
    const asks = opened.dialog(`Nominate ${cto}?`);
    await expect.element(asks.getByRole('button', { name: 'Try again' })).toBeVisible();
    broken = false;
    await asks.getByRole('button', { name: 'Try again' }).click();
    await expect.element(asks.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    await asks.getByRole('combobox', { name: 'User' }).fill('nobody');
    await expect.element(opened.screen.getByText('No Matching Result').first()).toBeVisible();
  });

  test('NOM-4 nothing chosen is left when the dialog opens again, and Escape loses nothing', async () => {
    const opened = await open();
    const asks = await choose(opened, `Nominate ${cto}`, 'Jane Doe 31 (jane31@demo.example)');
    await userEvent.keyboard('{Escape}');
    await expect.element(asks).toBeVisible();
    await asks.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(asks).not.toBeInTheDocument();
    await opened.button(`Nominate ${cto}`).click();
    await expect.element(asks.getByRole('combobox', { name: 'User' })).toHaveValue('');
  });

  test('NOM-1 at 320 px the table scrolls in its frame and the dialog fits', async () => {
    await page.viewport(320, 700);
    try {
      const opened = await open();
      const asks = await choose(opened, `Replace ${ciso}`, 'Jane Doe 31 (jane31@demo.example)', replacing);
      const { left, right } = asks.element().getBoundingClientRect();
      expect([left >= 0, right <= 320]).toEqual([true, true]);
      await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    } finally {
      await page.viewport(1280, 800);
    }
  });
});
