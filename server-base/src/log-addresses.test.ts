import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { addressFields, canonicalAddress } from './log-addresses.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:CB00:7107', '203.0.113.7'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['gateway', 'gateway'],
])('LOG-4 the address %s is %s in the log, however it is written', (given, shown) => {
  expect(canonicalAddress(given)).toBe(shown);
  expect(addressFields('full', [])(given)).toEqual({ address: shown });
});

test('LOG-4 the hash is 16 characters of a keyed one, the same for each way to write the address, by the newest secret', () => {
  const fieldsOf = addressFields('hash', ['new', 'old']);
  // The same hash as the openssl command in the guide.
  const expected = createHmac('sha256', 'new').update('log address 2001:db8::1').digest('hex').slice(0, 16);
  expect(fieldsOf('2001:db8::1')).toEqual({ addressHash: expected });
  expect(fieldsOf('2001:DB8:0::1')).toEqual({ addressHash: expected });
  expect(addressFields('hash', ['old'])('2001:db8::1')).not.toEqual({ addressHash: expected });
  expect(addressFields('none', ['new'])('2001:db8::1')).toEqual({});
  expect(fieldsOf('')).toEqual({});
});
