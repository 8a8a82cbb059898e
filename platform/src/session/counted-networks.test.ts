import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';

const max = 5;
const platform = useTestPlatform({ settings: { signInMaxPerAddress: max } });

const from = (address: string) => ({ 'x-client-address': address });
const guess = (n: number, address: string) =>
  platform.call('POST /login', {
    body: { api: true, ent_usr: { email: `unknown${n}@a.example`, password: 'One-passw0rd' } },
    headers: from(address),
  });
const signInFrom = async (address: string) => (await platform.login('orgA', {}, from(address))).statusCode;

test('COUNTED-2 one password for many accounts from one /64 is refused as from one IPv4 address', async () => {
  for (const addressOf of [() => '203.0.113.7', (n: number) => `2001:db8:1:2:${n}::${n}`]) {
    const statuses = [];
    for (let n = 1; n <= max + 2; n += 1) statuses.push((await guess(n, addressOf(n))).statusCode);
    expect(statuses).toEqual([...Array(max).fill(422), 429, 429]);
  }
  expect([await signInFrom('2001:db8:1:2:ffff::'), await signInFrom('2001:db8:1:3::')]).toEqual([429, 200]);
});

test('COUNTED-3 the mapped and the NAT64 address share the count of their IPv4 address', async () => {
  const written = [
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '::FFFF:cb00:7107',
    '64:ff9b::203.0.113.7',
    '64:FF9B::cb00:7107',
  ];
  for (const [n, address] of written.entries()) await guess(n, address);
  for (const address of written) expect([address, await signInFrom(address)]).toEqual([address, 429]);
  expect([await signInFrom('::ffff:203.0.113.8'), await signInFrom('64:ff9b::203.0.113.8')]).toEqual([200, 200]);
});

test('COUNTED-4 failures from a /48 are refused at 20 times the limit, and other attempts are not counted by it', async () => {
  const other = '2001:db8:1:ffff::1';
  const body = { email: 'unknown@a.example' };
  await platform.call('POST /consoles/console_reset_pwd_link', { body, headers: from(other) });
  for (let n = 0; n < 20 * max; n += 1) {
    if (n === 20 * max - 1) expect(await signInFrom(other)).toBe(200);
    expect((await guess(n, `2001:db8:1:${Math.floor(n / max)}::1`)).statusCode).toBe(422);
  }
  expect([await signInFrom(other), await signInFrom('2001:db8:2::1')]).toEqual([429, 200]);
  const counted = await platform.db.selectFrom('attempt_count').select('key').where('key', 'like', '%/48').execute();
  expect(counted).toEqual([{ key: 'sign-in:address:2001:db8:1::/48' }]);
});

test('COUNTED-5 activity and devices keep the whole address', async () => {
  const address = '2001:db8:1:2:3:4:5:6';
  for (let n = 1; n <= max + 1; n += 1) await guess(n, address);
  await signInFrom('2001:db8:1:2:3:4:5:7');
  platform.moveClock(minuteMs);
  await signInFrom(address);
  const refused = await platform.auditEntries('session:refuse', 'access:refuse');
  expect(refused.map(({ client_address }) => client_address)).toEqual([
    ...Array(max + 1).fill(address),
    '2001:db8:1:2:3:4:5:7',
  ]);
  expect((await platform.auditEntries('session:signIn')).at(-1)?.client_address).toBe(address);
  const session = await platform.db
    .selectFrom('session')
    .select('client_address')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(session?.client_address).toBe(address);
});
