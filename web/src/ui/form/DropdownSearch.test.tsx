import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderAlone } from '../../testing/render.tsx';
import { Dropdown } from './Dropdown.tsx';

const people = ['Ada', 'Bob'].map((label) => ({ value: label.toLowerCase(), label }));
const found = [{ value: 'zoe', label: 'Zoe' }];

/** A page with a server that responds to the typed text once the button is pressed. */
function Searched({ onSearch }: { onSearch: (text: string) => void }) {
  const [value, setValue] = useState<string | null>(null);
  const [data, setData] = useState(people);
  const [loading, setLoading] = useState(false);
  const search = (text: string) => {
    onSearch(text);
    setLoading(text !== '');
    if (text === '') setData(people);
  };
  const answer = (rows: typeof people) => {
    setData(rows);
    setLoading(false);
  };
  return (
    <>
      <Dropdown
        label="User"
        required
        data={data}
        loading={loading}
        value={value}
        onChange={setValue}
        onSearch={search}
      />
      <button type="button" onClick={() => answer(found)}>
        found
      </button>
      <button type="button" onClick={() => answer([])}>
        nothing
      </button>
    </>
  );
}

const open = async () => {
  const onSearch = vi.fn<(text: string) => void>();
  const { screen } = await renderAlone(<Searched onSearch={onSearch} />);
  const field = screen.getByRole('combobox', { name: 'User' });
  await field.click();
  const options = () =>
    screen
      .getByRole('option')
      .elements()
      .map((option) => option.textContent);
  // Presses an element under the open list, which the pointer cannot reach.
  const press = (name: string) =>
    screen
      .getByText(name, { exact: true })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  return { screen, field, options, press, onSearch };
};

test('UI-7 REALUSE-1 shows local matches first, then server results, and the chosen one afterwards', async () => {
  const { field, options, press, onSearch } = await open();
  await expect.poll(() => options()).toEqual(['Ada', 'Bob']);
  await userEvent.keyboard('bo');
  await expect.poll(() => options()).toEqual(['Bob']);
  press('found');
  await expect.poll(options).toEqual(['Zoe']);
  expect(onSearch.mock.calls).toEqual([['b'], ['bo']]);
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('Zoe');
  expect(onSearch).toHaveBeenLastCalledWith('');
});

test('UI-7 while a search is under way nothing that does not match can be taken, and the text stays', async () => {
  const { screen, field, press } = await open();
  await userEvent.keyboard('zo');
  await expect.element(screen.getByText('Loading…').first()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('zo');
  press('found');
  await expect.element(screen.getByRole('option', { name: 'Zoe' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('Zoe');
});

test('UI-9 MSG-28 a search without a hit says so, and Escape forgets it', async () => {
  const { screen, field, press, onSearch } = await open();
  await userEvent.keyboard('xyz');
  press('nothing');
  await expect.element(screen.getByText('No Matching Result').first()).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue('xyz');
  await field.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
  expect(onSearch).toHaveBeenLastCalledWith('');
});
