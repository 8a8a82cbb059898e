import { useRef } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { renderAlone } from '../testing/render.tsx';
import { CopyableId } from './CopyableId.tsx';
import { CopyButton } from './CopyButton.tsx';
import { RequestId } from './RequestId.tsx';
import { ToastMessage } from './ToastMessage.tsx';

beforeEach(function withoutTls() {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  return () => Reflect.deleteProperty(navigator, 'clipboard');
});

function OneField() {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input ref={field} aria-label="Link" readOnly defaultValue="https://console.example/L" />
      <CopyButton text="https://console.example/L" shown={field} />
    </>
  );
}

test.each([
  ['the text of a field', <OneField key="field" />, 'Copy', 'https://console.example/L'],
  ['an id', <CopyableId key="id" id="82-4711" />, 'Copy ID', '82-4711'],
  ['a request’s whole id', <RequestId key="request" id="0123456789" />, 'Request 0123456789, copy ID', '0123456789'],
  [
    'a failure',
    <ToastMessage key="toast" lines={['first', 'second']} requestId="7" />,
    'Copy',
    'first\n\nsecond\n\nRequest 7',
  ],
])(
  'UI-1 DESIGN-8 without TLS a page cannot copy: a press selects %s, and says so',
  async (_what, shown, name, text) => {
    const { screen } = await renderAlone(shown);
    await screen.getByRole('button', { name }).click();
    await expect.element(screen.getByText('Selected. Copy it manually.').first()).toBeVisible();
    await expect.poll(() => String(getSelection()).trimEnd()).toBe(text);
  },
);
