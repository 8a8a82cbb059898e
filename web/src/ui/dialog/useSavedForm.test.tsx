import { expect, test, vi } from 'vitest';
import { ClientProvider } from '../../apollo/ClientProvider.tsx';
import { readDraft } from '../../apollo/drafts.ts';
import { openConsole } from '../../testing/render.tsx';
import { useSavedForm } from './useSavedForm.tsx';

const place = { owner: 'invited:nora@new.example', path: '/form', form: 'typed' };

function TypedForm({ isSubmitted }: { isSubmitted: boolean }) {
  const { form, release } = useSavedForm({
    name: place.form,
    initialValues: { name: '' },
    outlivesReload: true,
    invitedEmail: 'nora@new.example',
  });
  const type = () => form.setFieldValue('name', 'Nora');
  return (
    <button
      type="button"
      onClick={() => {
        type();
        if (isSubmitted) release();
      }}
    >
      Submit
    </button>
  );
}

test.for([
  [true, undefined],
  [false, { name: 'Nora' }],
] as const)(
  'ONB-10 SECURITY a form that was submitted (%s) while its typing pause ran stores %j',
  async ([isSubmitted, stored]) => {
    const element = (
      <ClientProvider>
        <TypedForm isSubmitted={isSubmitted} />
      </ClientProvider>
    );
    const routes = [{ path: '/form', element }];
    const { screen } = await openConsole('/form', () => ({}), { secret: null, routes });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => vi.getTimerCount(), { interval: 0 }).toBe(1);
    vi.advanceTimersByTime(400);
    expect(readDraft(place)?.values).toEqual(stored);
  },
);

function SettingsForm() {
  const { form } = useSavedForm({
    name: place.form,
    initialValues: { name: 'Ada', city: 'Pune' },
    ofSavedData: true,
    invitedEmail: 'nora@new.example',
  });
  return <p>{Object.values(form.values).join(', ')}</p>;
}

test.for([
  ['with its initial values', { initial: { name: 'Ada', city: 'Delhi' } }, 'Nora, Pune'],
  ['of an earlier release', {}, 'Nora, Delhi'],
] as const)('SHELL-12 a draft %s is restored over saved data that has changed since', async ([, more, shown]) => {
  const draft = { at: Date.now(), values: { name: 'Nora', city: 'Delhi' }, ...more };
  sessionStorage.setItem('console.draft:invited%3Anora%40new.example,%2Fform,typed', JSON.stringify(draft));
  const element = (
    <ClientProvider>
      <SettingsForm />
    </ClientProvider>
  );
  const routes = [{ path: '/form', element }];
  const { screen } = await openConsole('/form', () => ({}), { secret: null, routes });
  await expect.element(screen.getByText(shown, { exact: true })).toBeVisible();
});
