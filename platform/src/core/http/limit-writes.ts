import { accountCalls } from '@console/contract/calls/account';
import { confirmationsCalls } from '@console/contract/calls/confirmations';
import { idempotencyCalls } from '@console/contract/calls/idempotency';
import { keysCalls } from '@console/contract/calls/keys';
import { organisationKeysCalls } from '@console/contract/calls/organisation-keys';
import { passkeysCalls } from '@console/contract/calls/passkeys';
import { reviewsCalls } from '@console/contract/calls/reviews';
import { secondFactorCalls } from '@console/contract/calls/second-factors';
import { securityCalls } from '@console/contract/calls/security';
import { sessionCalls } from '@console/contract/calls/session';
import { webhooksCalls } from '@console/contract/calls/webhooks';
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

/** What an owner needs against a thief who has used up the writes of the user. */
const countedBySession: readonly string[] = [
  ...Object.values(confirmationsCalls),
  accountCalls.validPassword,
  accountCalls.changePwd,
  securityCalls.endSession,
  securityCalls.endSessions,
  securityCalls.forgetDevice,
  securityCalls.unlinkProvider,
  passkeysCalls.removePasskey,
  secondFactorCalls.removeApp,
  secondFactorCalls.renewRecoveryCodes,
  keysCalls.revokeKey,
  organisationKeysCalls.revokeOrganisationApiKey,
  webhooksCalls.deleteWebhook,
].map(({ name }) => name);

/** Counts the writes of all sessions of a user, or of one session. API keys have a budget instead. Throws 429. */
export function limitWrites(app: FastifyInstance, { db, clock }: Pick<Services, 'db' | 'clock'>): void {
  app.addHook('onRequest', async ({ caller, routeOptions }) => {
    const { call, isRead } = routeOptions.config;
    if (caller?.sessionId === undefined || !call || isRead || uncounted.includes(call)) return;
    const key = countedBySession.includes(call) ? `session:${caller.sessionId}` : `user:${caller.userId}`;
    await countAttempt(db, clock, `writes:${key}`, writesOfUser);
  });
}
