import { gql, type TypedDocumentNode } from '@apollo/client';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { asked, failing, gatewayOf } from '../testing/answers.ts';
import { renderAlone } from '../testing/render.tsx';
import { type Answer, held } from '../testing/script.ts';
import { toFailure } from './failure.ts';
import { useAct } from './useAct.ts';

const rename: TypedDocumentNode<{ rename: { name: string } | null }, { name: string }> = gql`
  mutation Rename($name: String!) {
    rename(name: $name) {
      name
    }
  }
`;

function RenameButton({ fields = [] as string[], success = '' }) {
  const { act, busy, fieldErrors } = useAct(rename, { fields, ...(success ? { success } : {}) });
  const [outcome, setOutcome] = useState('');
  const press = () =>
    act({ name: 'New' }).then(
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
const faulty = failing('INVALID', 'name is taken', { fields: [{ path: 'name', message: 'is taken' }] });

test('RELIABILITY-F30 UI-19 a second press while the act is under way does nothing', async () => {
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

test('MSG-5 UI-2 what is done says so in an alert, and nothing else', async () => {
  const { screen } = await renderAlone(<RenameButton success="Renamed" />, gatewayOf({ Rename: renamed }));
  await screen.getByRole('button', { name: 'Rename' }).click();
  await expect.element(screen.getByText('Renamed', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('ERR-5 a failure rejects and is one toast', async () => {
  const { screen } = await renderAlone(<RenameButton success="Renamed" />, gatewayOf({ Rename: faulty }));
  await screen.getByRole('button', { name: 'Rename' }).click();
  await expect.element(screen.getByText('rejected:INVALID')).toBeVisible();
  await expect.element(screen.getByRole('alert').getByText('name is taken')).toBeVisible();
  await expect.element(screen.getByText('Renamed', { exact: true })).not.toBeInTheDocument();
});

test('ERR-5 what the form shows at its fields is not told in a toast as well', async () => {
  const { screen } = await renderAlone(<RenameButton fields={['name']} />, gatewayOf({ Rename: faulty }));
  await screen.getByRole('button', { name: 'Rename' }).click();
  await expect.element(screen.getByText('is taken', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('an act whose payload came counts as done, whatever failed below it', async () => {
  const { screen } = await renderAlone(
    <RenameButton success="Renamed" />,
    gatewayOf({ Rename: { ...renamed, errors: [{ message: 'Request Failed' }] } }),
  );
  await screen.getByRole('button', { name: 'Rename' }).click();
  await expect.element(screen.getByText('resolved:New')).toBeVisible();
  await expect.element(screen.getByText('Renamed', { exact: true })).toBeVisible();
});
