import { expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { allowAddress, parseAllowAddress } from './allow-address.ts';

const platform = useTestPlatform();
const run = (address: string, removes = false) =>
  allowAddress({ db: platform.db, clock: platform.now }, parseAllowAddress({ address, removes, operator: 'alice' }));
const allowed = async () =>
  (await platform.db.selectFrom('operator_address').select('address').orderBy('id').execute()).map(
    ({ address }) => address,
  );

test('NETWORK-10 the operator allows an address once, in its canonical form, and takes it back; the activity has both', async () => {
  expect(await run('::ffff:198.51.100.9')).toBe(
    'Administrators can sign in from 198.51.100.9, whatever their organisation allows.',
  );
  expect(await run('198.51.100.9/32')).toBe('198.51.100.9 is already allowed. Nothing was changed.');
  await run('2001:DB8::/32');
  expect(await allowed()).toEqual(['198.51.100.9', '2001:db8::/32']);
  expect(await run('198.51.100.9', true)).toContain('no longer allowed from 198.51.100.9');
  expect(await run('198.51.100.9', true)).toBe('198.51.100.9 was not allowed. Nothing was changed.');
  expect(await allowed()).toEqual(['2001:db8::/32']);
  expect(await platform.auditEntries('network:allowForAdministrators')).toMatchObject([
    { after: { added: '198.51.100.9', operator: 'alice' }, via: 'system' },
    { after: { added: '2001:db8::/32', operator: 'alice' } },
    { after: { removed: '198.51.100.9', operator: 'alice' } },
  ]);
});

test.each(['', '0.0.0.0/0', '10.0.0.1/8', 'office'])('NETWORK-10 the address "%s" is refused', async (address) => {
  await expect(run(address)).rejects.toThrow('Nothing was changed.');
  expect(await allowed()).toEqual([]);
});

test('NETWORK-10 the operator allows at most 100 addresses', async () => {
  const rows = Array.from({ length: 100 }, (_, at) => ({ address: `192.0.2.${at}`, created_at: platform.now() }));
  await platform.db.insertInto('operator_address').values(rows).execute();
  await expect(run('198.51.100.9')).rejects.toThrow('At most 100 addresses');
});
