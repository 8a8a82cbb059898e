import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { normalisePassword } from '@console/contract/fields/text-rules';
import { FairQueue } from '@console/server-base/fair-queue';
import { hash, verify } from '@node-rs/argon2';
import { tooManyTasks } from '../base/failure.ts';

// OWASP's minimum for argon2id, which is the library's default algorithm.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

type HashTaskOwner = `user:${number}` | `network:${string}` | 'server';

/** Hashes with argon2id, a few at a time, round-robin by owner. Throws 429 if too many tasks of the owner are queued. */
export interface PasswordHasher {
  hash(owner: HashTaskOwner, password: string): Promise<string>;
  /** Verifies a dummy and returns false if there is no stored hash. */
  verify(owner: HashTaskOwner, passwordHash: string | null, password: string): Promise<boolean>;
  /** Number of queued tasks. */
  waiting(): number;
}

let dummyHash: Promise<string> | undefined;

/** Runs at most `concurrency` hashes with `maxWaiting` queued; then rejects the newest task of the owner with the most. */
export function createPasswordHasher({
  concurrency = Math.min(4, availableParallelism()),
  maxWaiting = 64,
  verifyHash = verify,
} = {}): PasswordHasher {
  const queue = new FairQueue({ maxRunning: concurrency, maxQueued: maxWaiting, refusal: tooManyTasks });
  // Hashed at the start, because the first sign-in would otherwise take longer.
  dummyHash ??= hash(randomBytes(16), cost);
  const dummy = dummyHash;
  return {
    waiting: () => queue.queued,
    hash: (owner, password) => queue.run(owner, () => hash(normalisePassword(password), cost)),
    verify: async (owner, passwordHash, password) => {
      const storedHash = passwordHash ?? (await dummy);
      const isRight = await queue.run(owner, () => verifyHash(storedHash, normalisePassword(password)));
      return isRight && passwordHash !== null;
    },
  };
}
