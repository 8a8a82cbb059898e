import { personFields } from '@console/contract/fields/person-fields';
import { texts } from '@console/contract/rules';
import { Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderAlone } from '../../testing/render.tsx';
import { FormActions } from './FormActions.tsx';
import { InvalidFieldsContext } from './InvalidFieldLinks.tsx';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';
import { tooLongMessage } from './textLength.ts';
import { formDefaults, useInvalidFields } from './useInvalidFields.tsx';

function Counted({ first = '', readOnly = false }: { first?: string; readOnly?: boolean }) {
  const [text, setText] = useState(first);
  const change = (event: { currentTarget: HTMLInputElement }) => setText(event.currentTarget.value);
  return (
    <TextField
      label="First name"
      description="As in the passport"
      maxLength={50}
      value={text}
      onChange={change}
      readOnly={readOnly}
    />
  );
}

const noChange = () => {};

/** The description that a screen reader adds to a field's name. */
const describes = (field: Element): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(/\s+/)
    .map((id) => document.getElementById(id)?.textContent ?? `nothing has the id ${id}`)
    .join(' | ');

test('UI-14 UI-15 MSG-13 a required field has a marker, another one says Optional, one that is only read neither', async () => {
  const { screen } = await renderAlone(
    <>
      <TextField label="Email" required onChange={noChange} />
      <TextField label="Mobile" onChange={noChange} />
      <TextField label="Organisation" readOnly />
    </>,
  );
  const email = screen.getByRole('textbox', { name: 'Email', exact: true });
  await expect.element(email).toBeRequired();
  await expect.element(screen.getByText('Email *')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Mobile Optional', exact: true })).not.toBeRequired();
  await expect.element(screen.getByRole('textbox', { name: 'Organisation', exact: true })).toHaveAttribute('readonly');
  await expect.poll(() => screen.getByText('Optional', { exact: true }).elements()).toHaveLength(1);
});

test('UI-16 a message appears under its field, with an icon, and describes it', async () => {
  const { screen } = await renderAlone(
    <>
      <TextField label="Email" required onChange={noChange} error={texts.field.required} description="For signing in" />
      <PasswordField label="Password" required error={texts.password.required} autoComplete="new-password" />
    </>,
  );
  const email = screen.getByRole('textbox', { name: 'Email' });
  const message = screen.getByText('required', { exact: true });
  await expect.element(message).toBeVisible();
  await expect
    .poll(() => message.element().getBoundingClientRect().top)
    .toBeGreaterThan(email.element().getBoundingClientRect().bottom);
  await expect.poll(() => message.element().parentElement?.querySelector('svg')).not.toBeNull();
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');
  await expect.poll(() => describes(email.element())).toBe('required | For signing in');
  const password = screen.getByLabelText('Password *');
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  await expect.poll(() => describes(password.element())).toBe('Password is required');
});

test('UI-17 OPEN-62 a field with a maximum counts as the server does, and describes itself by it', async () => {
  const { screen } = await renderAlone(<Counted first="Jane" />);
  const field = screen.getByRole('textbox');
  await expect.element(screen.getByText('4 / 50 Characters')).toBeVisible();
  await expect.poll(() => describes(field.element())).toBe('As in the passport | 4 / 50 Characters');
  await field.fill('Jane Doe 👍!');
  await expect.element(screen.getByText('12 / 50 Characters')).toBeVisible();
});

test('UI-17 UI-16 a text that is too long stays, with a message', async () => {
  const { screen } = await renderAlone(<Counted />);
  const field = screen.getByRole('textbox');
  await field.fill('x'.repeat(personFields.firstname.maxLength + 2));
  await expect.element(screen.getByText('52 / 50 Characters')).toBeVisible();
  await expect.element(field).toHaveValue('x'.repeat(52));
  await expect.element(screen.getByText('must have at most 50 characters')).toBeVisible();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect([tooLongMessage('éé', 2), tooLongMessage('ééé', 2)]).toEqual([null, 'must have at most 2 characters']);
});

test('UI-17 the counter is read out once the typing has settled, not at each key', async () => {
  const { screen } = await renderAlone(<Counted />);
  vi.useFakeTimers({ shouldAdvanceTime: false });
  const status = screen.getByRole('status');
  await screen.getByRole('textbox').fill('Jane');
  await expect.poll(() => status.element().textContent, { interval: 0 }).toBe('50 characters left');
  vi.advanceTimersByTime(1_100);
  vi.useRealTimers();
  await expect.element(status).toHaveTextContent('46 characters left');
});

test('UI-17 the counter is in the row of the label', async () => {
  const { screen } = await renderAlone(<Counted />);
  const frame = (place: Element | null) => place?.getBoundingClientRect() ?? new DOMRect();
  const counter = () => frame(screen.getByText('0 / 50 Characters').element());
  const label = () => frame(document.querySelector('label'));
  const field = () => frame(screen.getByRole('textbox').element());
  const middle = ({ top, height }: DOMRect) => top + height / 2;
  await expect.poll(() => Math.abs(middle(counter()) - middle(label()))).toBeLessThan(4);
  await expect.poll(() => Math.abs(counter().right - field().right)).toBeLessThan(0.5);
});

test('UI-17 a field that is only read has no counter', async () => {
  const { screen } = await renderAlone(<Counted first="Jane" readOnly />);
  await expect.element(screen.getByRole('textbox')).toHaveValue('Jane');
  await expect.element(screen.getByText(/Characters/)).not.toBeInTheDocument();
});

test('UI-20 a password can be shown and hidden with the keyboard, by a button that says so', async () => {
  const { screen } = await renderAlone(<PasswordField label="Password" required autoComplete="new-password" />);
  const field = screen.getByLabelText('Password *');
  await expect.element(field).toHaveAttribute('type', 'password');
  await expect.element(field).toHaveAttribute('autocomplete', 'new-password');
  (field.element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Show password' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAttribute('type', 'text');
  await screen.getByRole('button', { name: 'Hide password' }).click();
  await expect.element(field).toHaveAttribute('type', 'password');
});

const required = (value: string) => (value ? null : texts.field.required);

function SmallForm({ onSave, busy = false, long = false }: { onSave: () => void; busy?: boolean; long?: boolean }) {
  const form = useForm({
    ...formDefaults,
    initialValues: { first: '', email: '', mobile: '' },
    validate: { first: required, email: required },
  });
  const invalid = useInvalidFields(form.errors);
  return (
    <form noValidate ref={invalid.ref} onSubmit={form.onSubmit(onSave, invalid.announce)}>
      <TextField label="Mobile" {...form.getInputProps('mobile')} />
      <TextField label="First name" required {...form.getInputProps('first')} />
      <TextField label="Email" required {...form.getInputProps('email')} />
      {long && <div style={{ height: 3_000 }} />}
      {invalid.summary}
      <FormActions submitLabel="Save" busy={busy} onCancel={() => {}} />
      <button type="button" onClick={() => invalid.announce({ mobile: 'is taken' })}>
        refuse
      </button>
    </form>
  );
}

test('REALUSE-22 UI-16 UI-20 MSG-13 a submit with faults focuses the first faulty field and reads all of them out', async () => {
  const save = vi.fn();
  const { screen } = await renderAlone(<SmallForm onSave={save} />);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'First name' })).toHaveFocus();
  const summary = screen.getByRole('alert');
  await expect
    .element(summary)
    .toHaveTextContent('2 fields need your attention. First name is required. Email is required.');
  expect(save).not.toHaveBeenCalled();
  await screen.getByRole('textbox', { name: 'First name' }).fill('Jane');
  await screen.getByRole('textbox', { name: 'Email' }).fill('jane@demo.example');
  await expect.element(screen.getByText('required', { exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(save).toHaveBeenCalledOnce();
  await screen.getByRole('button', { name: 'refuse' }).click();
  await expect.element(summary).toHaveTextContent('1 field needs your attention. Mobile is taken.');
  await expect.element(screen.getByRole('textbox', { name: /Mobile/ })).toHaveFocus();
});

const longNames = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh'];

function LongForm() {
  const form = useForm({
    ...formDefaults,
    initialValues: Object.fromEntries(longNames.map((name) => [name, ''])),
    validate: Object.fromEntries(longNames.map((name) => [name, required])),
  });
  const { ref, announce, summary, fields } = useInvalidFields(form.errors);
  return (
    <form noValidate ref={ref} onSubmit={form.onSubmit(() => {}, announce)}>
      {longNames.map((name) => (
        <section key={name} aria-label={`${name} part`} style={{ height: 300 }}>
          <TextField label={name === 'Second' ? 'First' : name} required {...form.getInputProps(name)} />
        </section>
      ))}
      {summary}
      <InvalidFieldsContext value={fields}>
        <FormActions submitLabel="Save" busy={false} />
      </InvalidFieldsContext>
    </form>
  );
}

test('START-40 a long form shows how many fields are invalid, with links to them, until they are corrected', async () => {
  const { screen } = await renderAlone(<LongForm />);
  await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Save' }).click();
  const all = screen.getByRole('navigation', { name: '7 fields need your attention' });
  await expect.element(all.getByText('7 fields need your attention')).toBeVisible();
  const labels = all
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);
  expect(labels).toEqual(['First part: First', 'Second part: First', ...longNames.slice(2)]);
  await expect.element(screen.getByRole('alert').getByText(/^7 fields need your attention/)).toBeInTheDocument();
  await all.getByRole('link', { name: 'Seventh' }).click();
  const seventh = screen.getByRole('textbox', { name: 'Seventh' });
  await expect.element(seventh).toHaveFocus();
  await expect
    .poll(() => all.element().getBoundingClientRect().top - seventh.element().getBoundingClientRect().bottom)
    .toBeGreaterThan(0);
  await seventh.fill('7');
  const six = screen.getByRole('navigation', { name: '6 fields need your attention' });
  await expect.element(six.getByRole('link', { name: 'Seventh' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  for (const name of longNames)
    await screen
      .getByRole('textbox', { name: name === 'Second' ? 'First' : name })
      .last()
      .fill('x');
  await screen.getByRole('textbox', { name: 'First' }).first().fill('x');
  await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument();
});

test('START-40 a short form has no links to its fields', async () => {
  const { screen } = await renderAlone(<SmallForm onSave={() => {}} />);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('alert')).toBeInTheDocument();
  await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument();
});

test('START-40 what is corrected leaves what screen readers find', async () => {
  const { screen } = await renderAlone(<SmallForm onSave={() => {}} />);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('alert').getByText(/^2 fields need your attention/)).toBeInTheDocument();
  await screen.getByRole('textbox', { name: 'First name' }).fill('Jane');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

function GroupForm() {
  const form = useForm({ ...formDefaults, initialValues: { roles: [] }, validate: { roles: () => 'required' } });
  const { ref, announce, summary } = useInvalidFields(form.errors);
  return (
    <form noValidate ref={ref} onSubmit={form.onSubmit(() => {}, announce)}>
      <Checkbox.Group label="Roles" required {...form.getInputProps('roles')}>
        <Checkbox value="ASSESSOR" label="Assessor" />
        <Checkbox value="AUDITEE" label="Auditee" />
      </Checkbox.Group>
      {summary}
      <FormActions submitLabel="Save" busy={false} />
    </form>
  );
}

test('REVIEW-64 a group of options is named without its options, and its first one has the focus', async () => {
  const { screen } = await renderAlone(<GroupForm />);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('1 field needs your attention. Roles are required.');
  await expect.element(screen.getByRole('checkbox', { name: 'Assessor' })).toHaveFocus();
});

test('UI-16 a fault shows on leaving the field, and not before', async () => {
  const { screen } = await renderAlone(<SmallForm onSave={() => {}} />);
  const first = screen.getByRole('textbox', { name: 'First name' });
  await first.click();
  await expect.element(screen.getByText('required', { exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByText('required', { exact: true })).toBeVisible();
});

test('UI-16 CASES-58 a message that appears on leaving a field moves nothing under a pressed mouse', async () => {
  const save = vi.fn();
  const { screen } = await renderAlone(<SmallForm onSave={save} />);
  await screen.getByRole('textbox', { name: 'Email' }).click();
  const button = screen.getByRole('button', { name: 'refuse' });
  const before = button.element().getBoundingClientRect().top;
  let atRelease = 0;
  button.element().addEventListener('mouseup', () => {
    atRelease = button.element().getBoundingClientRect().top;
  });
  // The pointer is at the upper edge: a message above the button would move it away from the pointer.
  await button.click({ position: { x: 5, y: 1 } });
  await expect.element(screen.getByText('required', { exact: true })).toBeVisible();
  expect(atRelease).toBe(before);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('1 field needs your attention. Mobile is taken.');
});

test('UI-19 a busy submit shows so and sends nothing more', async () => {
  const save = vi.fn();
  const { screen } = await renderAlone(<SmallForm onSave={save} busy />);
  const button = screen.getByRole('button', { name: 'Save' });
  await expect.element(button).toHaveAttribute('data-loading', 'true');
  await expect.element(button).toBeDisabled();
  (button.element() as HTMLButtonElement).click();
  expect(save).not.toHaveBeenCalled();
});

test('UI-20 the submit is at the left with Cancel to its right, and both stay in sight on a long form', async () => {
  const { screen } = await renderAlone(<SmallForm onSave={() => {}} long />);
  const frame = (name: string) => screen.getByRole('button', { name }).element().getBoundingClientRect();
  await expect.poll(() => frame('Cancel').left - frame('Save').right).toBeGreaterThan(0);
  await expect.poll(() => frame('Save').bottom).toBeLessThanOrEqual(window.innerHeight);
  await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThan(window.innerHeight);
  await expect.poll(() => getComputedStyle(document.documentElement).scrollPaddingBottom).toBe('80px');
});
