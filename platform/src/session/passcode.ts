import { randomInt } from 'node:crypto';
import { otpAlphabet, otpLength } from '@console/contract/rules';

/** A new passcode. */
export const newPasscode = (): string =>
  Array.from({ length: otpLength }, () => otpAlphabet[randomInt(otpAlphabet.length)]).join('');

/** A passcode as people type it: capitals do not matter, and what looks alike is the same (O is 0, I and L are 1). */
export const foldPasscode = (typed: string): string =>
  typed.trim().toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
