import { describe, expect, test, vi } from 'vitest';
import { usersPage } from '../testing/lists.ts';
import { openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf } from '../testing/responses.ts';
import { configPasscodeSent, configSaved, organisationConfig } from '../testing/settings.ts';
import { termsIn, textsOf } from '../testing/texts.ts';

const open = async (answers: Answers = {}, config: object | null = {}, changes: object = {}) => {
  const opened = await openConsole(
    '/O/10?tab=config',
    gatewayOf({
      ConfigPage: asked((call) => organisationConfig(call, config, changes)),
      OrganisationUsersPage: asked((call) => usersPage(call, {}, { brandName: 'Other' })),
      ConfigForm_Update: asked(configSaved),
      PasscodesOnDialog_Send: configPasscodeSent,
      ...answers,
    }),
  );
  const { screen, calls } = opened;
  await expect.element(screen.getByRole('heading', { name: 'Other', level: 1 })).toBeVisible();
  return {
    ...opened,
    limit: screen.getByRole('textbox', { name: 'User limit' }),
    frequency: screen.getByRole('combobox', { name: /^Notification frequency/ }),
    toggle: (name: string) => screen.getByRole('switch', { name: new RegExp(`^${name}`) }),
    notice: screen.getByRole('dialog', { name: 'Update User Limit' }),
    sent: () => calls.filter(({ name }) => name === 'ConfigForm_Update').map(({ variables }) => variables.input),
  };
};

const edit = async (...args: Parameters<typeof open>) => {
  const opened = await open(...args);
  await opened.button('Edit').click();
  await expect.element(opened.frequency).toBeVisible();
  return opened;
};

const terms = () => termsIn(document);

describe('to read', () => {
  test('CONF-1 frequency, passcode and user limit, in one request', async () => {
    const { calls } = await open();
    await expect
      .poll(() => terms())
      .toEqual([
        ['Notification frequency', 'Weekly'],
        ['One-time passcode', 'Not required'],
        ['User limit', '25'],
      ]);
    expect(calls.map(({ name }) => name)).toEqual(['ConfigPage']);
  });

  test('CONF-1 CONF-3 unset values are shown as a dash, and an organisation without limit as No Limit', async () => {
    await open({}, { notificationFrequency: null, otpRequired: null, userLimit: null });
    await expect.poll(() => terms().map(([, value]) => value)).toEqual(['–Not given', '–Not given', 'No Limit']);
  });

  test('START-5 a large limit has its thousands grouped', async () => {
    await open({}, { userLimit: 1_000 });
    await expect.poll(() => terms()[2]).toEqual(['User limit', '1,000']);
  });

  test('CONF-7 who may not change it has no Edit', async () => {
    const { button } = await open({}, {}, { viewerCanEditConfig: false });
    await expect.poll(() => terms()).toHaveLength(3);
    await expect.element(button('Edit')).not.toBeInTheDocument();
  });

  test('CONF-1 a configuration that could not be loaded can be asked for again', async () => {
    let broken = true;
    const { screen, button } = await open({
      ConfigPage: asked((call) =>
        broken
          ? {
              ...organisationConfig(call, null),
              errors: [{ message: 'Request Failed', path: ['organisation', 'config'] }],
            }
          : organisationConfig(call),
      ),
    });
    await expect.element(screen.getByText('The configuration could not be loaded')).toBeVisible();
    broken = false;
    await button('Try again').click();
    await expect.poll(terms).toHaveLength(3);
  });
});

