import { expect, test, vi } from 'vitest';
import { failureFromErrors } from '../feedback/failure.ts';
import { reportFailure, showSuccess } from '../feedback/toasts.tsx';
import { address, openConsole, storedSecret } from '../testing/render.tsx';
import { asked, failing, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import { BrowserSession } from './BrowserSession.ts';
import { readDraft, storeDraft } from './drafts.ts';

const open = async (path = '/O?page=2') => {
  const opened = await openConsole(path, gatewayOf({ OrganisationPage: pageOf(viewer) }));
  await expect.element(opened.screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  return opened;
};

/** Simulates a write of another tab, with the storage event that the browser sends to this tab. */
const otherTabStores = (secret: string | null) => {
  if (secret === null) localStorage.removeItem('console.page');
  else localStorage.setItem('console.page', secret);
  window.dispatchEvent(new StorageEvent('storage', { key: 'console.page', newValue: secret }));
};

test('RELIABILITY-F31 SHELL-12 PROTOCOLS-1.7 another tab signs out: this one forgets everything and goes to sign-in with next', async () => {
  const { leaveTo, client, session, screen } = await open();
  otherTabStores(null);
  expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/login?next=/O%3Fpage%3D2');
  expect(session.secret).toBeNull();
  await expect.poll(() => client.cache.extract()).toEqual({});
  await expect.element(screen.getByText('Demo')).not.toBeInTheDocument();
});

test('SHELL-12 another tab signs out: alerts and toasts of this one are hidden', async () => {
  const { screen } = await open();
  showSuccess('Pia Provided was not moved.', { autoClose: false });
  reportFailure(failureFromErrors([{ message: 'Jane Doe is a responder.' }]));
  const messages = ['Pia Provided was not moved.', 'Jane Doe is a responder.'].map((text) => screen.getByText(text));
  for (const message of messages) await expect.element(message).toBeVisible();
  otherTabStores(null);
  for (const message of messages) await expect.element(message).not.toBeInTheDocument();
});

test('SHELL-12 PROTOCOLS-1.7 another tab signs in: this one reloads and sends nothing with either secret', async () => {
  const { reload, leaveTo, client, session, calls } = await open();
  otherTabStores('secret-of-another');
  expect(reload).toHaveBeenCalledOnce();
  expect(leaveTo).not.toHaveBeenCalled();
  expect(session.secret).toBe('secret-of-this-tab');
  await expect.poll(() => client.cache.extract()).toEqual({});
  expect(calls).toHaveLength(1);
});

test('SHELL-12 PROTOCOLS-1.7 localStorage that is cleared as a whole is a sign-out too, another key is not', async () => {
  const { leaveTo } = await open();
  localStorage.setItem('other', '1');
  window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: '1' }));
  expect(leaveTo).not.toHaveBeenCalled();
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(leaveTo).toHaveBeenCalledOnce();
});

test('SHELL-12 the channel tells of a sign-out even before the storage does', async () => {
  const { leaveTo, session } = await open();
  const other = new BroadcastChannel('session-logout');
  other.postMessage(null);
  await expect.poll(() => leaveTo.mock.calls.length).toBe(1);
  expect(session.secret).toBeNull();
  other.close();
});

test('PROTOCOLS-1.4 a sign-in that begins in another tab ends the requests of this one', async () => {
  const { session } = await open();
  const { signal } = session;
  const other = new BroadcastChannel('session-login');
  other.postMessage('begin');
  await expect.poll(() => signal.aborted).toBe(true);
  expect(session.secret).toBe('secret-of-this-tab');
  expect(session.signal.aborted).toBe(false);
  other.close();
});

test('SHELL-12 PROTOCOLS-1.7 a page from the back-forward cache looks at the secret again', async () => {
  const { leaveTo } = await open();
  localStorage.removeItem('console.page');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(leaveTo).not.toHaveBeenCalled();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(leaveTo).toHaveBeenCalledOnce();
});

test('RELIABILITY-F32 SHELL-2 PROTOCOLS-1.7 UNAUTHENTICATED while the stored secret is another’s reloads, without a toast, and keeps it', async () => {
  const { screen, reload } = await openConsole(
    '/O',
    gatewayOf({
      OrganisationPage: asked(() => {
        localStorage.setItem('console.page', 'secret-of-another');
        return failing('UNAUTHENTICATED', 'Sign in to continue.');
      }),
    }),
  );
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  expect(storedSecret()).toBe('secret-of-another');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('RELIABILITY-F8 SHELL-2 several refused requests lead to sign-in once, without a toast', async () => {
  let refuse = false;
  const { client, screen } = await openConsole(
    '/O',
    gatewayOf({
      OrganisationPage: asked(() => (refuse ? failing('UNAUTHENTICATED', 'Sign in to continue.') : pageOf(viewer))),
    }),
  );
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  refuse = true;
  const again = () => client.refetchQueries({ include: 'active' }).catch(() => undefined);
  await Promise.all([again(), again()]);
  await expect.element(screen.getByRole('button', { name: 'Next' })).toBeVisible();
  await expect.element(screen.getByRole('status').getByText(/session has ended/)).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  expect(address()).toBe('/login?next=/O');
});

test('LOGIN-17 PROTOCOLS-1.2 without localStorage the secret lives in this tab’s memory', () => {
  localStorage.clear();
  const broken = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const session = new BrowserSession();
  const secret = session.beginSignIn();
  session.completeSignIn(secret);
  expect(session.secret).toBe(secret);
  expect(session.check()).toBe(false);
  expect(session.lost(secret)).toBe(true);
  expect(session.secret).toBeNull();
  session.stop();
  broken.mockRestore();
});

test('SHELL-12 what is being typed is saved when a session ends under the person, and dropped when they sign out themselves', async () => {
  const place = { owner: '1', path: '/O', form: 'test' };
  const { session } = await open();
  const stop = session.onInterrupted({
    save: () => storeDraft(place, { typed: session.secret }),
    isUnsaved: () => false,
  });
  otherTabStores(null);
  expect(readDraft(place)?.values).toEqual({ typed: 'secret-of-this-tab' });
  session.completeSignIn('second');
  session.lost('second');
  expect(readDraft(place)?.values).toEqual({ typed: 'second' });
  session.completeSignIn('third');
  otherTabStores('secret-of-another');
  expect(readDraft(place)?.values).toEqual({ typed: 'third' });
  session.signOut('key');
  expect(readDraft(place)).toBeNull();
  stop();
});
