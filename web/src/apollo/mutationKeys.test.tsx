import { gql, type TypedDocumentNode } from '@apollo/client';
import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { toFailure } from '../feedback/failure.ts';
import { renderAlone } from '../testing/render.tsx';
import { asked, failing, gatewayOf } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';
import { useMutationAction } from './useMutationAction.ts';

interface Input {
  name: string;
  file?: File;
  currentPassword?: string;
}

const rename: TypedDocumentNode<{ rename: { name: string } | null }, { input: Input }> = gql`
  mutation Rename($input: RenameInput!) {
    rename(input: $input) {
      name
    }
  }
`;

const renamed: Answer = { data: { rename: { __typename: 'Renamed', name: 'New' } } };
const invalid = failing('INVALID', 'name is taken', { saved: 'NOTHING' });
const timedOut = failing('UPSTREAM_TIMEOUT', 'Sorry', { saved: 'UNKNOWN' });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const repeatable = 'Your change might not have been saved. Try again. It will not be applied twice.';
const unknown = 'Your change might not have been saved. Check before you try again.';

beforeEach(() => sessionStorage.clear());

function Buttons({ inputs, keyed = true }: { inputs: Record<string, Input>; keyed?: boolean }) {
  const { mutate } = useMutationAction(rename, { success: 'Renamed', keyed });
  const [outcome, setOutcome] = useState('');
  const press = (input: Input) =>
    mutate({ input }).then(
      () => setOutcome((before) => `${before}+`),
      (error: unknown) => setOutcome((before) => `${before}${toFailure(error).codes.join() || '-'} `),
    );
  return (
    <>
      {Object.entries(inputs).map(([label, input]) => (
        <button key={label} type="button" onClick={() => void press(input)}>
          {label}
        </button>
      ))}
      <output>{outcome}</output>
    </>
  );
}

/** Presses the buttons one after another, each after the previous response; returns the keys that were sent. */
const pressEach = async (
  presses: readonly (readonly [button: string, answer: Answer | typeof lost])[],
  inputs: Record<string, Input> = { one: { name: 'One' }, other: { name: 'Other' } },
) => {
  const answers = presses.map(([, answer]) => answer);
  const answer = () => {
    const next = answers.shift() ?? renamed;
    return typeof next === 'function' ? next() : next;
  };
  const opened = await renderAlone(<Buttons inputs={inputs} />, gatewayOf({ Rename: asked(answer) }));
  const { screen, calls } = opened;
  for (const [index, [button]] of presses.entries()) {
    (screen.getByRole('button', { name: button }).element() as HTMLButtonElement).click();
    await expect
      .poll(() => screen.container.querySelector('output')?.textContent?.split(/[+ ]/).length)
      .toBe(index + 2);
  }
  return { ...opened, keys: calls.map(({ headers }) => headers.get('idempotency-key')) };
};

const goOffline = () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  return onLine;
};

test('START-37 the same input has the same key until it is answered, also after the page was loaded again and another input between', async () => {
  const { keys, screen } = await pressEach([['one', lost]]);
  await expect.element(screen.getByRole('alert').getByText(repeatable)).toBeVisible();
  await screen.unmount();
  const again = await pressEach([
    ['other', lost],
    ['one', renamed],
    ['one', renamed],
  ]);
  const [other, second, third] = again.keys;
  expect([keys[0], other, third].every((key) => /^[\da-f-]{36}$/.test(key ?? ''))).toBe(true);
  expect(second).toBe(keys[0]);
  expect(new Set([keys[0], other, third]).size).toBe(3);
});

test.for([
  ['a refusal', invalid],
  ['an outage before it was sent', failing('UPSTREAM_UNAVAILABLE', 'Sorry', { saved: 'NOTHING' })],
  ['success', renamed],
] as const)('START-37 after %s the next press has a new key', async ([, answer]) => {
  const { keys } = await pressEach([
    ['one', answer],
    ['one', renamed],
  ]);
  expect(keys[0]).not.toBe(keys[1]);
});

