import { searchedPeople } from '@console/contract/testing/searches';
import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderAlone } from '../../testing/render.tsx';
import { Dropdown } from './Dropdown.tsx';

const departments = ['InfoSec', 'Legal', 'Finance'].map((label, index) => ({ value: String(index + 1), label }));
const many = Array.from({ length: 80 }, (_, index) => ({ value: String(index), label: `Country ${index}` }));
const grouped = [
  { value: 'b', label: 'Banking', group: 'Finance' },
  { value: 'h', label: 'Hospital', group: 'Health' },
  { value: 'i', label: 'Insurance', group: 'Finance' },
  { value: 'o', label: 'Other' },
];

type Some = Partial<Parameters<typeof Dropdown>[0]>;

function Held({
  first = null,
  onPick,
  ...props
}: Some & { first?: string | null; onPick: (value: string | null) => void }) {
  const [value, setValue] = useState(first);
  const change = (next: string | null) => {
    setValue(next);
    onPick(next);
  };
  return (
    <>
      <button type="button">before</button>
      <Dropdown label="Department" data={departments} required {...props} value={value} onChange={change} />
      <TextInput label="After" />
    </>
  );
}

const open = async (props: Some & { first?: string | null } = {}) => {
  const onPick = vi.fn<(value: string | null) => void>();
  const { screen } = await renderAlone(<Held {...props} onPick={onPick} />);
  const field = screen.getByRole('combobox', { name: 'Department' });
  await expect.element(field).toBeVisible();
  const list = screen.getByRole('listbox', { name: 'Department' });
  const options = () =>
    screen
      .getByRole('option')
      .elements()
      .map((option) => option.textContent);
  const active = () =>
    document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '')?.textContent;
  return { screen, field, list, options, active, onPick };
};

const tabInto = async () => {
  document.querySelector<HTMLElement>('button')?.focus();
  await userEvent.keyboard('{Tab}');
};

test('UI-7 opens on focus by the keyboard, with its options', async () => {
  const { field, list, options } = await open();
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await tabInto();
  await expect.element(field).toHaveFocus();
  await expect.element(list).toBeVisible();
  await expect.element(field).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => field.element().getAttribute('aria-controls')).toBe(list.element().id);
  await expect.poll(() => options()).toEqual(['InfoSec', 'Legal', 'Finance']);
});

test('START-35 a list that Tab opened is gone for a press on the field below it, which chooses nothing', async () => {
  const { screen, field, list, onPick } = await open();
  await tabInto();
  await expect.element(list).toBeVisible();
  const after = screen.getByRole('textbox', { name: 'After' });
  await after.click({ force: true });
  await expect.element(after).toHaveFocus();
  await expect.element(list).not.toBeInTheDocument();
  expect(onPick).not.toHaveBeenCalled();
  await field.click();
  await expect.element(list).toBeVisible();
  await screen.getByRole('option', { name: 'Legal' }).click();
  expect(onPick).toHaveBeenCalledExactlyOnceWith('2');
});

test('START-35 a list that a person typed in, went through or clicked for stays while the mouse moves', async () => {
  const { screen, field, list, onPick } = await open();
  await tabInto();
  await expect.element(list).toBeVisible();
  await userEvent.keyboard('leg');
  await screen.getByRole('option', { name: 'Legal' }).click();
  expect(onPick).toHaveBeenCalledExactlyOnceWith('2');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(list).toBeVisible();
  await screen.getByRole('option', { name: 'Finance' }).click();
  await expect.element(field).toHaveValue('Finance');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Tab}');
  await expect.element(list).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await screen.getByRole('option', { name: 'InfoSec' }).click();
  await expect.element(field).toHaveValue('InfoSec');
});

test('UI-7 opens on a click, and again after it was closed', async () => {
  const { field, list } = await open();
  await field.click();
  await expect.element(list).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  await field.click();
  await expect.element(list).toBeVisible();
});

test('UI-7 a choice closes the list, keeps the focus and does not open it again', async () => {
  const { screen, field, list, onPick } = await open();
  await field.click();
  await screen.getByRole('option', { name: 'Legal' }).click();
  expect(onPick).toHaveBeenCalledExactlyOnceWith('2');
  await expect.element(field).toHaveValue('Legal');
  await expect.element(field).toHaveFocus();
  await expect.element(list).not.toBeInTheDocument();
});

test('UI-7 stays closed when the window gets the focus back', async () => {
  const { field, list } = await open();
  await field.click();
  await userEvent.keyboard('{Escape}');
  const input = field.element();
  // When the window loses the focus, the field stays the active element.
  input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  input.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  await expect.element(list).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await tabInto();
  await expect.element(list).toBeVisible();
});

