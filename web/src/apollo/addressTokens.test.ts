import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { addressToken, forgetAddressToken, moveAddressTokensToMemory, removeStoredToken } from './addressTokens.ts';

const openAt = (path: string) => {
  const before = window.location.href;
  onTestFinished(() => window.history.replaceState(null, '', before));
  window.history.replaceState({ idx: 3 }, '', path);
  const entries = window.history.length;
  moveAddressTokensToMemory();
  expect(window.history.length).toBe(entries);
};
beforeEach(() => sessionStorage.clear());

const rest = () => window.location.pathname + window.location.search + window.location.hash;

test('LOGIN-14 CASES-15 a hand-over token leaves the address and its history entry, the rest stays', () => {
  openAt('/login?next=/O%3Fx%3D1&sessionToken=a%2Bb&source=auditor#h');
  expect(rest()).toBe('/login?next=%2FO%3Fx%3D1&source=auditor#h');
  expect(new URLSearchParams(window.location.search).get('next')).toBe('/O?x=1');
  expect(window.history.state).toEqual({ idx: 3 });
  expect(addressToken('sessionToken')).toBe('a+b');
  forgetAddressToken('sessionToken');
  expect(addressToken('sessionToken')).toBeNull();
});

test('RESET-4 CASES-15 so does the token of a mailed link, also when it is there twice', () => {
  openAt('/reset-password?reset_password_token=one&reset_password_token=two');
  expect(rest()).toBe('/reset-password');
  expect(addressToken('reset_password_token')).toBe('one');
});

test('ONB-1 CASES-15 and the token of an invitation to bring an organisation on board', () => {
  openAt('/org-onboard?token=one&x=1');
  expect(rest()).toBe('/org-onboard?x=1');
  expect(addressToken('token')).toBe('one');
  openAt('/O/add?token=one');
  expect(rest()).toBe('/O/add');
  expect(addressToken('token')).toBeNull();
});

test('LOGIN-15 RESET-5 an empty token is none, and an address without one is left as it is', () => {
  openAt('/login?sessionToken=');
  expect(rest()).toBe('/login');
  expect(addressToken('sessionToken')).toBeNull();
  openAt('/O?search=a%20b');
  expect(rest()).toBe('/O?search=a%20b');
});

test('LOGIN-14 CASES-13 a token that comes to another page leaves the address and is forgotten', () => {
  openAt('/O?sessionToken=a&reset_password_token=b');
  expect(rest()).toBe('/O');
  expect([addressToken('sessionToken'), addressToken('reset_password_token')]).toEqual([null, null]);
});

test.each([
  ['RESET-14', 'reset_password_token', '/reset-password'],
  ['ONB-10', 'token', '/org-onboard'],
  ['SIGNIN-11', 'single_sign_on_token', '/login/confirm'],
] as const)(
  '%s CASES-15 the token %s survives a reload of %s in this tab only, until it is used',
  (_id, parameter, path) => {
    openAt(`${path}?${parameter}=one`);
    openAt(path);
    expect(addressToken(parameter)).toBe('one');
    expect(rest()).toBe(path);
    expect(JSON.stringify({ ...localStorage }) + document.cookie).not.toContain('one');
    openAt(`${path}?${parameter}=two`);
    openAt(path);
    expect(addressToken(parameter)).toBe('two');
    forgetAddressToken(parameter);
    openAt(path);
    expect(addressToken(parameter)).toBeNull();
  },
);

test('RESET-14 ONB-10 a token is dropped once its page was left, and another page does not find it', () => {
  openAt('/reset-password?reset_password_token=one');
  removeStoredToken('reset_password_token');
  openAt('/reset-password');
  expect(addressToken('reset_password_token')).toBeNull();
  openAt('/org-onboard?token=two');
  openAt('/login');
  openAt('/org-onboard');
  expect([addressToken('token'), sessionStorage.length]).toEqual([null, 0]);
});

test('LOGIN-14 a hand-over token does not survive a reload', () => {
  openAt('/login?sessionToken=one');
  openAt('/login');
  expect([addressToken('sessionToken'), sessionStorage.length]).toEqual([null, 0]);
});
