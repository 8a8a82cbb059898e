import { scimMaxBytes, texts } from '@console/contract/rules';
import { isServerFailure } from '@console/server-base/server-failure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../core/access/services.ts';
import { changeProvisionedUser, deactivateProvisionedUser, deleteProvisionedUser } from './change-user.ts';
import { createProvisionedUser } from './create-user.ts';
import { noteFailedDeactivation } from './failed-deactivations.ts';
import { findProvisionedUser, listProvisionedUsers } from './provisioned-users.store.ts';
import { logKeyRequest, recordFailure } from './record-request.ts';
import { findScimAccess } from './scim/authenticate.ts';
import { parseUserFilter } from './scim/filter.ts';
import { asksToDeactivate } from './scim/leaver.ts';
import { parsePatch, patchUser, readUser } from './scim/patch.ts';
import { toScimResource, userLocation } from './scim/resource.ts';
import { type Selection, sendScim, sendScimError, sendUser, toRefusal } from './scim/responses.ts';
import { listResponse, maxResults, resourceTypes, schemaDocuments, serviceProviderConfig } from './scim/schemas.ts';
import { ScimError } from './scim/scim-error.ts';
import type { ScimActor, ScimOutcome, ScimUser } from './scim/scim-user.ts';
import { selectAttributes } from './scim/selection.ts';
import { invalidValue, isObject } from './scim/values.ts';

/** Longest list of attributes; with their schemas, all attributes have about 3,000 characters. */
const maxSelection = 5_000;

/** SCIM 2.0 of users (RFC 7643, RFC 7644) at /scim/v2; an extension. */
export async function scimRoutes(app: FastifyInstance, services: Services): Promise<void> {
  if (!services.settings.extensions) return;
  app.decorateRequest('scimActor', null);
  app.decorateRequest('scimRefusal', null);
  await app.register(
    async (scim) => {
      acceptScimJson(scim);
      handleScimErrors(scim, services);
      scim.addHook('onRequest', async (request) => {
        const { actor, refused } = await findScimAccess(services, request);
        request.scimActor = actor;
        request.keyId = actor.apiKeyId;
        if (refused) throw refused;
      });
      userRoutes(scim, services);
      discoveryRoutes(scim, services.settings.publicUrl.origin);
      unsupportedRoutes(scim);
    },
    { prefix: '/scim/v2' },
  );
}

function acceptScimJson(scim: FastifyInstance): void {
  scim.removeAllContentTypeParsers();
  const types = ['application/scim+json', 'application/json'];
  scim.addContentTypeParser(
    types,
    { parseAs: 'string', bodyLimit: scimMaxBytes },
    async (_request: FastifyRequest, body: string) => {
      try {
        return body === '' ? undefined : JSON.parse(body.replace(/^\uFEFF/, ''));
      } catch {
        throw new ScimError(400, 'The request is not valid JSON.', 'invalidSyntax');
      }
    },
  );
}

function handleScimErrors(scim: FastifyInstance, services: Services): void {
  scim.setErrorHandler(async (error, request, reply) => {
    const refusal = toRefusal(error) ?? new ScimError(500, texts.requestFailed);
    request.scimRefusal = refusal;
    if (isServerFailure(refusal.status)) request.log.error({ err: error }, 'SCIM request failed');
    await recordFailure(services, request, refusal);
    await noteFailedDeactivation(services, request, refusal);
    return sendScimError(reply, refusal);
  });
  scim.setNotFoundHandler(() => {
    throw new ScimError(404, 'There is no such resource.');
  });
  scim.addHook('onSend', async (request, reply) => logKeyRequest(services, request, reply));
}

type UserRequest = FastifyRequest<{ Params: { id: string } }>;

