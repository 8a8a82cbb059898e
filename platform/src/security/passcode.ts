import { randomInt } from 'node:crypto';
import { otpAlphabet, otpLength } from '@console/contract/rules';

export const newPasscode = (): string =>
  Array.from({ length: otpLength }, () => otpAlphabet[randomInt(otpAlphabet.length)]).join('');

/** Normalises a passcode: ignores case, and reads O as 0, I and L as 1. */
export const normalisePasscode = (typed: string): string =>
  typed.trim().toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
