import { expect, test } from 'vitest';
import { sendWithProgress } from './sendWithProgress.ts';

/** The test server has no such URL, and its response has another format. */
const address = '/no-such-address';

const formOf = (bytes: number): FormData => {
  const form = new FormData();
  form.append('1', new File([new Uint8Array(bytes)], 'people.csv'));
  return form;
};

test('UPLOAD-7 it answers what fetch answers, and reports until all is sent', async () => {
  const shares: number[] = [];
  const options = { method: 'POST', headers: { accept: '*/*' } };
  const [own, expected] = await Promise.all([
    sendWithProgress(address, { ...options, body: formOf(500_000), onSent: (share) => shares.push(share) }),
    fetch(address, { ...options, body: formOf(500_000) }),
  ]);
  expect([own.status, own.statusText, await own.text()]).toEqual([
    expected.status,
    expected.statusText,
    await expected.text(),
  ]);
  const names = (response: Response) => [...response.headers.keys()];
  expect(names(own)).toEqual(names(expected));
  expect(shares.at(-1)).toBe(1);
  expect(shares.toSorted((one, other) => one - other)).toEqual(shares);
});

test('UPLOAD-7 without an answer it fails as fetch does', async () => {
  await expect(sendWithProgress('http://127.0.0.1:9/', {})).rejects.toThrow(TypeError);
});

test.for(['before', 'after'] as const)('UPLOAD-7 aborted %s it begins it fails as fetch does', async (when) => {
  const controller = new AbortController();
  if (when === 'before') controller.abort();
  const sent = sendWithProgress(address, { method: 'POST', body: formOf(500_000), signal: controller.signal });
  controller.abort();
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
});
