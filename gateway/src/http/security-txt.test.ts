import { expect, test } from 'vitest';
import { startTestSystem } from '../testing/system.ts';

const ask = async (settings: Record<string, string>) => {
  const system = await startTestSystem({ settings });
  const { status, text, headers } = await system.client().send('GET', '/.well-known/security.txt');
  await system.close();
  return { status, text, type: headers['content-type'] };
};

test.each([
  ['security@acme.example', 'mailto:security@acme.example'],
  ['https://acme.example/report?by=console', 'https://acme.example/report?by=console'],
])('SECURITY-V15 security.txt names the contact %s, for a year', async (contact, uri) => {
  const before = new Date();
  const { status, text, type } = await ask({ SECURITY_CONTACT: contact, PUBLIC_URL: 'https://console.example' });
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
  const [first, second, ...rest] = text.split('\n');
  expect([first, ...rest]).toEqual([
    `Contact: ${uri}`,
    'Canonical: https://console.example/.well-known/security.txt',
    '',
  ]);
  const expires = new Date(second?.replace('Expires: ', '') ?? '');
  expect(expires.getUTCFullYear() - before.getUTCFullYear()).toBe(1);
});

test('SECURITY-V15 without a contact there is no security.txt', async () => {
  expect((await ask({})).status).toBe(404);
});