test('START-37 after another action has succeeded, the input of an unanswered one gets a new key: its stored response would be outdated', async () => {
  const { keys } = await pressEach([
    ['one', lost],
    ['other', renamed],
    ['one', renamed],
  ]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('START-37 files are compared by their name and content, and the own password is not', async () => {
  const file = (text: string, name = 'logo.png') => new File([text], name);
  const inputs = {
    one: { name: 'One', file: file('a'), currentPassword: 'guess' },
    same: { name: 'One', file: file('a'), currentPassword: 'right' },
    other: { name: 'One', file: file('b') },
    named: { name: 'One', file: file('a', 'icon.png') },
  };
  const { keys } = await pressEach(
    [
      ['one', lost],
      ['other', lost],
      ['named', lost],
      ['same', renamed],
    ],
    inputs,
  );
  expect([keys[3], new Set(keys).size]).toEqual([keys[0], 3]);
});

test('START-37 a mutation that a second press repeats has no key', async () => {
  const { screen, calls } = await renderAlone(
    <Buttons inputs={{ one: { name: 'One' } }} keyed={false} />,
    gatewayOf({ Rename: timedOut }),
  );
  await screen.getByRole('button', { name: 'one' }).click();
  await expect.element(screen.getByRole('alert').getByText(unknown)).toBeVisible();
  expect(calls.map(({ headers }) => headers.has('idempotency-key'))).toEqual([false]);
});

test.for([
  ['RATE_LIMITED', failing('RATE_LIMITED', 'Sorry', { saved: 'NOTHING' })],
  ['UPSTREAM_UNAVAILABLE', failing('UPSTREAM_UNAVAILABLE', 'Sorry', { saved: 'NOTHING' })],
  ['no answer', lost],
] as const)(
  'START-38 a second press that was not looked at (%s) says nothing about the first, and keeps its key',
  async ([, answer]) => {
    const { keys, screen } = await pressEach([
      ['one', lost],
      ['one', answer],
    ]);
    await expect.element(screen.getByRole('alert').getByText(repeatable)).toBeVisible();
    await expect.element(screen.getByText('Nothing was saved.')).not.toBeInTheDocument();
    await screen.unmount();
    const { keys: third } = await pressEach([['one', renamed]]);
    expect([keys[1], third[0]]).toEqual([keys[0], keys[0]]);
  },
);

test('START-38 a second press that is refused says that nothing was saved', async () => {
  const { screen } = await pressEach([
    ['one', lost],
    ['one', invalid],
  ]);
  await expect.element(screen.getByRole('alert').getByText('Nothing was saved.')).toBeVisible();
});

test('START-38 of a product API that does not know the outcome of the first press either, the next one is sent with a new key', async () => {
  const { keys, screen } = await pressEach([
    ['one', timedOut],
    ['one', timedOut],
  ]);
  await expect.element(screen.getByRole('alert').getByText(unknown)).toBeVisible();
  await screen.unmount();
  const { keys: third } = await pressEach([['one', renamed]]);
  expect([keys[1] === keys[0], third[0] === keys[0]]).toEqual([true, false]);
});

test('START-38 with other rights than at the first press it says so, and that the outcome is not known', async () => {
  const { screen } = await pressEach([
    ['one', lost],
    ['one', failing('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used before', { saved: 'NOTHING' })],
  ]);
  const toast = screen.getByRole('alert');
  await expect.element(toast.getByText('Your permissions have changed since your first attempt.')).toBeVisible();
  await expect.element(toast.getByText(unknown)).toBeVisible();
});

test('START-38 while the first press is running, the second waits for its answer', async () => {
  const running = failing('CONFLICT', 'still running', { saved: 'NOTHING', retryAfter: 1, httpStatus: 409 });
  const answers = [lost, { ...running, status: 409 }, renamed];
  const answer = () => {
    const next = answers.shift() ?? renamed;
    return typeof next === 'function' ? next() : next;
  };
  const { screen, calls } = await renderAlone(
    <Buttons inputs={{ one: { name: 'One' } }} />,
    gatewayOf({ Rename: asked(answer) }),
  );
  const button = screen.getByRole('button', { name: 'one' });
  await button.click();
  await expect.element(screen.getByRole('alert').getByText(repeatable)).toBeVisible();
  await button.click();
  await expect.element(screen.getByText('Renamed', { exact: true })).toBeVisible();
  expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  expect(calls).toHaveLength(3);
});

test('START-39 what was pressed offline was not saved; after an unanswered press that is not known', async () => {
  const onLine = goOffline();
  const { screen, keys } = await pressEach([['one', lost]]);
  await expect.element(screen.getByRole('alert').getByText('Nothing was saved.')).toBeVisible();
  onLine.mockReturnValue(true);
  await screen.unmount();
  const lostOne = await pressEach([['one', lost]]);
  expect(lostOne.keys[0]).not.toBe(keys[0]);
  onLine.mockReturnValue(false);
  await lostOne.screen.unmount();
  const offline = await pressEach([['one', lost]]);
  await expect.element(offline.screen.getByRole('alert').getByText(repeatable)).toBeVisible();
  expect(offline.keys[0]).toBe(lostOne.keys[0]);
});
