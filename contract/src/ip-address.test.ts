import { expect, test } from 'vitest';
import { canonicalAddress, countedNetwork, failureNetworks } from './ip-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['0:0:0:0:0:FFFF:CB00:7107', '203.0.113.7'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['203.0.113.007', null],
  ['gateway', null],
])('NETWORK-2 the address %s is compared as %s', (text, canonical) => {
  expect(canonicalAddress(text)).toBe(canonical);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:5678', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['0:0:0:0:0:FFFF:CB00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:5678', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['64:FF9B:0:0:0:0:cb00:7107', '203.0.113.7'],
  ['64:ff9b:0:0:1::cb00:7107', '64:ff9b::/64'],
  ['64:ff9b:1::cb00:7107', '64:ff9b:1::/64'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:5678', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['203.0.113.007', '203.0.113.007'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['gateway', 'gateway'],
  ['', ''],
])('COUNTED-1 the address %s counts as %s', (address, network) => {
  expect(countedNetwork(address)).toBe(network);
});

test('COUNTED-1 failures also count for the /48 of IPv6, at 20 times the limit', () => {
  expect(failureNetworks('2001:db8:1:2::1')).toEqual([
    { network: '2001:db8:1:2::/64', times: 1 },
    { network: '2001:db8:1::/48', times: 20 },
  ]);
  for (const address of ['203.0.113.7', '64:ff9b::203.0.113.7'])
    expect(failureNetworks(address)).toEqual([{ network: '203.0.113.7', times: 1 }]);
});
