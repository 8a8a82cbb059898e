import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { normalisePassword } from '@console/contract/text-rules';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { busy } from './failure.ts';

// OWASP's minimum for argon2id, which is the library's default algorithm.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes and checks passwords with argon2id, a few at a time. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Checks exactly one hash, whoever asks: without a hash (unknown email, no password yet) a dummy's, and answers false. A password that is not in NFKC is
   * checked as it was typed as well, because hashes of earlier releases were made of that: always both and whatever the first says, so that the time
   * depends on what was typed and never on the account. For every limit it is one check.
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Passwords with at most `concurrency` hashes at work and `waiting` in line; more are refused with 503. */
export function createPasswords({
  concurrency = Math.min(4, availableParallelism()),
  waiting = 64,
  verifyHash = verify,
} = {}): Passwords {
  const limit = pLimit(concurrency);
  const dummy = hash(randomBytes(16), cost);
  const queued = <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) throw busy();
    return limit(work);
  };
  return {
    hash: async (password) => queued(() => hash(normalisePassword(password), cost)),
    verify: async (passwordHash, password) => {
      const against = passwordHash ?? (await dummy);
      const forms = new Set([normalisePassword(password), password]);
      const results = await queued(async () => {
        const checked: boolean[] = [];
        for (const form of forms) checked.push(await verifyHash(against, form));
        return checked;
      });
      return results.includes(true) && passwordHash !== null;
    },
  };
}
