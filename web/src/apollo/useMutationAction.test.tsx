import { gql, type TypedDocumentNode } from '@apollo/client';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { toFailure } from '../feedback/failure.ts';
import { reportFailure } from '../feedback/toasts.tsx';
import { renderAlone } from '../testing/render.tsx';
import { asked, failing, gatewayOf } from '../testing/responses.ts';
import { type Answer, held } from '../testing/script.ts';
import { useMutationAction } from './useMutationAction.ts';

const rename: TypedDocumentNode<{ rename: { name: string } | null }, { name: string }> = gql`
  mutation Rename($name: String!) {
    rename(name: $name) {
      name
    }
  }
`;

function RenameButton({ fields = [] as string[], success = '', saves = true }) {
  const { mutate, busy, fieldErrors } = useMutationAction(rename, { fields, saves, ...(success ? { success } : {}) });
  const [outcome, setOutcome] = useState('');
  const press = () =>
    mutate({ name: 'New' }).then(
      (data) => setOutcome((before) => `${before} resolved:${data?.rename?.name}`),
      (error: unknown) => setOutcome(`rejected:${toFailure(error).codes}`),
    );
  return (
    <>
      <button type="button" aria-busy={busy} onClick={() => void press()}>
        Rename
      </button>
      <output>{outcome}</output>
      <p>{fieldErrors.name}</p>
    </>
  );
}

const renamed: Answer = { data: { rename: { __typename: 'Renamed', name: 'New' } } };
const invalid = failing('INVALID', 'name is taken', { fields: [{ path: 'name', message: 'is taken' }] });

test('RELIABILITY-F30 UI-19 a second press while the mutation is running does nothing', async () => {
  const answer = held<Answer>();
  const { screen, calls } = await renderAlone(<RenameButton />, gatewayOf({ Rename: asked(() => answer.promise) }));
  const button = screen.getByRole('button', { name: 'Rename' });
  const element = button.element() as HTMLButtonElement;
  element.click();
  element.click();
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  answer.resolve(renamed);
  await expect.element(screen.getByText('resolved:undefined resolved:New')).toBeVisible();
  expect(calls).toHaveLength(1);
});

function LeavingForm() {
  const { mutate, busy } = useMutationAction(rename, { leaves: ({ rename }) => rename?.name === 'New' });
  return (
    <button type="button" aria-busy={busy} onClick={() => void mutate({ name: 'New' }).catch(() => undefined)}>
      Rename
    </button>
  );
}

test('UI-19 CASES-58 a form that is left after success stays busy and sends nothing more; after another result it sends again', async () => {
  const results = ['Taken', 'New', 'New'];
  const { screen, calls } = await renderAlone(
    <LeavingForm />,
    gatewayOf({
      Rename: asked(() => ({ data: { rename: { __typename: 'Renamed', name: results.shift() } } })),
    }),
  );
  const button = screen.getByRole('button', { name: 'Rename' });
  await button.click();
  await expect.poll(() => calls.length).toBe(1);
  await expect.element(button).toHaveAttribute('aria-busy', 'false');
  await button.click();
  await expect.poll(() => results.length).toBe(1);
  await button.click();
  await button.click();
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  expect(calls).toHaveLength(2);
});