test('UI-7 UI-20 keys move through the list, choose and close', async () => {
  const { field, list, active, onPick } = await open();
  await tabInto();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.poll(active).toBe('Legal');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.poll(active).toBe('Finance');
  await userEvent.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledExactlyOnceWith('3');
  await expect.element(list).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(list).toBeVisible();
  await expect.poll(active).toBe('Finance');
  await userEvent.keyboard('{Tab}');
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('Finance');
});

test('UI-7 the chosen option is marked', async () => {
  const { screen, field } = await open({ first: '2' });
  await field.click();
  await expect.element(screen.getByRole('option', { name: 'Legal' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(screen.getByRole('option', { name: 'InfoSec' })).toHaveAttribute('aria-selected', 'false');
});

test('UI-8 CONST-3 a long list is at most 40 % of the window high, scrolls, and shows the chosen option', async () => {
  const { screen, field, list } = await open({ data: many, first: '60' });
  await field.click();
  await expect.element(list).toBeVisible();
  const height = () => list.element().getBoundingClientRect().height;
  await expect.poll(height).toBeLessThanOrEqual(window.innerHeight * 0.4 + 1);
  await expect.poll(() => list.element().scrollHeight - height()).toBeGreaterThan(0);
  const frame = () => list.element().getBoundingClientRect();
  const option = () => screen.getByRole('option', { name: 'Country 60' }).element().getBoundingClientRect();
  await expect.poll(() => option().top >= frame().top && option().bottom <= frame().bottom).toBe(true);
  await userEvent.keyboard('{Home}{ArrowUp}');
  expect(window.scrollY).toBe(0);
});

test('UI-9 MSG-28 typed text narrows the list down, and says when nothing matches', async () => {
  const { screen, field, options, active, onPick } = await open();
  await field.fill('n');
  await expect.poll(() => options()).toEqual(['InfoSec', 'Finance']);
  await expect.poll(active).toBe('InfoSec');
  await field.fill('nothing of the kind');
  await expect.element(screen.getByText('No Matching Result').first()).toBeVisible();
  await expect.element(screen.getByRole('status').filter({ hasText: 'No Matching Result' })).toBeInTheDocument();
  await userEvent.keyboard('{Enter}{Tab}');
  await expect.element(field).toHaveValue('nothing of the kind');
  await expect.element(screen.getByText('Choose an option from the list').first()).toBeVisible();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(onPick).not.toHaveBeenCalled();
});

test.for([
  ['India', ['India (+91)', 'British Indian Ocean Territory (+246)'], '+91'],
  ['indian', ['British Indian Ocean Territory (+246)'], '+246'],
  ['reunion', ['Réunion (+262)'], '+262'],
  ['+24', ['British Indian Ocean Territory (+246)'], '+246'],
  ['i', ['India (+91)', 'British Indian Ocean Territory (+246)', 'Réunion (+262)'], '+91'],
] as const)(
  'UI-25 of options that match “%s” those that begin with it come first, and Enter takes the first',
  async ([typed, shown, taken]) => {
    const data = [
      { value: '+1 246', label: 'Barbados (+1 246)' },
      { value: '+246', label: 'British Indian Ocean Territory (+246)' },
      { value: '+91', label: 'India (+91)' },
      { value: '+262', label: 'Réunion (+262)' },
    ];
    const { field, options, active, onPick } = await open({ data });
    await field.fill(typed);
    await expect.poll(() => options()).toEqual(shown);
    await expect.poll(active).toBe(shown[0]);
    await userEvent.keyboard('{Enter}');
    expect(onPick).toHaveBeenCalledExactlyOnceWith(taken);
  },
);

test('SEARCH-5 options are found by each way to write them, in any order of the words', async () => {
  const data = searchedPeople.map(({ name, email }) => ({ value: email, label: name.join(' '), hint: email }));
  const { field, options } = await open({ data });
  await field.click();
  for (const { name, email, searches } of searchedPeople)
    for (const search of searches.slice(0, 4)) {
      await field.fill(search);
      await expect.poll(options).toEqual([`${name.join(' ')}${email}`]);
    }
});

test('SEARCH-5 leaving with another spelling of the only option that it names chooses it', async () => {
  const data = ['Weiß', 'R-D', 'RD'].map((label) => ({ value: label, label }));
  const { screen, field, onPick } = await open({ data });
  await field.fill('weiss');
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue('Weiß');
  expect(onPick).toHaveBeenCalledExactlyOnceWith('Weiß');
  await field.fill('r–d');
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByText('Choose an option from the list').first()).toBeVisible();
});

test('UI-25 UI-13 an exact match comes before all others, whatever their groups', async () => {
  const data = [
    { value: 'a', label: 'Chief Legal Officer' },
    { value: 'b', label: 'Legal Counsel', group: 'Staff' },
    { value: 'c', label: 'Legal', group: 'Boards' },
  ];
  const { field, options } = await open({ data });
  await field.click();
  await expect.poll(() => options()).toEqual(['Chief Legal Officer', 'Legal Counsel', 'Legal']);
  await field.fill('LEGAL');
  await expect.poll(() => options()).toEqual(['Legal', 'Legal Counsel', 'Chief Legal Officer']);
});

test('UI-9 leaving with the exact name of an option chooses it; half of one stays with a message, until Escape brings the value back', async () => {
  const { screen, field, onPick } = await open({ first: '1' });
  await field.fill('fina');
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue('fina');
  await expect.element(screen.getByText('Choose an option from the list').first()).toBeVisible();
  await field.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('InfoSec');
  await expect.element(screen.getByText('Choose an option from the list')).not.toBeInTheDocument();
  await field.fill('finance');
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue('Finance');
  expect(onPick).toHaveBeenCalledExactlyOnceWith('3');
});

test('UI-10 MSG-28 a list without options says No options, one under way Loading…, one that failed so', async () => {
  for (const [props, said] of [
    [{ data: [] }, 'No options'],
    [{ data: [], loading: true }, 'Loading…'],
    [{ data: [], failed: true }, 'The options could not be loaded'],
  ] as const) {
    const { screen, field } = await open(props);
    await field.click();
    await expect.element(screen.getByText(said).first()).toBeVisible();
    await expect.element(screen.getByRole('option')).not.toBeInTheDocument();
    await screen.unmount();
  }
});

test('UI-11 MSG-28 the controls are called Open, Close and Clear, and do that', async () => {
  const { screen, field, list, onPick } = await open({ first: '2' });
  await screen.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(list).toBeVisible();
  await expect.element(field).toHaveFocus();
  await screen.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(list).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Clear', exact: true }).click();
  expect(onPick).toHaveBeenCalledExactlyOnceWith(null);
  await expect.element(field).toHaveValue('');
  await expect.element(screen.getByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
});

test('UI-11 emptying the text clears the value as well', async () => {
  const { field, onPick } = await open({ first: '2' });
  await field.clear();
  await userEvent.keyboard('{Tab}');
  expect(onPick).toHaveBeenCalledExactlyOnceWith(null);
  await expect.element(field).toHaveValue('');
});

test('UI-12 typed text becomes an option where that is enabled', async () => {
  const { screen, field, options, onPick } = await open({ freeText: true });
  await field.fill('Research');
  await expect.poll(() => options()).toEqual(['Use “Research”']);
  await screen.getByRole('option').click();
  expect(onPick).toHaveBeenLastCalledWith('Research');
  await expect.element(field).toHaveValue('Research');
  await field.fill('Sales');
  await userEvent.keyboard('{Enter}');
  expect(onPick).toHaveBeenLastCalledWith('Sales');
  await field.fill(' Design ');
  await userEvent.keyboard('{Tab}');
  expect(onPick).toHaveBeenLastCalledWith('Design');
  await field.fill('legal');
  await userEvent.keyboard('{Tab}');
  expect(onPick).toHaveBeenLastCalledWith('2');
});

test('UI-12 CASES-57 a typed text is the value at once, without leaving the field or pressing a key', async () => {
  const { field, onPick, list } = await open({ freeText: true, first: '1' });
  await field.click();
  await userEvent.keyboard('Research');
  expect(onPick).toHaveBeenLastCalledWith('Research');
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('Research');
  expect(onPick).toHaveBeenLastCalledWith('Research');
});

test('UI-7 CASES-57 a filled field selects its text when a person enters it, and after a choice: typing replaces it', async () => {
  const { screen, field } = await open({ first: '2' });
  await field.click();
  await userEvent.keyboard('Fin');
  await expect.element(field).toHaveValue('Fin');
  await screen.getByRole('option', { name: 'Finance' }).click();
  await expect.element(field).toHaveValue('Finance');
  await userEvent.keyboard('Inf');
  await expect.element(field).toHaveValue('Inf');
  await userEvent.keyboard('{Enter}{Tab}');
  await tabInto();
  await userEvent.keyboard('Leg');
  await expect.element(field).toHaveValue('Leg');
});

test('UI-7 CASES-58 a list stays closed when the program sets the focus, until a person enters the field', async () => {
  const { field, list } = await open();
  (field.element() as HTMLElement).focus();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{Shift>}{/Shift}');
  await expect.element(list).not.toBeInTheDocument();
  await field.click();
  await expect.element(list).toBeVisible();
});

function Sent({
  onSend,
  clearable = true,
  ...props
}: Some & { onSend: (value: string | null) => void; clearable?: boolean }) {
  const [value, setValue] = useState<string | null>('1');
  const change = (next: string | null) => setValue(clearable ? next : (next ?? value));
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend(value);
  };
  return (
    <form noValidate onSubmit={send}>
      <button type="submit">Save</button>
      <Dropdown label="Department" data={departments} required {...props} value={value} onChange={change} />
    </form>
  );
}

test.for([
  ['the name of an option', 'legal', false, '2'],
  ['a free text', 'Research', true, 'Research'],
  ['the name of an option as free text', 'LEGAL', true, '2'],
] as const)('UI-12 CASES-57 what is on the screen is sent: %s', async ([_what, text, freeText, value]) => {
  const onSend = vi.fn();
  const { screen } = await renderAlone(<Sent freeText={freeText} onSend={onSend} />);
  const field = screen.getByRole('combobox', { name: 'Department' });
  await field.click();
  await userEvent.keyboard(text);
  await screen.getByRole('button', { name: 'Save' }).click();
  expect(onSend).toHaveBeenCalledExactlyOnceWith(value);
});

test('UI-12 CASES-57 Enter takes the text over, and sends it once the list is closed', async () => {
  const onSend = vi.fn();
  const { screen } = await renderAlone(<Sent freeText onSend={onSend} />);
  await screen.getByRole('combobox', { name: 'Department' }).click();
  await userEvent.keyboard('Research{Enter}');
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onSend).toHaveBeenCalledExactlyOnceWith('Research');
});

test('UI-11 CASES-57 an emptied field is not sent with the value that it does not show', async () => {
  const onSend = vi.fn();
  const { screen } = await renderAlone(<Sent onSend={onSend} clearable={false} />);
  const field = screen.getByRole('combobox', { name: 'Department' });
  await field.click();
  await userEvent.keyboard('{Delete}');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Choose an option from the list').first()).toBeVisible();
  expect(onSend).not.toHaveBeenCalled();
});

test('UI-9 CASES-57 a text that names no option is not sent, and never replaced by the previous value', async () => {
  const onSend = vi.fn();
  const { screen } = await renderAlone(<Sent onSend={onSend} />);
  const field = screen.getByRole('combobox', { name: 'Department' });
  await field.click();
  await userEvent.keyboard('Researh{Enter}{Enter}');
  await expect.element(field).toHaveValue('Researh');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Choose an option from the list').first()).toBeVisible();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('Researh');
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.keyboard('{Control>}a{/Control}finance');
  await screen.getByRole('button', { name: 'Save' }).click();
  expect(onSend).toHaveBeenCalledExactlyOnceWith('3');
});

test('UI-13 options are listed under the headings of their groups, each group once', async () => {
  const { screen, field, options } = await open({ data: grouped });
  await field.click();
  await expect.poll(() => options()).toEqual(['Other', 'Banking', 'Insurance', 'Hospital']);
  const finance = screen.getByRole('group', { name: 'Finance' });
  await expect.element(finance).toBeVisible();
  await expect.poll(() => finance.getByRole('option').elements()).toHaveLength(2);
  await expect.poll(() => screen.getByRole('group').elements()).toHaveLength(2);
  await field.fill('health');
  await expect.poll(() => options()).toEqual(['Hospital']);
});

test('KEYBOARD-8 Enter takes the first match, and the own text is the first line where no option has it', async () => {
  const posts = [
    { value: 'ceo', label: 'Chief Executive Officer [CEO]', group: 'Senior management' },
    { value: 'm', label: 'Manager' },
    { value: 's', label: 'Senior Manager' },
  ];
  const { field, options, active, onPick } = await open({ freeText: true, data: posts });
  await field.fill('Man');
  await expect.poll(options).toEqual(['Use “Man”', 'Manager', 'Senior Manager', 'Chief Executive Officer [CEO]']);
  await expect.poll(active).toBe('Manager');
  await userEvent.keyboard('{Enter}');
  expect(onPick).toHaveBeenLastCalledWith('m');
  await field.fill('Man');
  await expect.poll(active).toBe('Manager');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(onPick).toHaveBeenLastCalledWith('Man');
  // Only the group of the option contains the word.
  await field.fill('management');
  await expect.poll(active).toBe('Use “management”');
  await field.fill('Manager');
  await expect.poll(() => options()[0]).toBe('Manager');
  await userEvent.keyboard('{Enter}');
  expect(onPick).toHaveBeenLastCalledWith('m');
});

test('KEYBOARD-4 the Enter that ends a composition takes no option, also in the order of Safari', async () => {
  const { field, active, onPick } = await open();
  await field.fill('Fin');
  await expect.poll(active).toBe('Finance');
  const enter = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
  field.element().dispatchEvent(new KeyboardEvent('keydown', enter));
  await expect.element(field).toHaveValue('Fin');
  expect(onPick).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledExactlyOnceWith('3');
});