function userRoutes(scim: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  const { origin } = settings.publicUrl;
  const config = (call: string) => ({ config: { call } });
  const unknownUser = () => new ScimError(404, 'There is no user with this id.');

  scim.get('/Users', config('scimListUsers'), async (request, reply) => {
    const { filter: text, startIndex, count, ...selection } = readQuery(request);
    const page = {
      startIndex: Math.max(startIndex ?? 1, 1),
      count: Math.min(Math.max(count ?? maxResults, 0), maxResults),
    };
    const filter = parseUserFilter(text ?? '');
    const { users, total } = await listProvisionedUsers(services, organisationOf(request), { filter, ...page });
    const resources = users.map((user) => selectAttributes(toScimResource(user, origin), selection));
    return sendScim(reply, listResponse(resources, total, page.startIndex));
  });

  scim.get('/Users/:id', config('scimReadUser'), async (request: UserRequest, reply) => {
    const user = await findProvisionedUser(db, organisationOf(request), request.params.id);
    if (!user) throw unknownUser();
    const known = request.headers['if-none-match'];
    if (known?.split(',').some((one) => one.trim() === user.version))
      return reply.code(304).header('etag', user.version).send();
    return sendUser(reply, origin, user, readQuery(request));
  });

  /** Responds with the changed user, and lists omitted changes as failed requests. */
  const respond = async (request: FastifyRequest, reply: FastifyReply, outcome: ScimOutcome, status: number) => {
    const { user, refused, notes } = outcome;
    for (const message of notes) await recordFailure(services, request, { status, message });
    if (refused) throw refused;
    return sendUser(reply, origin, user, readQuery(request), status);
  };

  /** Deactivates a leaver first, and returns the versions that the rest can match. */
  const deactivateFirst = async (request: UserRequest): Promise<string | undefined> => {
    const ifMatch = request.headers['if-match'];
    if (!asksToDeactivate(request.body)) return ifMatch;
    const version = await deactivateProvisionedUser(services, actorOf(request), request.params.id, { ifMatch });
    return ifMatch && `${ifMatch}, ${version}`;
  };

  scim.post('/Users', config('scimCreateUser'), async (request, reply) => {
    const outcome = await createProvisionedUser(services, actorOf(request), readUser(request.body));
    reply.header('location', userLocation(origin, outcome.user.id));
    return respond(request, reply, outcome, 201);
  });

  scim.put('/Users/:id', config('scimReplaceUser'), async (request: UserRequest, reply) => {
    const ifMatch = await deactivateFirst(request);
    const replacement = readUser(request.body);
    const options = { replaces: true, ifMatch };
    const outcome = await changeProvisionedUser(
      services,
      actorOf(request),
      request.params.id,
      () => replacement,
      options,
    );
    return respond(request, reply, outcome, 200);
  });

  scim.patch('/Users/:id', config('scimPatchUser'), async (request: UserRequest, reply) => {
    const ifMatch = await deactivateFirst(request);
    const operations = parsePatch(request.body);
    const requestOf = (current: ScimUser) => patchUser(current, operations);
    const options = { replaces: false, ifMatch };
    const outcome = await changeProvisionedUser(services, actorOf(request), request.params.id, requestOf, options);
    return respond(request, reply, outcome, 200);
  });

  scim.delete('/Users/:id', config('scimDeleteUser'), async (request: UserRequest, reply) => {
    const ifMatch = request.headers['if-match'];
    const { refused } = await deleteProvisionedUser(services, actorOf(request), request.params.id, { ifMatch });
    if (refused) throw refused;
    return reply.code(204).send();
  });
}

function discoveryRoutes(scim: FastifyInstance, origin: string): void {
  const config = { config: { call: 'scimDiscover' } };
  // Reject a filter: a client must not mistake the whole list for its result (RFC 7644, section 4).
  const refuseFilter = async (request: FastifyRequest) => {
    if (readQuery(request).filter !== undefined) throw new ScimError(403, 'Discovery does not support filters.');
  };
  const options = { ...config, preHandler: refuseFilter };
  scim.get('/ServiceProviderConfig', options, async (_request, reply) =>
    sendScim(reply, serviceProviderConfig(origin)),
  );
  for (const [path, documents] of [
    ['/ResourceTypes', resourceTypes(origin)],
    ['/Schemas', schemaDocuments(origin)],
  ] as const) {
    scim.get(path, options, async (_request, reply) => sendScim(reply, listResponse(documents)));
    scim.get(`${path}/:id`, options, async (request: UserRequest, reply) => {
      const found = documents.find(({ id }) => id === request.params.id);
      if (!found) throw new ScimError(404, 'There is no such resource.');
      return sendScim(reply, found);
    });
  }
}

/** Identity providers read groups before they write users. */
function unsupportedRoutes(scim: FastifyInstance): void {
  const config = { config: { call: 'scimUnsupported' } };
  scim.get('/Groups', config, async (_request, reply) => sendScim(reply, listResponse([])));
  scim.get('/Groups/:id', config, () => {
    throw new ScimError(404, 'There are no groups.');
  });
  const refuse = () => {
    throw new ScimError(501, 'This is not supported. Groups are not provisioned.');
  };
  scim.route({ method: 'POST', url: '/Groups', ...config, handler: refuse });
  scim.route({ method: ['PUT', 'PATCH', 'DELETE'], url: '/Groups/:id', ...config, handler: refuse });
  for (const url of ['/Bulk', '/Me', '/.search', '/Users/.search', '/Groups/.search'])
    scim.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      ...config,
      handler: () => {
        throw new ScimError(501, `${url} is not supported.`);
      },
    });
}

function actorOf({ scimActor }: FastifyRequest): ScimActor {
  if (!scimActor) throw new Error('a SCIM request has no identity provider');
  return scimActor;
}

const organisationOf = (request: FastifyRequest): number => Number(actorOf(request).organisationId);

function readQuery({ query }: FastifyRequest): Selection & { filter?: string; startIndex?: number; count?: number } {
  const given = isObject(query) ? query : {};
  const text = (name: string): string | undefined => {
    const value = given[name];
    if (value !== undefined && typeof value !== 'string')
      throw invalidValue(`The parameter ${name} must be sent once.`);
    return value;
  };
  const integer = (name: string): number | undefined => {
    const value = text(name);
    if (value === undefined || value === '') return undefined;
    if (!/^-?\d{1,9}$/.test(value)) throw invalidValue(`The parameter ${name} must be an integer.`);
    return Number(value);
  };
  const selection = (name: string): string | undefined => {
    const value = text(name);
    if (value !== undefined && value.length > maxSelection)
      throw invalidValue(`The parameter ${name} must have at most ${maxSelection} characters.`);
    return value;
  };
  const [filter, startIndex, count] = [text('filter'), integer('startIndex'), integer('count')];
  return {
    attributes: selection('attributes'),
    excludedAttributes: selection('excludedAttributes'),
    ...(filter !== undefined && { filter }),
    ...(startIndex !== undefined && { startIndex }),
    ...(count !== undefined && { count }),
  };
}
