import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fillPerson, imageFile, pickImage } from '../testing/organisationForms.ts';
import { storedKeys } from '../testing/render.tsx';
import { failing } from '../testing/responses.ts';
import { textsOf } from '../testing/texts.ts';
import { ceo, field, onStep, open, reload, toOrganiser, toSeniors } from '../testing/wizard.ts';
import { formatMoment } from '../ui/values/format.ts';

// The viewport shows a whole step, so that nothing has to be scrolled.
beforeEach(() => page.viewport(1280, 2200));
afterEach(() => page.viewport(1280, 800));

test('START-42 closing or reloading the tab asks nothing while what was typed is stored, and asks where it cannot be', async () => {
  const opened = await open();
  await toOrganiser(opened);
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  expect(Object.values(sessionStorage).join()).toContain('Acme');
  const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(isAsked()).toBe(true);
  blocked.mockRestore();
});

test('WIZ-11 OPEN-40 FRAME-6 after a reload the wizard has the same attempt, its first step lost its tick, and the shown step asks for the files', async () => {
  const first = await open({ useOrganisationWizardSubmit_Create: failing('UPSTREAM_TIMEOUT', 'Request Failed') });
  await toSeniors(first, ceo);
  await first.press('Create organisation');
  await expect.element(page.getByRole('alert').getByText('Request Failed')).toBeVisible();
  expect(first.sent()).toHaveLength(1);
  await expect.poll(() => Object.values(sessionStorage).join()).toContain('grace@acme.example');
  expect(storedKeys().sort()).toEqual(['console.draft:1,%2FO%2Fcreate,wizard', 'console.unanswered']);
  const second = await reload(first);
  await expect
    .element(page.getByText('Your unsaved changes were restored, except the logo and icon. Choose them again.'))
    .toBeVisible();
  await onStep('Step 3 of 3: Senior management');
  await expect.poll(() => page.getByText('must be selected again').elements()).toHaveLength(2);
  await expect.element(page.getByRole('img', { name: 'Incomplete' })).toBeVisible();
  await second.press('Create organisation');
  await expect.poll(() => page.getByText('required', { exact: true }).elements().length).toBe(2);
  await expect.element(page.getByRole('button', { name: 'Logo: Choose File' })).toHaveFocus();
  await pickImage('Logo', imageFile('logo.png'));
  await pickImage('Icon', imageFile('icon.png'));
  await expect.element(page.getByRole('img', { name: 'Incomplete' })).not.toBeInTheDocument();
  await second.press('Create organisation');
  await expect.poll(() => second.sent().length).toBe(1);
  const attempts = [first, second].map(
    (opened) => opened.sent()[0]?.variables.input as { attempt: string } | undefined,
  );
  expect(attempts[0]?.attempt).toBeTruthy();
  expect(attempts[1]?.attempt).toBe(attempts[0]?.attempt);
});

test('WIZ-18 a reload returns to the step, with the ticks of the completed steps', async () => {
  const first = await open();
  await toSeniors(first);
  await expect.poll(() => Object.values(sessionStorage).join()).toContain('"step":2');
  await reload(first);
  await onStep('Step 3 of 3: Senior management');
  await expect.poll(() => document.querySelectorAll('.mantine-Stepper-step[data-completed]').length).toBe(2);
  await expect.poll(() => document.querySelector('[aria-current=step]')?.textContent).toContain('Senior management');
});

test('WIZ-16 WIZ-12 a draft says when it was typed, however often it is reloaded, and Start over empties it', async () => {
  const first = await open();
  await field('Brand name').fill('Acme');
  await expect.poll(storedKeys).toHaveLength(1);
  const [key = ''] = storedKeys();
  const typed = Date.now() - 3_600_000;
  const stored = () => JSON.parse(sessionStorage.getItem(key) ?? '{}');
  const { at: _now, ...rest } = stored();
  await first.screen.unmount();
  sessionStorage.setItem(key, JSON.stringify({ ...rest, at: typed }));
  const second = await open();
  await expect.element(field('Brand name')).toHaveValue('Acme');
  await expect.poll(() => stored().at).toBe(typed);
  const third = await reload(second);
  await expect.element(page.getByText(`Draft from ${formatMoment(new Date(typed))}`)).toBeVisible();
  const { attempt } = rest.values;
  await third.press('Start over');
  await page.getByRole('dialog', { name: 'Start over?' }).getByRole('button', { name: 'Start over' }).click();
  await expect.element(field('Brand name')).toHaveValue('');
  await expect.element(page.getByText(/^Draft from/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Step 1 of 3: Organisation' })).toHaveFocus();
  expect(sessionStorage.getItem(key)).toBeNull();
  await field('Brand name').fill('Beta');
  await expect.poll(() => stored().values?.organisation.brandName).toBe('Beta');
  expect(stored().values.attempt).not.toBe(attempt);
});

test('WIZ-17 people of a draft are shown, and created in an organisation of another name only after a question', async () => {
  const first = await open();
  await toSeniors(first);
  await fillPerson(first.screen, 'Ada');
  await expect.poll(() => Object.values(sessionStorage).join()).toContain('ada@acme.example');
  const second = await reload(first);
  await expect.element(first.row(/CEO/).getByRole('textbox', { name: 'Email' })).toHaveValue('ada@acme.example');
  await page.getByRole('button', { name: /Incomplete/ }).click();
  await field('Brand name').fill('Beta');
  const third = await reload(second);
  await expect.element(field('Brand name')).toHaveValue('Beta');
  await pickImage('Logo', imageFile('logo.png'));
  await pickImage('Icon', imageFile('icon.png'));
  await third.press('Next');
  await third.press('Next');
  await third.press('Create organisation');
  const question = page.getByRole('dialog', { name: 'Create Beta with users from an earlier draft?' });
  await expect.element(question.getByText('These users were entered for Acme:')).toBeVisible();
  await expect
    .poll(() => textsOf(question.getByRole('listitem')))
    .toEqual(['Organiser: Grace Hopper (grace@acme.example)', 'CEO: Ada Hopper (ada@acme.example)']);
  expect(third.sent()).toHaveLength(0);
  await question.getByRole('button', { name: 'Create organisation' }).click();
  await expect.poll(() => third.sent().length).toBe(1);
});

test('WIZ-16 OPEN-40 what was sent before with other content can be started over', async () => {
  const opened = await open({
    useOrganisationWizardSubmit_Create: failing(
      'IDEMPOTENCY_CONFLICT',
      'This request was already sent with different content. Start again.',
    ),
  });
  await toSeniors(opened, ceo);
  await opened.press('Create organisation');
  await expect.element(page.getByRole('alert').getByText(/different content\. Start again/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Start over' })).toBeVisible();
});

test('UI-19 leaving needs a confirmation, and removes the draft', async () => {
  const { screen, press } = await open();
  await field('Brand name').fill('Acme');
  await press('Cancel');
  const question = screen.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Organisations', level: 1 })).toBeVisible();
  expect(storedKeys()).toHaveLength(0);
});