describe('to change', () => {
  test('CONF-2 the frequencies are the server’s', async () => {
    const { screen, frequency } = await edit();
    await expect.element(frequency).toHaveValue('Weekly');
    await frequency.click();
    await expect.poll(() => textsOf(screen.getByRole('option'))).toEqual(['Daily', 'Weekly']);
  });

  test('CONF-5 FRAME-4 only what was changed is sent, so that the changes of others stay', async () => {
    const { limit, button, sent } = await edit({}, { notificationFrequency: null });
    await limit.fill('30');
    await button('Save').click();
    await expect.poll(sent).toEqual([{ organisationId: '10', userLimit: 30 }]);
  });

  test('REALUSE-18 the time zone of the browser is proposed while the organisation has UTC', async () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: 'Asia/Tokyo' } as never);
    const { button, sent } = await edit({}, { timeZone: 'UTC' });
    await button('Use Asia/Tokyo').click();
    await expect.element(button('Use Asia/Tokyo')).not.toBeInTheDocument();
    await button('Save').click();
    await expect.poll(sent).toEqual([{ organisationId: '10', timeZone: 'Asia/Tokyo' }]);
    vi.restoreAllMocks();
  });

  test('CONF-2 a frequency that no list knows can be kept', async () => {
    const { frequency, button, sent } = await edit({}, { notificationFrequency: 'Yearly' });
    await expect.element(frequency).toHaveValue('Yearly');
    await button('Save').click();
    await expect.poll(sent).toEqual([{ organisationId: '10' }]);
  });

  test('CONF-5 MSG-25 saving says Organisation Configuration and shows what was saved', async () => {
    const { screen, frequency, toggle, limit, button, sent } = await edit();
    await frequency.fill('Daily');
    await screen.getByRole('option', { name: 'Daily' }).click();
    await toggle('One-time passcode required').click();
    await limit.fill(' 30 ');
    await button('Save').click();
    await screen.getByRole('textbox', { name: 'Passcode' }).fill('k7qx');
    await button('Turn on').click();
    await expect.element(screen.getByText('Organisation Configuration')).toBeVisible();
    await expect.element(button('Edit')).toBeVisible();
    expect(sent()).toEqual([
      { organisationId: '10', notificationFrequency: 'daily', otpRequired: true, userLimit: 30, passcode: 'k7qx' },
    ]);
    await expect.poll(() => terms().map(([, value]) => value)).toEqual(['Daily', 'Required', '30']);
  });

  test('CONF-5 GQL-6 the limit of the user list follows at once', async () => {
    let waits = false;
    const { screen, limit, button } = await edit({
      OrganisationUsersPage: asked((call) =>
        waits ? new Promise(() => {}) : usersPage(call, {}, { brandName: 'Other' }),
      ),
    });
    const user = screen.getByRole('navigation', { name: 'Organisation sections' }).getByRole('link', { name: 'User' });
    await button('Cancel').click();
    await user.click();
    await expect.element(screen.getByRole('searchbox')).toBeVisible();
    await screen.getByRole('link', { name: 'Configuration' }).click();
    await button('Edit').click();
    await limit.fill('40');
    await button('Save').click();
    await expect.element(screen.getByText('Organisation Configuration')).toBeVisible();
    await expect.element(button('Edit')).toBeVisible();
    waits = true;
    await user.click();
    await expect.element(screen.getByRole('searchbox')).toBeVisible();
    const counters = [...document.querySelectorAll('main p')].map(({ textContent }) => textContent);
    expect(counters.filter((text) => text.startsWith('User Limit'))).toEqual(['User Limit: 40']);
  });

  test.for(['01'])('CONF-3 OPEN-47 %s is not a valid limit: the field says so and nothing is sent', async (typed) => {
    const { screen, limit, button, sent } = await edit();
    await limit.fill(typed);
    await button('Save').click();
    await expect.element(screen.getByText('must be a whole number of 1 or more')).toBeVisible();
    await expect.element(limit).toHaveFocus();
    await expect.element(limit).toHaveValue(typed);
    expect(sent()).toEqual([]);
  });

  test('CONF-3 MSG-13 an empty limit is required, unless No Limit is chosen', async () => {
    const { screen, limit, toggle, button, sent } = await edit();
    await limit.fill('');
    await button('Save').click();
    await expect.element(screen.getByText('required', { exact: true })).toBeVisible();
    await toggle('No Limit').click();
    await expect.element(limit).not.toBeInTheDocument();
    await button('Save').click();
    await expect.poll(sent).toMatchObject([{ userLimit: null }]);
    await expect.poll(() => terms()[2]).toEqual(['User limit', 'No Limit']);
  });

  test('CONF-3 an organisation without a limit gets one', async () => {
    const { limit, toggle, button, sent } = await edit({}, { userLimit: null });
    await expect.element(toggle('No Limit')).toBeChecked();
    await toggle('No Limit').click();
    await limit.fill('5');
    await button('Save').click();
    await expect.poll(sent).toMatchObject([{ userLimit: 5 }]);
  });

  test('CONF-4 MSG-16 below the active users: Update User Limit, and nothing is sent', async () => {
    const { limit, button, notice, sent } = await edit();
    await limit.fill('4');
    await button('Save').click();
    await expect.element(notice.getByText(/has 5 active users/)).toBeVisible();
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect.element(notice).not.toBeInTheDocument();
    await expect.element(limit).toHaveValue('4');
    expect(sent()).toEqual([]);
  });

  test('CONF-4 MSG-16 what only the server knows is the same dialog, and no toast', async () => {
    const refused = failing('USER_LIMIT_TOO_LOW', 'Update User Limit', {
      fields: [{ path: 'userLimit', message: 'is below the number of active users' }],
    });
    const { screen, limit, button, notice } = await edit({ ConfigForm_Update: refused }, {}, { activeUserCount: null });
    await limit.fill('4');
    await button('Save').click();
    await expect.element(notice).toBeVisible();
    await expect.element(screen.getByText('Request-ID')).not.toBeInTheDocument();
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect.element(limit).toHaveValue('4');
  });

  test('CONF-6 MSG-18 a payload without the organisation is reported as Failed to update configuration', async () => {
    const { screen, limit, button } = await edit({
      ConfigForm_Update: failing('UPSTREAM_BAD_RESPONSE', 'Failed to update configuration'),
    });
    await limit.fill('30');
    await button('Save').click();
    await expect.element(screen.getByRole('alert').getByText('Failed to update configuration')).toBeVisible();
    await expect.element(limit).toHaveValue('30');
  });

  test('CONF-5 the server’s message appears at its field', async () => {
    const refused = failing('INVALID', 'user_limit is refused', {
      fields: [{ path: 'userLimit', message: 'is refused' }],
    });
    const { screen, limit, button } = await edit({ ConfigForm_Update: refused });
    await button('Save').click();
    await expect.element(screen.getByText('is refused', { exact: true })).toBeVisible();
    await expect.element(limit).toHaveFocus();
  });
});
