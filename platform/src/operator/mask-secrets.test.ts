import { expect, test } from 'vitest';
import { secretMask } from './mask-secrets.ts';

const masked = (text: string, env: Record<string, string>) => secretMask(Object.keys(env), env)(text);

test('DOCTOR-5 the password of an address is masked in each form in which a server may repeat it', () => {
  const env = { DATABASE_URL: 'postgres://console:p%40ssw0rd%2F1@host/db?application_name=a@b' };
  expect(masked('no p@ssw0rd/1, p%40ssw0rd%2F1 or postgres://console:p%40ssw0rd%2F1@host/db here', env)).toBe(
    'no [secret], [secret] or postgres://console:[secret]@host/db here',
  );
  expect(masked('in a query hunter2-hunter', { U: 'postgres://host/db?password=hunter2-hunter' })).toBe(
    'in a query [secret]',
  );
  expect(masked('either: new-value-of-it or old-value-of-it', { S: 'new-value-of-it, old-value-of-it' })).toBe(
    'either: [secret] or [secret]',
  );
});

test('DOCTOR-5 of a password that is not encoded the whole is masked, and no part of it is taken for a secret', () => {
  const env = { DATABASE_URL: 'postgres://console:p@ss/w#rd%1@host/db' };
  const line = 'problem product API on console.example: type "p@ss/w#rd%1" passes (p%40ss%2Fw%23rd%251)';
  expect(masked(line, env)).toBe('problem product API on console.example: type "[secret]" passes ([secret])');
});

test.each([
  ['pass', 'a pass, not a passenger: pass.', 'a [secret], not a passenger: [secret].'],
  ['the', 'the other one', 'the other one'],
  ['p', 'problem p', 'problem p'],
  ['$^.*', 'it is $^.* here', 'it is [secret] here'],
  ['correct-horse', 'xcorrect-horsex', 'x[secret]x'],
])('DOCTOR-5 the password %s is masked where that shows nothing of it', (password, text, expected) => {
  expect(masked(text, { SMTP_URL: `smtp://me:${encodeURIComponent(password)}@host` })).toBe(expected);
});
