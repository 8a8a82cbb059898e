import { extensionsHeader } from '@console/contract/calls/extensions';
import { respondClientError } from '@console/server-base/client-errors';
import { delayClosingUnusedConnections } from '@console/server-base/delay-closing-unused-connections';
import type { ServerMetrics } from '@console/server-base/metrics';
import { requestIdOf } from '@console/server-base/request-id';
import type { ServerTraces } from '@console/server-base/traces';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { accountRoutes } from './account/account.routes.ts';
import { confirmationsRoutes } from './account/confirmations.routes.ts';
import { assessmentsRoutes } from './assessments/assessments.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { bulkRoutes } from './bulk/bulk.routes.ts';
import { createBulkQueue } from './bulk/bulk-queue.ts';
import { configRoutes } from './config/config.routes.ts';
import { createPasswordHasher } from './core/access/password-hasher.ts';
import { RefusalLog } from './core/access/refusal-log.ts';
import type { Services } from './core/access/services.ts';
import { secondMs } from './core/base/clock.ts';
import { createPepper } from './core/base/keys.ts';
import { type LogOptions, loggerOptions, logResponses } from './core/base/log.ts';
import { watchDatabase } from './core/database/database-watch.ts';
import { authenticate } from './core/http/authenticate.ts';
import { handleBadUrl, handleErrors } from './core/http/error-handler.ts';
import { serveFiles } from './core/http/files.routes.ts';
import { serveHealth } from './core/http/health.routes.ts';
import { acceptIdempotencyKeys } from './core/http/idempotency.ts';
import { serveIdempotentOperations } from './core/http/idempotent-operations.routes.ts';
import { limitWrites } from './core/http/limit-writes.ts';
import { serveOpenApi } from './core/http/openapi.routes.ts';
import { serveRefusalReports } from './core/http/refusals.routes.ts';
import { securityHeaders } from './core/http/security-headers.ts';
import { validatorCompiler } from './core/http/validate.ts';
import { createNotices } from './core/mail/notices.ts';
import { serveOutbox } from './core/mail/outbox.routes.ts';
import { createOutbound } from './core/outbound/outbound.ts';
import { exportsRoutes } from './exports/exports.routes.ts';
import { externalUsersRoutes } from './external-users/external-users.routes.ts';
import { mapExternalUser } from './external-users/map-external-user.ts';
import { invitationsRoutes } from './invitations/invitations.routes.ts';
import { keyRequestsRoutes } from './keys/key-requests.routes.ts';
import { keysRoutes } from './keys/keys.routes.ts';
import { lookupsRoutes } from './lookups/lookups.routes.ts';
import { inviteRoutes } from './mappings/invite.routes.ts';
import { mappingsRoutes } from './mappings/mappings.routes.ts';
import { allOrganisationsRoutes } from './organisations/all-organisations.routes.ts';
import { createImageRenderer, type ImageRenderer } from './organisations/image-renderer.ts';
import { organisationCommandRoutes } from './organisations/organisation-commands.routes.ts';
import type { OrganisationServices } from './organisations/organisation-services.ts';
import { organisationsRoutes } from './organisations/organisations.routes.ts';
import { attentionRoutes } from './overview/attention.routes.ts';
import { overviewRoutes } from './overview/overview.routes.ts';
import { passkeysRoutes } from './passkeys/passkeys.routes.ts';
import { pendingRoutes } from './pending/pending.routes.ts';
import { reportPlatform } from './platform-metrics.ts';
import { traceRequests } from './platform-traces.ts';
import { erasureRoutes } from './privacy/erasure.routes.ts';
import { personDataRoutes } from './privacy/person-data.routes.ts';
import { provisioningRoutes } from './provisioning/provisioning.routes.ts';
import { scimRoutes } from './provisioning/scim.routes.ts';
import { createReviewQueue } from './reviews/review-queue.ts';
import { reviewsRoutes } from './reviews/reviews.routes.ts';
import { securityRoutes } from './security/security.routes.ts';
import { sessionRoutes } from './session/session.routes.ts';
import { backChannelLogoutRoutes } from './sso/back-channel-logout.routes.ts';
import { singleSignOnRoutes } from './sso/single-sign-on.routes.ts';
import { ssoRoutes } from './sso/sso.routes.ts';
import type { ResolveTxt } from './sso/sso-domains.ts';
import { allUsersRoutes } from './users/all-users.routes.ts';
import { moveDuties } from './users/hand-over-duties.ts';
import { nominateToSeniorPost } from './users/nominate-to-senior-post.ts';
import { organiserRoutes } from './users/organiser.routes.ts';
import { takenEmailsRoutes } from './users/taken-emails.routes.ts';
import { userCommandRoutes } from './users/user-commands.routes.ts';
import { userDutiesRoutes } from './users/user-duties.routes.ts';
import { usersRoutes } from './users/users.routes.ts';
import { usersFileRoutes } from './users/users-file.routes.ts';
import { webhooksRoutes } from './webhooks/webhooks.routes.ts';

