import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fillOrganisation, fillPerson } from '../testing/organisationForms.ts';
import { ceo, field, onStep, open, openRow, reload, toOrganiser } from '../testing/wizard.ts';
import {
  newOrganisationValues,
  normaliseOnBlur,
  organisationErrors,
  organisationInputOf,
} from './organisationFormValues.ts';

// The viewport shows a whole step, so that nothing has to be scrolled.
beforeEach(() => page.viewport(1280, 2200));
afterEach(() => page.viewport(1280, 800));

const input = (name: string) => field(name).element() as HTMLInputElement;
const choice = (name: string | RegExp) => page.getByRole('combobox', { name });
const code = choice(/^Country code/);

test.for([
  ['website', ' demo.example ', 'https://demo.example'],
  ['website', 'www.demo.example:8443/a?b=@c', 'https://www.demo.example:8443/a?b=@c'],
  ['website', 'HTTP://demo.example', 'HTTP://demo.example'],
  ['emailDomains', '@Demo.example; demo.test\tdemo.example, @x.example', 'demo.example, demo.test, x.example'],
] as const)('START-29 %s %j is read as %j', ([name, typed, meant]) => {
  expect(normaliseOnBlur(name, typed)).toBe(meant);
  const values = { ...newOrganisationValues, [name]: typed };
  expect(organisationErrors(values)[`organisation.${name}`]).toBeUndefined();
  const sent = organisationInputOf(values)[name];
  expect(Array.isArray(sent) ? sent.join(', ') : sent).toBe(meant);
});

test.for([
  ['website', 'demo'],
  ['website', 'ada@demo.example'],
  ['website', 'ftp://demo.example'],
  ['website', 'https:/demo.example'],
  ['website', 'demo.example or so'],
  ['website', '1.5'],
  ['emailDomains', 'ada@demo.example'],
  ['emailDomains', 'demo'],
] as const)('START-29 ORG-15 ORG-17 %s %j stays as it was typed, with its error', ([name, typed]) => {
  expect(normaliseOnBlur(name, typed)).toBe(typed);
  expect(organisationErrors({ ...newOrganisationValues, [name]: typed })[`organisation.${name}`]).toMatch(/^must be/);
});

test('START-29 a website and email domains show what is meant once their field is left, and are sent so', async () => {
  const opened = await open();
  await fillOrganisation(opened.screen);
  await field('Email domains').fill('@Acme.example; acme.test');
  await field('Website').fill('www.acme.example');
  await expect.element(field('Email domains')).toHaveValue('acme.example, acme.test');
  await field('PIN').click();
  await expect.element(field('Website')).toHaveValue('https://www.acme.example');
  // Enter submits the form while the field keeps the focus.
  await field('Website').fill('acme.example');
  await userEvent.keyboard('{Enter}');
  await onStep('Step 2 of 3: Organiser');
  await fillPerson(opened.screen, 'Grace', { designation: ceo });
  await opened.press('Next');
  await opened.press('Create organisation');
  await expect
    .poll(() => opened.sent()[0]?.variables.input)
    .toMatchObject({
      organisation: { website: 'https://acme.example', emailDomains: ['acme.example', 'acme.test'] },
    });
});

test('START-30 the country code follows the country of the organisation, until a person chooses one', async () => {
  const opened = await open();
  await toOrganiser(opened);
  await expect.element(code).toHaveValue('Norway, Svalbard and Jan Mayen (+47)');
  await opened.press('Back');
  await choice('Country').fill('India');
  await opened.press('Next');
  await expect.element(code).toHaveValue('India (+91)');
  await code.fill('0047');
  await userEvent.keyboard('{Tab}');
  await expect.element(code).toHaveValue('Norway, Svalbard and Jan Mayen (+47)');
  await code.fill('91');
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveValue('India (+91)');
  await opened.press('Back');
  await choice('Country').fill('Norway');
  await opened.press('Next');
  await expect.element(code).toHaveValue('India (+91)');
  await fillPerson(opened.screen, 'Grace', { designation: ceo });
  await page.getByRole('textbox', { name: /^Mobile/ }).fill('98200');
  await opened.press('Next');
  await opened.press('Create organisation');
  await expect
    .poll(() => opened.sent()[0]?.variables.input)
    .toMatchObject({ organiser: { countryCode: '+91', mobile: '98200' } });
});

