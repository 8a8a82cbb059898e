import type { ApolloServerPlugin } from '@apollo/server';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { readCookie } from '../core/cookies.ts';

const ofTheRequest = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT']);

/**
 * GraphQL over HTTP: to a client that only knows `application/json`, an operation that cannot run is answered with 200. The codes are Apollo's, from
 * before they become ours.
 */
export const legacyStatus: ApolloServerPlugin<Context> = {
  requestDidStart: async () => ({
    async willSendResponse({ request, response, errors }) {
      const accept = request.http?.headers.get('accept') ?? '';
      if (accept.includes('application/graphql-response+json')) return;
      if (errors?.some(({ extensions }) => ofTheRequest.has(String(extensions.code)))) response.http.status = 200;
    },
  }),
};

/** A browser's cookie never comes with a GET of our pages: one that does was sent by somebody else. */
export const noCookieByGet: ApolloServerPlugin<Context> = {
  requestDidStart: async () => ({
    async didResolveOperation({ request, contextValue }) {
      const { session, cookieHeader } = contextValue;
      if (request.http?.method === 'GET' && !session.bearer && readCookie(cookieHeader, '__Host-console'))
        throw failure('FORBIDDEN', 'Operations of a browser session are sent by POST', { answerStatus: 403 });
    },
  }),
};

/** A failed mutation says whether anything was saved. */
export const savedOutcome: ApolloServerPlugin<Context> = {
  requestDidStart: async () => ({
    async willSendResponse({ operation, response: { body }, contextValue }) {
      if (operation?.operation !== 'mutation' || body.kind !== 'single' || !body.singleResult.errors) return;
      const { writes } = contextValue.call;
      body.singleResult.errors = body.singleResult.errors.map((error) => ({
        ...error,
        extensions: { ...error.extensions, saved: writes?.saved },
      }));
    },
  }),
};
