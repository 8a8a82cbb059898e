import type { ApolloServerPlugin, GraphQLRequestContextWillSendResponse } from '@apollo/server';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { hasConsoleCookie } from '../core/cookies.ts';
import type { OperationCheck } from '../core/validated-operation.ts';
import { costExtension } from './key-budget.ts';
import { isTooCostly } from './too-costly.ts';

const requestErrorCodes = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT']);

type Sent = GraphQLRequestContextWillSendResponse<Context>;

/**
 * GraphQL over HTTP: a client that only accepts `application/json` gets status 200 for an operation that cannot run; for
 * one that is too costly every client gets 422. The codes are Apollo's, before they are translated.
 */
function setRequestErrorStatus({ request, response, errors }: Sent): void {
  if (errors?.some(isTooCostly)) {
    response.http.status = 422;
    return;
  }
  const accept = request.http?.headers.get('accept') ?? '';
  if (accept.includes('application/graphql-response+json')) return;
  if (errors?.some(({ extensions }) => requestErrorCodes.has(String(extensions.code)))) response.http.status = 200;
}

/** 401 instead of 200 with null fields when the product API rejects the API key. */
function setRefusedKeyStatus({ response: { body, http }, contextValue }: Sent): void {
  if (body.kind !== 'single' || !contextValue.session.isBearer) return;
  const { data, errors } = body.singleResult;
  const isRefused = errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
  if (!isRefused || Object.values(data ?? {}).some((value) => value !== null)) return;
  delete body.singleResult.data;
  http.status = 401;
  http.headers.set('www-authenticate', 'Bearer');
}

function addSavedState({ operation, response: { body }, contextValue }: Sent): void {
  if (operation?.operation !== 'mutation' || body.kind !== 'single' || !body.singleResult.errors) return;
  const { writes } = contextValue.call;
  body.singleResult.errors = body.singleResult.errors.map((error) => ({
    ...error,
    extensions: { ...error.extensions, saved: writes?.saved },
  }));
}

function addExtensions({ response: { body }, contextValue }: Sent): void {
  const { session, operationCost } = contextValue;
  const own = session.end === undefined ? costExtension(contextValue) : { sessionEnd: session.end };
  const extensions = operationCost === null ? own : { ...own, operationCost };
  if (body.kind === 'single' && extensions)
    body.singleResult.extensions = { ...body.singleResult.extensions, ...extensions };
}

/** One plugin, because Apollo waits for each several times in a request. */
export const responsePlugin: ApolloServerPlugin<Context> = {
  requestDidStart: async () => ({
    async willSendResponse(sent) {
      setRequestErrorStatus(sent);
      setRefusedKeyStatus(sent);
      addSavedState(sent);
      addExtensions(sent);
    },
  }),
};

/** Our pages never send a GET with our cookies, so another site sent this request. */
export const refuseGetWithCookie: OperationCheck = ({ request, context: { session, cookieHeader } }) => {
  if (request.http?.method === 'GET' && !session.isBearer && hasConsoleCookie(cookieHeader))
    throw failure('FORBIDDEN', 'A browser session must send operations by POST.', { responseStatus: 403 });
};
