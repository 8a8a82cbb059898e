import { expect, test } from 'vitest';
import { diallingCodeOf } from './dialling-code.ts';
import { validateUser } from './user-rules.ts';

test('START-29 a dialling code may be typed without its plus, with 00 or in brackets', () => {
  expect(['49', '0049', '+49', ' + 49 ', '(+49)', '00 49'].map(diallingCodeOf)).toEqual(Array(6).fill('+49'));
  expect(['1-684', '001 684', '+1684'].map(diallingCodeOf)).toEqual(['+1-684', '+1 684', '+1684']);
  for (const read of ['49', '0049', '1-684'].map(diallingCodeOf))
    expect(validateUser({ country_code: read }, { fields: ['country_code'] })).toEqual({});
});

test('START-29 a text that is no dialling code stays for its check', () => {
  const others = ['', 'Germany', '049', '0', '00', '4917612345678', '+49x', '４９'];
  expect(others.map(diallingCodeOf)).toEqual(others);
});
