import { respondClientError } from '@console/server-base/client-errors';
import { delayClosingUnusedConnections } from '@console/server-base/delay-closing-unused-connections';
import { type AddressFields, addressFields } from '@console/server-base/log-addresses';
import type { ServerMetrics } from '@console/server-base/metrics';
import { requestIdOf } from '@console/server-base/request-id';
import type { ServerTraces, Span } from '@console/server-base/traces';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Clock } from './base/clock.ts';
import { KeyedMutex } from './base/keyed-mutex.ts';
import { MemoryStore } from './base/memory-store.ts';
import type { GatewaySettings } from './base/settings.ts';
import type { SharedState } from './base/shared-store.ts';
import { AttemptLimits } from './core/attempt-limits.ts';
import { ContentCipher } from './core/content-cipher.ts';
import { Cursors } from './core/cursors.ts';
import { ExportRegister } from './core/export-register.ts';
import { ImageProxy } from './core/images.ts';
import { KeyBudgets } from './core/key-budgets.ts';
import { type KeyRequest, KeyRequestLog } from './core/key-request-log.ts';
import { LookupLists } from './core/lookup-lists.ts';
import { RefusalReports } from './core/refusal-reports.ts';
import type { RequestSession } from './core/request-session.ts';
import { RequestShares, type Sender } from './core/request-shares.ts';
import { SecretNotice } from './core/secret-notice.ts';
import type { Services } from './core/services.ts';
import { SessionRegistry } from './core/session-registry.ts';
import { SessionRevocation } from './core/session-revocation.ts';
import { enforceBodyDeadline } from './core/uploads/body-deadline.ts';
import { watchProductApi } from './core/watch-product-api.ts';
import { observeRequest, reportGateway } from './gateway-metrics.ts';
import { traceRequests } from './gateway-traces.ts';
import type { OperationLog } from './graphql/format-error.ts';
import { backChannelLogoutRoutes } from './http/back-channel-logout.ts';
import { documentationRoutes } from './http/documentation.ts';
import { handleErrors, respondInvalidUrl } from './http/errors.ts';
import { eventRoutes } from './http/events.ts';
import { exportRoutes } from './http/exports.ts';
import { fileRoutes } from './http/files.ts';
import { readForwardedFor } from './http/forwarded-for.ts';
import { graphqlRoutes } from './http/graphql.ts';
import { callerFields } from './http/log-caller.ts';
import { reviewEvidenceRoutes } from './http/review-evidence.ts';
import { scimRoutes } from './http/scim.ts';
import { securityHeaders, securityHeadersOf } from './http/security-headers.ts';
import { serveSecurityTxt } from './http/security-txt.ts';
import { unsubscribeRoutes } from './http/unsubscribe.ts';
import { sendNotFound, serveWeb } from './http/web.ts';
import { Capabilities } from './product-api/capabilities.ts';
import { ProductApi } from './product-api/client.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the request is authenticated. */
    consoleSession: RequestSession | null;
    /** Set by the first hook of a route that is limited. */
    sender: Sender;
    /** Token that authorised an upload without a session. */
    onboardingToken: string | null;
    /** GraphQL operation, for the log line. */
    operationLog: OperationLog | null;
    keyRequest: KeyRequest | null;
    /** Accepted API key, or else its owner. */
    keyCaller: { keyId: string } | { userId: string } | null;
    /** First span and the current one, the parent of calls; null without traces. */
    spans: { request: Span; innermost: Span } | null;
  }
  interface FastifyInstance {
    /** From now on ready responds 503 and every response closes its connection. */
    drain(): void;
    /** From now on logs disagreements of gateway and product API. */
    watchProductApi(): void;
  }
}

/** Deadline of uploads; every other request has a much shorter one. */
const requestTimeoutMs = 2 * 60_000;
const headersTimeoutMs = 10_000;

export interface GatewayOptions {
  settings: GatewaySettings;
  clock: Clock;
  /** The built console; without it the gateway serves GraphQL only. */
  webDir?: string;
  /** Whether the documentation in `webDir` is still being built. */
  isDocumentationBeingMade?: (() => boolean) | undefined;
  logger?: FastifyServerOptions['logger'];
  metrics?: ServerMetrics | undefined;
  traces?: ServerTraces | undefined;
  /** Opens the shared state; it is closed with the gateway. */
  openShared?: OpenShared | undefined;
}

/** Shared with other gateways and our platform, so that all logs have one hash per address. */
const logSecrets = ({ gatewaySecrets, secrets }: GatewaySettings): string[] =>
  gatewaySecrets.length > 0 ? gatewaySecrets : secrets;

type OpenShared = (contentCipher: ContentCipher, log: FastifyBaseLogger) => Promise<SharedState>;