test('MSG-5 UI-2 what is done says so in an alert, and nothing else', async () => {
  const { screen } = await renderAlone(<RenameButton success="Renamed" />, gatewayOf({ Rename: renamed }));
  await screen.getByRole('button', { name: 'Rename' }).click();
  await expect.element(screen.getByText('Renamed', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('REALUSE-22 ERR-5 a failure rejects and is one toast', async () => {
  const { screen } = await renderAlone(<RenameButton success="Renamed" />, gatewayOf({ Rename: invalid }));
  await screen.getByRole('button', { name: 'Rename' }).click();
  await expect.element(screen.getByText('rejected:INVALID')).toBeVisible();
  await expect.element(screen.getByRole('alert').getByText('Name is taken.')).toBeVisible();
  await expect.element(screen.getByText('Renamed', { exact: true })).not.toBeInTheDocument();
});

test('ERR-5 errors that the form shows at its fields are not in a toast as well', async () => {
  const { screen } = await renderAlone(<RenameButton fields={['name']} />, gatewayOf({ Rename: invalid }));
  await screen.getByRole('button', { name: 'Rename' }).click();
  await expect.element(screen.getByText('is taken', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

describe('whether anything was saved', () => {
  test.for([
    ['INVALID', 'Nothing was saved.', {}],
    ['UPSTREAM_UNAVAILABLE', 'Nothing was saved.', { saved: 'NOTHING' }],
    ['UPSTREAM_TIMEOUT', 'Your change might not have been saved. Try again. It will not be applied twice.', {}],
    [
      'INVALID',
      'At least part of your change was saved. Check what is missing before you try again.',
      { saved: 'PART' },
    ],
  ] as const)('ERR-12 RELIABILITY-F4 the toast of %s says: %s', async ([code, note, extensions]) => {
    const { screen } = await renderAlone(<RenameButton />, gatewayOf({ Rename: failing(code, 'Sorry', extensions) }));
    await screen.getByRole('button', { name: 'Rename' }).click();
    await expect.element(screen.getByRole('alert').getByText(note)).toBeVisible();
    await expect.poll(() => screen.getByText('Sorry').elements()).toHaveLength(1);
  });

  test('ERR-12 RELIABILITY-F4 without an answer it is not known', async () => {
    const { screen } = await renderAlone(<RenameButton />, () => Promise.reject(new TypeError('Failed to fetch')));
    await screen.getByRole('button', { name: 'Rename' }).click();
    await expect.element(screen.getByRole('alert').getByText(/^Your change might not have been saved/)).toBeVisible();
  });

  test('ERR-12 the toast of an action that saves nothing does not say', async () => {
    const { screen } = await renderAlone(
      <RenameButton saves={false} />,
      gatewayOf({ Rename: failing('INTERNAL', 'Sorry') }),
    );
    await screen.getByRole('button', { name: 'Rename' }).click();
    await expect.element(screen.getByRole('alert').getByText('Sorry')).toBeVisible();
    await expect.element(screen.getByText(/saved/)).not.toBeInTheDocument();
  });

  test('ERR-12 a form that shows what was refused says that another part was saved', async () => {
    const partly = failing('INVALID', 'name is taken', {
      saved: 'PART',
      fields: [{ path: 'name', message: 'is taken' }],
    });
    const { screen } = await renderAlone(<RenameButton fields={['name']} />, gatewayOf({ Rename: partly }));
    await screen.getByRole('button', { name: 'Rename' }).click();
    await expect.element(screen.getByRole('alert').getByText(/^At least part of your change was saved/)).toBeVisible();
    await expect.poll(() => screen.getByText('is taken', { exact: true }).elements()).toHaveLength(1);
    await expect.element(screen.getByText('Name is taken.')).not.toBeInTheDocument();
  });
});

test('ERR-13 what succeeds removes the toast of its earlier failure, and no other', async () => {
  let broken = true;
  const { screen } = await renderAlone(
    <RenameButton success="Renamed" />,
    gatewayOf({ Rename: asked(() => (broken ? failing('INTERNAL', 'Sorry', { requestId: 'r-1' }) : renamed)) }),
  );
  reportFailure(toFailure(null));
  await screen.getByRole('button', { name: 'Rename' }).click();
  await expect.element(screen.getByText('Sorry')).toBeVisible();
  broken = false;
  await screen.getByRole('button', { name: 'Rename' }).click();
  await expect.element(screen.getByText('Renamed', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Sorry')).not.toBeInTheDocument();
  await expect.poll(() => screen.getByRole('alert').elements()).toHaveLength(1);
});

test('a mutation with a payload has succeeded, also when a part of the payload failed', async () => {
  const { screen } = await renderAlone(
    <RenameButton success="Renamed" />,
    gatewayOf({ Rename: { ...renamed, errors: [{ message: 'Request Failed' }] } }),
  );
  await screen.getByRole('button', { name: 'Rename' }).click();
  await expect.element(screen.getByText('resolved:New')).toBeVisible();
  await expect.element(screen.getByText('Renamed', { exact: true })).toBeVisible();
});
