import { expect, test } from 'vitest';
import { chooseServers } from './choose-servers.ts';

const names = {
  platform: ['DATABASE_URL', 'PLATFORM_SECRET', 'PUBLIC_URL', 'SIGN_IN_MAX_PER_ACCOUNT'],
  gateway: ['SESSION_SECRET', 'PRODUCT_API_URL', 'PORT', 'PUBLIC_URL', 'SIGN_IN_MAX_PER_ACCOUNT'],
};
const PUBLIC_URL = 'https://console.example';

test.each([
  ['no setting', {}, 'both'],
  ['a database on this machine', { DATABASE_URL: 'x' }, 'both'],
  ['a port on this machine', { PORT: '3000' }, 'both'],
  ['a product API elsewhere', { PRODUCT_API_URL: 'x' }, 'gateway'],
  ['a product API elsewhere and a database', { PRODUCT_API_URL: 'x', DATABASE_URL: 'x' }, 'both'],
  ['production with the secret of the platform', { PUBLIC_URL, PLATFORM_SECRET: 'x' }, 'platform'],
  ['production with the secret of the gateway', { PUBLIC_URL, SESSION_SECRET: 'x' }, 'gateway'],
  ['production with a blank secret', { PUBLIC_URL, SESSION_SECRET: 'x', PLATFORM_SECRET: ' ' }, 'gateway'],
  ['production with both secrets', { PUBLIC_URL, SESSION_SECRET: 'x', PLATFORM_SECRET: 'x' }, 'both'],
  ['production with what both have', { PUBLIC_URL, SIGN_IN_MAX_PER_ACCOUNT: '5' }, 'both'],
])('DOCTOR-9 %s: settings of %s', (_title, env, expected) => {
  const { servers, omitted } = chooseServers(env, names);
  expect(servers).toEqual(expected === 'both' ? ['platform', 'gateway'] : [expected]);
  const other = expected === 'gateway' ? 'platform' : 'gateway';
  expect(omitted).toBe(expected === 'both' ? null : `no setting that only the ${other} has is set`);
});

test('DOCTOR-9 a server is looked at alone when it is named', () => {
  const chosen = chooseServers({ PUBLIC_URL, SESSION_SECRET: 'x', PLATFORM_SECRET: 'x' }, names, 'platform');
  expect(chosen).toEqual({ servers: ['platform'], omitted: 'only the platform was requested' });
});
