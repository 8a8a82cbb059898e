import { texts } from '@console/contract/rules';
import { describe, expect, test } from 'vitest';
import { openConsole } from '../testing/render.tsx';
import { type Answers, asked, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import type { Call } from '../testing/script.ts';
import { ownSso, signInRulesOf } from '../testing/settings.ts';
import { type PanelSignInRules, signInRulesChecks } from './signInRulesValues.ts';

type Input = { sessionMinutes: number | null };

/** The response to the mutation, with the length that was sent. */
const saved = ({ variables }: Call) => {
  const signInRules = signInRulesOf('7', (variables.input as Input).sessionMinutes);
  return {
    data: {
      updateSignInRules: {
        __typename: 'UpdateSignInRulesPayload',
        signInRules,
        organisation: {
          __typename: 'Organisation',
          id: '7',
          viewerCanActivateSso: true,
          activeUserCount: 3,
          signInRules,
        },
      },
    },
  };
};

const open = async (sessionMinutes: number | null, more: object = {}, answers: Answers = {}) => {
  const opened = await openConsole(
    '/S/rules',
    gatewayOf({
      SignInRulesPage: ownSso({ signInRules: signInRulesOf('7', sessionMinutes), ...more }),
      OrganisationPage: pageOf(viewer),
      SignInRulesForm_Update: asked(saved),
      ...answers,
    }),
  );
  const { screen, calls, dialog } = opened;
  await expect.element(screen.getByRole('heading', { name: 'Sign-in', level: 1 })).toBeVisible();
  return {
    ...opened,
    sent: () => calls.filter(({ name }) => name === 'SignInRulesForm_Update').map(({ variables }) => variables.input),
    length: screen.getByRole('combobox', { name: 'Sessions end after' }),
    asking: dialog('Change the sign-in rules?'),
  };
};

const edit = async (...args: Parameters<typeof open>) => {
  const opened = await open(...args);
  const { screen, button, length, asking } = opened;
  await button('Edit the sign-in rules').click();
  const choose = async (name: string) => {
    await length.click();
    await screen.getByRole('option', { name, exact: true }).click();
  };
  const confirm = async () => {
    await button('Save').click();
    await asking
      .getByLabelText(/password/i)
      .first()
      .fill('Welcome#2026');
    await asking.getByRole('button', { name: 'Change' }).click();
  };
  return { ...opened, choose, confirm };
};

describe('to read', () => {
  test('RULES-1 the length is shown in words, with and without single sign-on', async () => {
    const { screen } = await open(90, { sso: null, viewerCanEditSso: false });
    await expect.element(screen.getByText('1 hour 30 minutes')).toBeVisible();
  });

  test('RULES-1 a viewer without the permission can read the rules', async () => {
    const { screen, button } = await open(null, { viewerCanActivateSso: false });
    await expect.element(screen.getByText('12 hours')).toBeVisible();
    await expect.element(button('Edit the sign-in rules')).not.toBeInTheDocument();
  });

  test('RULES-5 there is no tab if the product API has no rules, and its address is not found', async () => {
    const none = ownSso({ signInRules: null });
    const { screen, router } = await openConsole('/S', gatewayOf({ SsoPage: none, SignInRulesPage: none }));
    await expect.element(screen.getByText('client-1')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Rules and IP addresses' })).not.toBeInTheDocument();
    await router.navigate('/S/rules');
    await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  });
});

describe('to set', () => {
  test('RULES-2 RULES-4 a shorter length is saved with the password, after the effect was shown', async () => {
    const { choose, confirm, button, asking, screen, sent } = await edit(null);
    await choose('4 hours');
    await button('Save').click();
    await expect.element(asking.getByText(/Sessions older than 4 hours end immediately/)).toBeVisible();
    await expect.element(asking.getByText(/If yours is one of them, you must sign in again/)).toBeVisible();
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await confirm();
    await expect.element(screen.getByText('Sign-in rules updated')).toBeVisible();
    expect(sent()).toEqual([{ organisationId: '7', sessionMinutes: 240, currentPassword: 'Welcome#2026' }]);
    await expect.element(screen.getByText('4 hours')).toBeVisible();
  });

  test('RULES-2 a longer length applies to new sessions, and the default is the maximum of the operator', async () => {
    const { choose, confirm, button, asking, screen, sent } = await edit(60);
    await choose('12 hours (maximum)');
    await button('Save').click();
    await expect.element(asking.getByText(/Current sessions are not affected/)).toBeVisible();
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await confirm();
    await expect.element(screen.getByText('Sign-in rules updated')).toBeVisible();
    expect(sent()).toMatchObject([{ sessionMinutes: null }]);
  });

  test('RULES-2 a custom length is entered in hours and minutes, and rejected outside the range', async () => {
    const { choose, confirm, button, screen, sent } = await edit(null);
    await choose('Custom');
    const [hours, minutes] = ['Hours', 'Minutes'].map((name) => screen.getByRole('textbox', { name }));
    const problem = screen.getByText('must be between 15 minutes and 12 hours').first();
    for (const [typedHours, typedMinutes] of [
      ['', '30'],
      ['0', '14'],
      ['12', '1'],
      ['x', '30'],
    ] as const) {
      await hours?.fill(typedHours);
      await minutes?.fill(typedMinutes);
      await button('Save').click();
      await expect.element(problem).toBeVisible();
    }
    await hours?.fill('1');
    await minutes?.fill('45');
    await confirm();
    await expect.element(screen.getByText('1 hour 45 minutes')).toBeVisible();
    expect(sent()).toMatchObject([{ sessionMinutes: 105 }]);
  });

  test('RULES-2 an empty length is an error at its field', () => {
    const checks = signInRulesChecks(signInRulesOf('7') as unknown as PanelSignInRules);
    expect([checks.sessionMinutes(''), checks.sessionMinutes(null)]).toEqual([
      texts.field.required,
      texts.field.required,
    ]);
  });

  test('RULES-2 an unchanged length is not sent, and a rejection is shown at its field', async () => {
    const fields = [{ path: 'sessionMinutes', code: 'INVALID', message: 'must be from 15 minutes to 2 hours' }];
    const refused = {
      errors: [
        { message: 'Invalid', path: ['updateSignInRules'], extensions: { code: 'INVALID', fields, saved: 'NOTHING' } },
      ],
    };
    const { choose, confirm, button, screen, sent, asking } = await edit(
      60,
      {},
      { SignInRulesForm_Update: asked(() => ({ data: null, ...refused })) },
    );
    await button('Save').click();
    await expect.element(button('Edit the sign-in rules')).toBeVisible();
    expect(sent()).toEqual([]);
    await button('Edit the sign-in rules').click();
    await choose('8 hours');
    await confirm();
    await expect.element(screen.getByText('must be from 15 minutes to 2 hours').first()).toBeVisible();
    await expect.element(asking).not.toBeInTheDocument();
  });
});

describe('the required second factor', () => {
  const factor = (screen: Awaited<ReturnType<typeof edit>>['screen']) =>
    screen.getByRole('checkbox', { name: 'Require a second factor' });

  test('FACTOR-15 the confirmation says how many active users have no factor, and only this rule is sent', async () => {
    const { screen, button, asking, confirm, sent } = await edit(null);
    await factor(screen).click();
    await button('Save').click();
    await expect
      .element(asking.getByText('12 active users have no second factor yet.', { exact: false }))
      .toBeVisible();
    await expect.element(asking.getByText('have 14 days to set it up', { exact: false })).toBeVisible();
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await confirm();
    await expect.poll(sent).toEqual([{ organisationId: '7', factorRequired: true, currentPassword: 'Welcome#2026' }]);
  });

  test('REALUSE-28 a required factor is shown with its deadline, when it takes effect, and how many users have one', async () => {
    const signInRules = { ...signInRulesOf('7'), factorRequired: true, usersWithoutFactor: 85 };
    const { screen } = await open(null, { signInRules, activeUserCount: 87 });
    await expect.element(screen.getByText('2 of 87 have one')).toBeVisible();
    await expect.element(screen.getByText(/^14 days after it became required\./)).toBeVisible();
    await expect.element(screen.getByText(/open sessions need it for their next page/)).toBeVisible();
  });

  test('FACTOR-15 the rule is shown as required, and the form says that the provider is responsible for its sign-ins', async () => {
    const { screen, button } = await open(null, { signInRules: { ...signInRulesOf('7'), factorRequired: true } });
    await expect.element(screen.getByText('Required, except for single sign-on')).toBeVisible();
    await button('Edit the sign-in rules').click();
    await expect.element(factor(screen)).toBeChecked();
    await expect.element(screen.getByText('the provider’s responsibility', { exact: false })).toBeVisible();
  });
});
