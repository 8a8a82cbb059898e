import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { operationLimits, texts } from '@console/contract/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorExtensions, failure } from '../base/errors.ts';
import { hashApiKey } from '../base/key-hash.ts';
import { recordOperationRefusals } from '../core/audit-refusal.ts';
import { Context, callContextOf } from '../core/context.ts';
import { readCookie } from '../core/cookies.ts';
import { RequestSession } from '../core/request-session.ts';
import type { Services } from '../core/services.ts';
import { acceptMultipart } from '../core/uploads/multipart.ts';
import { onboardingUploadGuard, restrictTokenToOnboarding } from '../core/uploads/upload-guard.ts';
import { callBudget, memoisedCost } from '../graphql/call-budget.ts';
import { checkCostOnly } from '../graphql/cost-only.ts';
import { DocumentStore } from '../graphql/document-store.ts';
import { executeWithApollo } from '../graphql/execute-with-apollo.ts';
import { errorBody, formatError, type OperationLog, requestScope } from '../graphql/format-error.ts';
import { executeIdempotently } from '../graphql/idempotent-mutations.ts';
import { requireSignedInForSchema } from '../graphql/introspection.ts';
import { setRateLimitHeaders, spendKeyBudget } from '../graphql/key-budget.ts';
import { operationLimitsRule } from '../graphql/operation-limits.ts';
import {
  createApolloGateway,
  createExecutor,
  createPipeline,
  maxValidationErrors,
} from '../graphql/operation-pipeline.ts';
import { requestPendingCount } from '../graphql/pending-count.ts';
import { readPersistedOperations, unnamedOperation } from '../graphql/persisted-operations.ts';
import { responseCost } from '../graphql/response-cost.ts';
import { refuseGetWithCookie, responsePlugin } from '../graphql/response-plugin.ts';
import { loadSchema } from '../graphql/schema.ts';
import { traceOperation } from '../graphql/trace-operation.ts';
import { isRecord, recordOf } from '../product-api/shape.ts';
import { checkRequestAndOpenSession, readBearerKey } from '../session/request-check.ts';
import { admitReader } from './audience.ts';
import { compressResponses } from './compress.ts';
import { countJsonBytes, limitRequests } from './limit-requests.ts';
import { acceptKey } from './log-caller.ts';
import { logKeyRequests, noteGivenName, noteOperationName } from './log-key-requests.ts';
import { isSandboxPageRequest, readSandboxPage, sendSandboxPage } from './sandbox.ts';

const bodyLimit = 128 * 1024;
const maxDirectives = 10;
const maxSelections = 400;
/** A type of the schema is wrapped four times at most, and tools select up to 13 levels of `ofType`. */
const maxIntrospectionDepth = 25;
const maxIntrospectionSelections = 600;

async function startApollo(
  { settings }: Services,
  app: FastifyInstance,
  gateway: ReturnType<typeof createApolloGateway>,
  documentStore: DocumentStore,
): Promise<ApolloServer<Context>> {
  const apollo = new ApolloServer<Context>({
    gateway,
    logger: app.log,
    introspection: settings.introspection !== 'off',
    hideSchemaDetailsFromClientErrors: true,
    includeStacktraceInErrorResponses: false,
    persistedQueries: false,
    documentStore,
    allowBatchedHttpRequests: false,
    // Fastify stops Apollo after the running requests have ended.
    stopOnTerminationSignals: false,
    // `checkRequestAndOpenSession` and `authorizeUpload` require our guard wherever a browser could send credentials.
    csrfPrevention: false,
    maxRecursiveSelections: 2000,
    parseOptions: { maxTokens: operationLimits.tokens },
    validationOptions: { maxErrors: maxValidationErrors },
    validationRules: [
      operationLimitsRule({
        depth: operationLimits.depth,
        aliases: operationLimits.aliases,
        rootFields: operationLimits.rootFields,
        directives: maxDirectives,
        selections: maxSelections,
        introspectionDepth: maxIntrospectionDepth,
        introspectionSelections: maxIntrospectionSelections,
      }),
    ],
    formatError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      responsePlugin,
    ],
  });
  await apollo.start();
  return apollo;
}

/** Rejects compressed bodies, and encodings other than UTF-8. */
function assertSupportedEncoding({ headers }: FastifyRequest): void {
  const packed = headers['content-encoding'];
  if (packed !== undefined && packed !== 'identity')
    throw failure('INVALID', 'Compressed request bodies are not supported. Send the body without Content-Encoding.', {
      responseStatus: 415,
    });
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw failure('INVALID', 'Request bodies must be encoded in UTF-8.', { responseStatus: 415 });
  // Apollo's integration builds a URL from it and would throw.
  if (!URL.canParse(`http://${headers.host}/`))
    throw failure('INVALID', 'The Host header is not valid. Send the host name of the console.', {
      responseStatus: 400,
    });
}

async function authenticateRequest(request: FastifyRequest, services: Services): Promise<void> {
  assertSupportedEncoding(request);
  const key = readBearerKey(request);
  request.consoleSession =
    request.method === 'POST'
      ? await checkRequestAndOpenSession(request, services, callContextOf(request))
      : new RequestSession(services, {
          hasGuard: false,
          pageSecretHash: null,
          ...(key === null ? {} : { bearerKey: key }),
        });
}

/** Counts the session's cookie and its successor for its user from now on. */
function acceptSession({ consoleSession, sender }: FastifyRequest, cookies: string[], { shares }: Services): void {
  const user = consoleSession?.current?.uid;
  if (user === undefined) return;
  if (consoleSession?.cookieSession) shares.accept(sender, `user ${user}`);
  const renewed = cookies.map((cookie) => readCookie(cookie.split(';', 1)[0], '__Host-console')).find(Boolean);
  if (renewed && renewed !== 'twice')
    shares.accept({ ...sender, credential: hashApiKey(renewed.value) }, `user ${user}`);
}