async function servicesOf(
  { settings, clock, metrics, openShared }: GatewayOptions,
  log: FastifyBaseLogger,
  fieldsOf: (address: string) => AddressFields,
): Promise<Services> {
  const productApi = new ProductApi(settings, clock, metrics);
  const { secrets } = settings;
  const contentCipher = new ContentCipher(secrets);
  const capabilities = new Capabilities(productApi, clock);
  const shared = (await openShared?.(contentCipher, log)) ?? null;
  const sharedStore = shared?.store ?? null;
  const secretNotice = new SecretNotice({ clock, log });
  const reporting = { api: productApi, capabilities, log, secretNotice };
  return {
    settings,
    clock,
    productApi,
    capabilities,
    pictures: new ImageProxy(productApi, contentCipher),
    contentCipher,
    cursors: new Cursors(secrets),
    sessionRegistry: new SessionRegistry(clock, sharedStore),
    sessionRevocation: new SessionRevocation(productApi),
    limits: new AttemptLimits(settings, shared),
    keyBudgets: new KeyBudgets(settings.keyPointsPerMinute, clock, shared),
    shares: new RequestShares(settings, clock),
    lookups: new LookupLists(clock),
    keyedMutex: new KeyedMutex(sharedStore),
    store: sharedStore ?? new MemoryStore(clock),
    shared,
    exports: new ExportRegister(clock, sharedStore),
    refusalReports: new RefusalReports({ ...reporting, clock }, { logKey: secrets[0] ?? '', addressFields: fieldsOf }),
    keyRequestLog: new KeyRequestLog(reporting),
    secretNotice,
  };
}

/** Logs and counts each request, with operation, error code and cost of GraphQL; URLs are not logged, because queries contain tokens. */
function logRequests(
  app: FastifyInstance,
  { shares }: Services,
  fieldsOf: (address: string) => AddressFields,
  metrics: ServerMetrics | undefined,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, operationLog, spans } = request;
    const ms = Math.round(reply.elapsedTime);
    const traceId = spans?.request.traceId;
    request.log.info(
      {
        method,
        route: routeOptions.url ?? '*',
        status: reply.statusCode,
        ...operationLog,
        ...callerFields(request, reply, shares, fieldsOf),
        ms,
        ...(traceId && { traceId }),
      },
      'request',
    );
    if (metrics) observeRequest(metrics, operationLog, reply);
    done();
  });
}

/** Live while the process responds; ready until it stops. Neither depends on the product API. */
function health(app: FastifyInstance): void {
  let draining = false;
  app.decorate('drain', () => {
    draining = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });
  app.get('/health/live', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { logLevel: 'silent' }, async (_request, reply) =>
    reply.code(draining ? 503 : 200).send({ status: draining ? 'stopping' : 'ok' }),
  );
}

/** The gateway, ready to listen or for injected requests. Closing waits for running requests. */
export async function buildGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const { settings, clock, webDir, isDocumentationBeingMade, logger = false, metrics, traces } = options;
  const headers = securityHeadersOf(settings);
  const app = Fastify({
    logger,
    trustProxy: settings.trustProxy,
    // A busy machine may take long to compile the schema.
    pluginTimeout: 0,
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: headersTimeoutMs },
    forceCloseConnections: 'idle',
    frameworkErrors: respondInvalidUrl(headers),
    clientErrorHandler: respondClientError,
    // Encrypted image URLs are long.
    routerOptions: { maxParamLength: 4_096 },
  });
  delayClosingUnusedConnections(app.server);
  const fieldsOf = addressFields(settings.logAddresses, logSecrets(settings));
  const services = await servicesOf(options, app.log, fieldsOf);
  const watching = new AbortController();
  app.decorate('watchProductApi', () => watchProductApi(services, app.log, watching.signal));
  if (metrics) reportGateway(metrics, services);
  app.decorateRequest('consoleSession', null);
  app.decorateRequest('onboardingToken', null);
  app.decorateRequest('operationLog', null);
  app.decorateRequest('keyRequest', null);
  app.decorateRequest('keyCaller', null);
  app.decorateRequest('spans', null);
  app.decorateRequest('sender');
  readForwardedFor(app);
  if (traces) traceRequests(app, traces, settings);
  enforceBodyDeadline(app);
  handleErrors(app, services);
  logRequests(app, services, fieldsOf, metrics);
  health(app);
  securityHeaders(app, headers);
  serveSecurityTxt(app, settings, clock);
  await app.register(graphqlRoutes, { services, webDir });
  await app.register(fileRoutes, { services });
  await app.register(exportRoutes, { services });
  await app.register(reviewEvidenceRoutes, { services });
  await app.register(eventRoutes, { services });
  await app.register(documentationRoutes, { services, webDir, isBeingMade: isDocumentationBeingMade });
  await app.register(backChannelLogoutRoutes, { services });
  await app.register(scimRoutes, { services });
  await app.register(unsubscribeRoutes, { services });
  if (webDir === undefined) app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
  else await serveWeb(app, webDir, settings, services.capabilities);
  app.addHook('onClose', async () => {
    watching.abort();
    await services.sessionRevocation.close();
    await Promise.all([services.refusalReports.close(), services.keyRequestLog.close()]);
    await services.productApi.close();
    services.shared?.close();
  });
  return app;
}
