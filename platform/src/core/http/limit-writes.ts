import { idempotencyCalls } from '@console/contract/calls/idempotency';
import { reviewsCalls } from '@console/contract/calls/reviews';
import { sessionCalls } from '@console/contract/calls/session';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../access/services.ts';
import { minuteMs } from '../base/clock.ts';
import { countAttempt } from '../database/limits.ts';

/** Each write can add events, also that of a user of the lowest role. */
const writesOfUser = { max: 300, windowMs: 10 * minuteMs };

/** Decisions come in quick succession, signing out must always work, and registered operations belong to counted writes. */
const uncounted: readonly string[] = [
  reviewsCalls.decideInAccessReview,
  sessionCalls.logoutApiUser,
  ...Object.values(idempotencyCalls),
].map(({ name }) => name);

/** Counts the writes of all sessions of a user. API keys have a budget instead. Throws 429. */
export function limitWrites(app: FastifyInstance, { db, clock }: Pick<Services, 'db' | 'clock'>): void {
  app.addHook('onRequest', async ({ caller, routeOptions }) => {
    const { call, isRead } = routeOptions.config;
    if (caller?.sessionId === undefined || !call || isRead || uncounted.includes(call)) return;
    await countAttempt(db, clock, `writes:user:${caller.userId}`, writesOfUser);
  });
}
