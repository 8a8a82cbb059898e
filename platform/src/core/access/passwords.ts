import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { normalisePassword } from '@console/contract/text-rules';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue } from '../base/fair-queue.ts';

// OWASP's minimum for argon2id, which is the library's default algorithm.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Whose passwords share a place in the queue: those of a user, of a client address before sign-in, or of the server's own data. */
export type PasswordOwner = `user:${number}` | `address:${string}` | 'server';

/** Hashes and checks passwords with argon2id, a few at a time, round-robin by owner. Both throw 429 when too many of the owner wait. */
export interface Passwords {
  hash(owner: PasswordOwner, password: string): Promise<string>;
  /**
   * Checks exactly one hash, whoever asks: without a hash (unknown email, no password yet) a dummy's, and answers false. A password that is not in NFKC is
   * checked as it was typed as well, because hashes of earlier releases were made of that: always both and whatever the first says, so that the time
   * depends on what was typed and never on the account. For every limit it is one check.
   */
  verify(owner: PasswordOwner, passwordHash: string | null, password: string): Promise<boolean>;
}

/** Passwords with at most `concurrency` hashes at work and `maxWaiting` in line; of more, the newest of the owner with the most is refused. */
export function createPasswords({
  concurrency = Math.min(4, availableParallelism()),
  maxWaiting = 64,
  verifyHash = verify,
} = {}): Passwords {
  const queue = new FairQueue({ concurrency, maxWaiting });
  const dummy = hash(randomBytes(16), cost);
  return {
    hash: (owner, password) => queue.run(owner, () => hash(normalisePassword(password), cost)),
    verify: async (owner, passwordHash, password) => {
      const against = passwordHash ?? (await dummy);
      const forms = new Set([normalisePassword(password), password]);
      const results = await queue.run(owner, async () => {
        const checked: boolean[] = [];
        for (const form of forms) checked.push(await verifyHash(against, form));
        return checked;
      });
      return results.includes(true) && passwordHash !== null;
    },
  };
}
