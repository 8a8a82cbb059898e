import { expect, test } from 'vitest';
import { safeNextPath } from './safeNextPath.ts';

const origin = 'https://console.example';

test.for([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/login?next=/login',
  '/LOGIN',
  '/graphql',
  '/api/x',
  '/auth',
  '/..//evil.example',
  '/./\\evil.example',
  '/%0a/evil.example',
  '/%0D%0A/evil.example',
  '/%5Cevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /U',
  'U',
  '',
  null,
  undefined,
  7,
  `/${'a'.repeat(2048)}`,
])('LOGIN-11 %j leads to /', (wanted) => {
  expect(safeNextPath(wanted, origin)).toBe('/');
});

test.for(['/U?x=1#h', '/', '/O', '/O/7/user?page=2&search=a%2Fb', '/loginx', '/authors'])(
  'LOGIN-10 %j is followed',
  (wanted) => {
    expect(safeNextPath(wanted, origin)).toBe(wanted);
  },
);
