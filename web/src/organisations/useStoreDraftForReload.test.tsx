import { useForm } from '@mantine/form';
import { expect, test, vi } from 'vitest';
import { openConsole } from '../testing/render.tsx';
import { useStoreDraftForReload } from './useStoreDraftForReload.ts';

const draft = { stored: null, storedAt: null, store: vi.fn(() => true), drop: vi.fn(), forget: vi.fn() };

function TypedForm({ isSubmitted }: { isSubmitted: boolean }) {
  const form = useForm({ initialValues: { name: '' } });
  const { end } = useStoreDraftForReload(form, draft);
  const type = () => form.setFieldValue('name', 'Nora');
  return (
    <button
      type="button"
      onClick={() => {
        type();
        if (isSubmitted) end();
      }}
    >
      Submit
    </button>
  );
}

test.for([
  [true, 0],
  [false, 1],
] as const)(
  'ONB-10 SECURITY a form that was submitted (%s) while its typing pause ran stores its values %s times',
  async ([isSubmitted, times]) => {
    vi.clearAllMocks();
    const routes = [{ path: '/form', element: <TypedForm isSubmitted={isSubmitted} /> }];
    const { screen } = await openConsole('/form', () => ({}), { secret: null, routes });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => vi.getTimerCount(), { interval: 0 }).toBe(1);
    vi.advanceTimersByTime(400);
    expect(draft.store).toHaveBeenCalledTimes(times);
  },
);
