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
