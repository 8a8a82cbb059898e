import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { userOf } from '../testing/lists.ts';
import { profileOf } from '../testing/profile.ts';
import { openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, viewer } from '../testing/responses.ts';
import { factorsOf, securityOf, sessionOf } from '../testing/security.ts';

const codes = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCCC-000${index}`);
const setup = { __typename: 'SetUpAuthenticatorAppPayload', setupId: '7', secret: 'ABCDEFGH', uri: 'otpauth://totp/x' };

const open = async (left: number | null, answers: Answers = {}) => {
  const security = securityOf([sessionOf('1', { isCurrent: true })], [], factorsOf(left));
  const own = profileOf({ security, viewerCanEndSessions: true });
  const opened = await openConsole('/profile?tab=security', gatewayOf({ ProfilePage: own, ...answers }));
  const { screen, calls } = opened;
  const dialog = screen.getByRole('dialog');
  const confirm = async (name: string) => {
    await dialog.getByLabelText('Password *').fill('Welcome#2026');
    await dialog.getByRole('button', { name, exact: true }).click();
  };
  const sent = (name: string) => calls.filter((call) => call.name === name).map(({ variables }) => variables);
  return { ...opened, confirm, sent };
};

test('FACTOR-11 LOOK-14 an app is set up with password, QR code and key, then a code, and recovery codes that must be confirmed', async () => {
  const { screen, button, confirm, sent } = await open(null, {
    SetUpApp_Start: { data: { setUpAuthenticatorApp: setup } },
    SetUpAppDialog_Confirm: asked(({ variables }) =>
      (variables.input as { code: string }).code === '123456'
        ? {
            data: {
              confirmAuthenticatorApp: {
                __typename: 'ConfirmAuthenticatorAppPayload',
                recoveryCodes: codes,
                secondFactors: factorsOf(10),
              },
            },
          }
        : failing('TOKEN_INVALID', 'This setup has expired. Start again.'),
    ),
  });
  await expect.element(screen.getByText('Not set up')).toBeVisible();
  await button('Set up an authenticator app').click();
  await confirm('Continue');
  const code = screen.getByRole('img', { name: 'QR code for the authenticator app' });
  await expect.element(code).toBeVisible();
  // LOOK-14: the field fills its frame, so both have the same corners.
  const [inner, frame] = [code.element(), code.element().parentElement].map((box) => box?.getBoundingClientRect());
  expect(getComputedStyle(code.element().parentElement as Element).overflow).toBe('hidden');
  expect([frame?.width, frame?.height]).toEqual([(inner?.width ?? 0) + 2, (inner?.height ?? 0) + 2]);
  await expect.element(screen.getByRole('textbox', { name: 'Or type this key into the app' })).toHaveValue('ABCD EFGH');
  await expect.element(screen.getByRole('textbox', { name: 'Digit 1 of 6' })).toHaveFocus();
  await userEvent.keyboard('000000');
  await expect.element(screen.getByText('This setup has expired. Start again.')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Digit 1 of 6' })).toHaveFocus();
  await userEvent.keyboard('123456');
  await expect.element(screen.getByText(codes[9] ?? '')).toBeVisible();
  await expect.element(button('Done')).toBeDisabled();
  await screen.getByRole('checkbox', { name: 'I have stored these codes' }).click();
  await button('Done').click();
  await expect.element(screen.getByText('10 recovery codes are left.', { exact: false })).toBeVisible();
  expect(sent('SetUpApp_Start')).toEqual([{ input: { currentPassword: 'Welcome#2026' } }]);
});

test('FACTOR-11 new codes are shown once, and the app is removed after the password', async () => {
  const { screen, button, confirm } = await open(3, {
    AuthenticatorApp_Renew: {
      data: {
        renewRecoveryCodes: {
          __typename: 'RenewRecoveryCodesPayload',
          recoveryCodes: codes,
          secondFactors: factorsOf(10),
        },
      },
    },
    AuthenticatorApp_Remove: {
      data: {
        removeAuthenticatorApp: { __typename: 'RemoveAuthenticatorAppPayload', secondFactors: factorsOf(null) },
      },
    },
  });
  await expect.element(screen.getByText('3 recovery codes are left.', { exact: false })).toBeVisible();
  await button('Create new recovery codes').click();
  await confirm('Create new codes');
  await expect.element(screen.getByText(codes[0] ?? '')).toBeVisible();
  await screen.getByRole('checkbox', { name: 'I have stored these codes' }).click();
  await button('Done').click();
  await button('Remove the authenticator app').click();
  await confirm('Remove');
  await expect.element(screen.getByText('Not set up')).toBeVisible();
});

test('FACTOR-10 with a product API without second factors the console shows none', async () => {
  const own = profileOf({ security: securityOf([sessionOf('1', { isCurrent: true })]), viewerCanEndSessions: true });
  const { screen } = await openConsole('/profile?tab=security', gatewayOf({ ProfilePage: own }));
  await expect.element(screen.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Authenticator app' })).not.toBeInTheDocument();
});

test('FACTOR-13 a viewer who may end sessions of a user can reset their factors on the user page, with a password', async () => {
  const security = securityOf([sessionOf('1')], [], factorsOf(10));
  const user = userOf('5', { viewerCanEndSessions: true, duties: null });
  const section = { data: { user: { ...user, security } } };
  const { screen, calls } = await openConsole(
    '/U/5/view',
    gatewayOf({
      UserPage: { data: { viewer, user } },
      UserPageDetails: section,
      ResetFactorsButton_Reset: {
        data: { resetSecondFactors: { __typename: 'ResetSecondFactorsPayload', secondFactors: factorsOf(null) } },
      },
    }),
  );
  await screen.getByRole('button', { name: 'Reset second factors' }).click();
  await screen.getByRole('dialog').getByLabelText('Password *').fill('Welcome#2026');
  await screen.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
  await expect.element(screen.getByText('Second factors reset')).toBeVisible();
  const sent = calls.filter(({ name }) => name === 'ResetFactorsButton_Reset').map(({ variables }) => variables);
  expect(sent).toEqual([{ input: { userId: '5', currentPassword: 'Welcome#2026' } }]);
});