/** `settings.secrets` must have at least one entry. */
export type PlatformOptions = Omit<Services, 'notices' | 'outbound' | 'passwords' | 'pepper' | 'refusals'> & {
  passwords?: Services['passwords'];
  imageRenderer?: ImageRenderer;
  resolveTxt?: ResolveTxt | undefined;
  logger?: LogOptions;
  metrics?: ServerMetrics | undefined;
  traces?: ServerTraces | undefined;
};

/** Builds the product API's server without listening. It opens and closes none of its dependencies. */
export async function buildPlatform({
  logger = false,
  resolveTxt,
  metrics,
  traces,
  ...given
}: PlatformOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(logger),
    // A busy machine may take long to compile the routes.
    pluginTimeout: 0,
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    requestTimeout: 30 * secondMs,
    http: { headersTimeout: 10 * secondMs },
    bodyLimit: 128 * 1024,
    exposeHeadRoutes: false,
    frameworkErrors: handleBadUrl,
    clientErrorHandler: respondClientError,
    routerOptions: { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true },
  });
  const pepper = createPepper(given.settings.secrets);
  const services: OrganisationServices = {
    ...given,
    notices: createNotices(given),
    passwords: given.passwords ?? createPasswordHasher(),
    imageRenderer: given.imageRenderer ?? createImageRenderer(),
    pepper,
    outbound: createOutbound({
      allowedHosts: given.settings.outboundHosts,
      onFault: (fault) => app.log.warn(fault, 'connection failed'),
    }),
    refusals: new RefusalLog({ ...given, pepper }, (err) =>
      app.log.error({ err }, 'refusal not recorded in the activity log'),
    ),
  };
  if (!given.imageRenderer) app.addHook('onClose', () => services.imageRenderer.close());
  app.addHook('onClose', () => services.refusals.flush());
  app.addHook('onClose', () => services.outbound.close());
  delayClosingUnusedConnections(app.server);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  acceptNoBody(app);
  if (traces) traceRequests(app, traces, services.settings);
  logResponses(app, services.settings, metrics);
  handleErrors(app, services);
  // First, so that refused requests have these headers too.
  addSecurityHeaders(app);
  if (services.settings.extensions) announceExtensions(app);
  authenticate(app, services);
  limitWrites(app, services);
  acceptIdempotencyKeys(app, services);
  const database = watchDatabase(services.db);
  serveHealth(app, services, database);
  if (metrics) reportPlatform(metrics, services, database);
  serveOpenApi(app);
  sessionRoutes(app, services);
  accountRoutes(app, services);
  confirmationsRoutes(app, services);
  usersRoutes(app, services);
  allUsersRoutes(app, services);
  allOrganisationsRoutes(app, services);
  await usersFileRoutes(app, services);
  await userCommandRoutes(app, services, {
    nominate: nominateToSeniorPost,
    mapExternalUser,
    moveDuties,
  });
  organisationsRoutes(app, services);
  await organisationCommandRoutes(app, services);
  organiserRoutes(app, services);
  inviteRoutes(app, services);
  mappingsRoutes(app, services);
  externalUsersRoutes(app, services);
  ssoRoutes(app, services);
  singleSignOnRoutes(app, services, resolveTxt);
  backChannelLogoutRoutes(app, services);
  await scimRoutes(app, services);
  configRoutes(app, services);
  assessmentsRoutes(app, services);
  lookupsRoutes(app, services);
  keysRoutes(app, services);
  keyRequestsRoutes(app, services);
  webhooksRoutes(app, services);
  provisioningRoutes(app, services);
  securityRoutes(app, services);
  passkeysRoutes(app, services);
  userDutiesRoutes(app, services);
  erasureRoutes(app, services);
  takenEmailsRoutes(app, services);
  auditRoutes(app, services);
  invitationsRoutes(app, services);
  exportsRoutes(app, services);
  personDataRoutes(app, services);
  attentionRoutes(app, services);
  pendingRoutes(app, services);
  overviewRoutes(app, services);
  bulkRoutes(
    app,
    services,
    createBulkQueue(services, (err) => app.log.error({ err }, 'bulk action failed')),
  );
  reviewsRoutes(
    app,
    services,
    createReviewQueue(services, (err) => app.log.error({ err }, 'decisions of an access review not applied')),
  );
  serveIdempotentOperations(app, services);
  serveFiles(app, services);
  serveOutbox(app, services);
  serveRefusalReports(app, services);
  await app.ready();
  return app;
}

// A call without body may have the JSON content type.
function acceptNoBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  );
}

function announceExtensions(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header(extensionsHeader, '1');
  });
}

function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(securityHeaders);
  });
}
