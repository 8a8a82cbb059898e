import { expect, test } from 'vitest';
import { parseAllowedAddresses } from './allowed-addresses.ts';

test('NETWORK-2 a list has each network once, in its canonical form', () => {
  const entries = [
    ...[' 203.0.113.7 ', '203.0.113.7/32', '::ffff:203.0.113.7/128', '', '10.0.0.0/8', '::ffff:10.0.0.0/104'],
    ...['2001:DB8::/32', '2001:db8:0::1/128', '2001:db8::192.0.2.1', '128.0.0.0/1'],
  ];
  expect(parseAllowedAddresses(entries)).toEqual({
    list: ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32', '2001:db8::1', '2001:db8::c000:201', '128.0.0.0/1'],
  });
  expect(parseAllowedAddresses(['', ' '])).toEqual({ list: null });
});

const unknown = 'which is not an IP address or network';
const everything = 'which allows every address';

type Refused = [entry: string, code: string, message: string];

test.each<Refused>([
  ['10.0.0.5/8', 'FORMAT', 'cannot contain “10.0.0.5/8”. Enter the network 10.0.0.0/8 or the address 10.0.0.5'],
  [
    '2001:db8::1/32',
    'FORMAT',
    'cannot contain “2001:db8::1/32”. Enter the network 2001:db8::/32 or the address 2001:db8::1',
  ],
  ['0.0.0.0/0', 'NOT_ALLOWED', `cannot contain “0.0.0.0/0”, ${everything}`],
  ['10.0.0.0/0', 'NOT_ALLOWED', `cannot contain “10.0.0.0/0”, ${everything}`],
  ['::/0', 'NOT_ALLOWED', `cannot contain “::/0”, ${everything}`],
  ['::ffff:0:0/96', 'NOT_ALLOWED', `cannot contain “::ffff:0:0/96”, ${everything}`],
  ...[
    '10.0.0.0/33',
    '2001:db8::/129',
    '10.0.0/24',
    'fe80::1%eth0',
    '10.0.0.0/8,1.1.1.1',
    '10.0.0.0/-1',
    'intranet',
  ].map((entry): Refused => [entry, 'FORMAT', `cannot contain “${entry}”, ${unknown}`]),
  ...['# office', '#'].map((entry): Refused => [entry, 'FORMAT', `cannot contain “${entry}”, which is a comment`]),
  ...['10.0.0.1-10.0.0.9', '10.0.0.1 – 9', '2001:db8::1-2001:db8::9'].map((entry): Refused => {
    const range = 'which is a range. Enter its networks, such as 203.0.113.0/24';
    return [entry, 'FORMAT', `cannot contain “${entry}”, ${range}`];
  }),
  ['::1]:80/[', 'FORMAT', `cannot contain “::1]:80/[”, ${unknown}`],
  ['x'.repeat(100), 'FORMAT', `cannot contain “${'x'.repeat(60)}”, ${unknown}`],
])('NETWORK-2 NETWORK-14 the entry %s is refused with %s', (entry, code, message) => {
  expect(parseAllowedAddresses(['192.0.2.1', entry])).toEqual({ problems: [{ code, message }] });
});

test('NETWORK-2 a list has at most 100 entries', () => {
  const entries = Array.from({ length: 101 }, (_, place) => `192.0.2.${place}`);
  expect(parseAllowedAddresses(entries.slice(1))).toEqual({ list: entries.slice(1) });
  expect(parseAllowedAddresses(entries)).toEqual({
    problems: [{ code: 'TOO_LONG', message: 'must have at most 100 entries' }],
  });
});