test('START-30 a chosen country code survives a reload, as does one that follows the country', async () => {
  const opened = await open();
  await toOrganiser(opened);
  await code.fill('91');
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveValue('India (+91)');
  const again = await reload(opened);
  await expect.element(code).toHaveValue('India (+91)');
  await again.press('Back');
  await expect.element(choice('Country')).toHaveValue('Norway');
});

test('START-31 the organiser’s and the CEO’s own email is proposed as their supervisor’s, and follows until another is typed', async () => {
  const opened = await open();
  await toOrganiser(opened);
  const supervisor = field('Supervisor');
  await field('Email').fill('grace@acme.example');
  await userEvent.keyboard('{Tab}');
  await expect.element(supervisor).toHaveValue('grace@acme.example');
  await field('Email').fill('ada@acme.example');
  await userEvent.keyboard('{Tab}');
  await expect.element(supervisor).toHaveValue('ada@acme.example');
  await field('Email').fill('');
  await userEvent.keyboard('{Tab}');
  await expect.element(supervisor).toHaveValue('');
  await supervisor.fill('boss@acme.example');
  await field('Email').fill('grace@acme.example');
  await userEvent.keyboard('{Tab}');
  expect(input('Supervisor').value).toBe('boss@acme.example');
  await fillPerson(opened.screen, 'Grace', { designation: 'Manager' });
  await opened.press('Next');
  await openRow(opened, ceo);
  await field('Email').fill('eve@acme.example');
  await userEvent.keyboard('{Tab}');
  await expect.element(field('Supervisor')).toHaveValue('eve@acme.example');
});

test('START-90 Supervisor clicked straight after the email was typed gets no proposal, nor does one that a person emptied', async () => {
  const opened = await open();
  await toOrganiser(opened);
  const supervisor = field('Supervisor');
  await field('Email').fill('cara@x.example');
  await supervisor.click();
  await userEvent.keyboard('boss@x.example');
  await expect.element(supervisor).toHaveValue('boss@x.example');
  await supervisor.fill('');
  await field('Email').fill('eve@x.example');
  await field('First name').click();
  await expect.element(field('First name')).toHaveFocus();
  await expect.element(supervisor).toHaveValue('');
  // A typed value is no longer replaced by proposals, even if it equals the proposed one.
  await supervisor.fill('eve@x.example');
  await field('Email').fill('ada@x.example');
  await field('First name').click();
  await expect.element(supervisor).toHaveValue('eve@x.example');
});

test('START-33 START-34 the Summary names the roles, and one that reaches all organisations is asked for once more', async () => {
  const opened = await open();
  await toOrganiser(opened);
  await fillPerson(opened.screen, 'Grace', { designation: 'Manager' });
  const summary = () => [...document.querySelectorAll('dd')].map(({ textContent }) => textContent);
  await expect.poll(summary).toContain('Grace Hoppergrace@acme.exampleOrganiser');
  await choice('Role').fill('Administrator');
  await opened.press('Next');
  await openRow(opened, ceo);
  await fillPerson(opened.screen, 'Eve');
  await choice('Role').fill('Assessor');
  await expect.poll(summary).toContain('Eve Hoppereve@acme.exampleAssessor');
  await opened.press('Create organisation');
  const dialog = page.getByRole('dialog', { name: 'Assign the role Administrator to Grace Hopper?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(opened.sent()).toEqual([]);
  await opened.press('Create organisation');
  await dialog.getByRole('button', { name: 'Assign role' }).click();
  await expect.poll(() => opened.sent().length).toBe(1);
});
