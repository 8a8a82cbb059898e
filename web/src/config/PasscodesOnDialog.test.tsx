import { expect, test } from 'vitest';
import { openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf } from '../testing/responses.ts';
import { configPasscodeSent, configSaved, organisationConfig } from '../testing/settings.ts';

const switchOn = async (answers: Answers = {}, config: object = {}, changes: object = {}) => {
  const opened = await openConsole(
    '/O/10?tab=config',
    gatewayOf({
      ConfigPage: asked((call) => organisationConfig(call, config, changes)),
      ConfigForm_Update: asked(configSaved),
      PasscodesOnDialog_Send: configPasscodeSent,
      ...answers,
    }),
  );
  const { screen, button, calls } = opened;
  await button('Edit').click();
  await screen.getByRole('switch', { name: /^One-time passcode/ }).click();
  await button('Save').click();
  const namesOf = (name: string) => calls.filter((call) => call.name === name);
  return {
    ...opened,
    dialog: screen.getByRole('dialog', { name: /^Turn on passcodes/ }),
    passcode: screen.getByRole('textbox', { name: 'Passcode' }),
    sent: () => namesOf('ConfigForm_Update').map(({ variables }) => variables.input),
    mailed: () => namesOf('PasscodesOnDialog_Send').map(({ variables }) => variables.input),
  };
};

test('START-7 switching passcodes on says how many people it concerns, and takes the passcode that was just mailed', async () => {
  const { screen, dialog, passcode, button, sent, mailed } = await switchOn();
  await expect.element(screen.getByRole('dialog', { name: 'Turn on passcodes for 5 users?' })).toBeVisible();
  await expect.element(dialog.getByText('An email to admin@demo.example is queued')).toBeVisible();
  await expect.element(passcode).toHaveFocus();
  expect([mailed(), sent()]).toEqual([[{ organisationId: '10' }], []]);
  await button('Turn on').click();
  await expect.element(passcode).toHaveAccessibleDescription(/required/);
  expect(sent()).toEqual([]);
  await passcode.fill(' k7qx ');
  await button('Turn on').click();
  await expect.element(screen.getByText('Organisation Configuration')).toBeVisible();
  expect(sent()).toMatchObject([{ otpRequired: true, passcode: 'k7qx' }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('START-7 a wrong passcode is said at its field and stays to be corrected; Cancel saves nothing and keeps the form', async () => {
  const refused = failing('INVALID', 'passcode is not valid', {
    fields: [{ path: 'passcode', message: 'is not valid. Use the passcode from the latest email.' }],
  });
  const { screen, dialog, passcode, button, sent } = await switchOn({ ConfigForm_Update: refused });
  await passcode.fill('2222');
  await button('Turn on').click();
  await expect.element(passcode).toHaveAccessibleDescription(/is not valid. Use the passcode from the latest email./);
  await expect.element(passcode).toHaveValue('2222');
  await expect.element(passcode).toHaveFocus();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole('switch', { name: /^One-time passcode/ })).toBeChecked();
  expect(sent()).toHaveLength(1);
});

test('START-7 a passcode that was mailed a moment ago can be entered, and another one sent later', async () => {
  const limited = failing('RATE_LIMITED', 'Too many attempts. Try again in 20 seconds.', { retryAfter: 20 });
  const { screen, dialog, passcode, button, sent } = await switchOn({ PasscodesOnDialog_Send: limited });
  await expect.element(dialog.getByText('A passcode was already sent')).toBeVisible();
  await expect.element(dialog.getByText(/You can send a new passcode in \d+ s/)).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await passcode.fill('K7QX');
  await button('Turn on').click();
  await expect.poll(sent).toMatchObject([{ passcode: 'K7QX' }]);
});

test('START-7 where no passcode is needed there is a plain question', async () => {
  const config = { otpRequiredNeedsPasscode: false };
  const { screen, passcode, button, sent, mailed } = await switchOn({}, config, { activeUserCount: null });
  await expect.element(screen.getByRole('dialog', { name: 'Turn on passcodes?' })).toBeVisible();
  await expect.element(passcode).not.toBeInTheDocument();
  await button('Turn on').click();
  await expect.poll(sent).toMatchObject([{ otpRequired: true }]);
  expect([mailed(), sent()[0]]).toEqual([[], expect.not.objectContaining({ passcode: expect.anything() })]);
});

test('START-7 switching passcodes off, or leaving them on, asks nothing', async () => {
  const { dialog, sent } = await switchOn({}, { otpRequired: true });
  await expect.poll(sent).toMatchObject([{ otpRequired: false }]);
  await expect.element(dialog).not.toBeInTheDocument();
});