/** Sets cookies, or returns a Bearer caller's new token. A GET sets no cookie. */
async function sendSession(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<void> {
  const session = request.consoleSession;
  reply.header('cache-control', 'no-store').header('vary', 'Accept, Origin, Sec-Fetch-Site');
  if (!session) return;
  if (session.renewedBearerToken) reply.header(services.settings.sessionTokenHeader, session.renewedBearerToken);
  if (request.method !== 'POST') return;
  const hasPendingStep = readCookie(request.headers.cookie, '__Host-preauth') !== null;
  const cookies = await session.setCookies(hasPendingStep);
  reply.header('set-cookie', cookies);
  acceptSession(request, cookies, services);
}

/** Media types ignore case, but body readers compare them in lower case. */
function normaliseMediaType({ headers }: FastifyRequest): void {
  const type = headers['content-type'];
  if (type !== undefined) headers['content-type'] = type.trimStart().replace(/^[^;]*/, (media) => media.toLowerCase());
}

const optionalParameters = ['operationName', 'variables', 'extensions'];
const emptyInSearch = new RegExp(`(?<=^|&)(?:${optionalParameters.join('|')})=?(?:&|$)`, 'g');

/** An empty text counts as a missing parameter: forms and generated clients send it. */
function dropEmptyParameters({ body, raw }: FastifyRequest): void {
  if (isRecord(body)) for (const name of optionalParameters) if (body[name] === '') Reflect.deleteProperty(body, name);
  const start = raw.url?.indexOf('?') ?? -1;
  if (raw.url === undefined || start < 0) return;
  raw.url = raw.url.slice(0, start + 1) + raw.url.slice(start + 1).replace(emptyInSearch, '');
}

/** `/graphql`: the sandbox for a browser that opens it; else session check and Apollo. */
export async function graphqlRoutes(
  app: FastifyInstance,
  { services, webDir }: { services: Services; webDir: string | undefined },
): Promise<void> {
  const schema = loadSchema();
  const costOf = memoisedCost(schema);
  const { introspection, sandbox: audience, maxObjectCalls, keyPointsPerMinute } = services.settings;
  const execute = createPipeline({
    checks: [
      noteOperationName,
      checkCostOnly,
      refuseGetWithCookie,
      restrictTokenToOnboarding,
      callBudget(maxObjectCalls, schema, costOf),
      spendKeyBudget(services.keyBudgets, costOf, keyPointsPerMinute),
      requireSignedInForSchema(introspection),
      requestPendingCount,
    ],
    execute: responseCost(costOf, executeIdempotently(createExecutor(schema))),
    onErrors(errors, operation) {
      services.shares.chargeRefusals(operation.context.sender, errors);
      return recordOperationRefusals(errors, operation);
    },
  });
  const documents = new DocumentStore();
  const apollo = await startApollo(services, app, createApolloGateway(schema, execute), documents);
  const persisted = await readPersistedOperations(services.settings, webDir);
  const sandbox = await readSandboxPage(services.settings, webDir);
  app.removeContentTypeParser('text/plain');
  logKeyRequests(app, services, null);
  limitRequests(app, services.shares);
  await compressResponses(app);
  countJsonBytes(app, services.shares);
  app.addHook('onRequest', async (request, reply) => {
    if (sandbox !== null && isSandboxPageRequest(request)) {
      if (!(await admitReader(request, reply, services, audience))) return reply;
      return sendSandboxPage(reply, sandbox);
    }
    request.operationLog = { operation: unnamedOperation };
    normaliseMediaType(request);
    await authenticateRequest(request, services);
  });
  acceptMultipart(app, onboardingUploadGuard(services), ({ sender }, bytes) =>
    services.shares.chargeBytes(sender, bytes),
  );
  app.addHook('onSend', async (request, reply, payload) => {
    try {
      await sendSession(request, reply, services);
      return payload;
    } catch (err) {
      // Fastify would respond to an error thrown here with its own message.
      request.log.error({ err }, 'unexpected failure');
      reply.code(500);
      return errorBody(texts.requestFailed, errorExtensions('INTERNAL'), request.id);
    }
  });
  app.addHook('onClose', () => apollo.stop());

  const run = async (request: FastifyRequest, reply: FastifyReply, operationLog: OperationLog): Promise<string> => {
    const session = request.consoleSession ?? new RequestSession(services, { hasGuard: false, pageSecretHash: null });
    const context = new Context(request, services, session);
    const respondWithApollo = () => executeWithApollo(apollo, request, reply, context);
    const parse = (endParsing: () => void) => {
      context.endParsing = endParsing;
      return respondWithApollo();
    };
    const isParsed = documents.has(recordOf(request.body).query);
    const text = await (isParsed ? respondWithApollo() : services.shares.parse(request.sender, parse));
    if (session.isBearer && context.api.isAccepted) acceptKey(request, context);
    setRateLimitHeaders(reply, context);
    operationLog.cost = context.cost.spent?.requested;
    return text;
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply, operationLog: OperationLog): Promise<string> => {
    dropEmptyParameters(request);
    noteGivenName(request);
    persisted.replaceHash(request);
    operationLog.operation = persisted.nameOf(request);
    return traceOperation(request, operationLog, () => run(request, reply, operationLog));
  };
  app.route({
    url: '/graphql',
    method: ['GET', 'POST'],
    bodyLimit,
    exposeHeadRoute: false,
    handler(request, reply) {
      const { id: requestId, log } = request;
      const operationLog = request.operationLog ?? { operation: unnamedOperation };
      return requestScope.run({ requestId, log, operationLog }, () => answer(request, reply, operationLog));
    },
  });
}
