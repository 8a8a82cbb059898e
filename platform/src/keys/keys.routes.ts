import { allowedAddressesCalls } from '@console/contract/calls/allowed-addresses';
import { keyConfirmationCalls } from '@console/contract/calls/key-confirmations';
import { keysCalls } from '@console/contract/calls/keys';
import { organisationKeysCalls } from '@console/contract/calls/organisation-keys';
import type { FastifyInstance } from 'fastify';
import { authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import { personOf } from '../core/access/person.ts';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import { confirmKey } from './confirm-key.ts';
import { createKey } from './create-key.ts';
import { keyOwners } from './key-owners.ts';
import {
  findKeysOfOrganisation,
  findKeysOfUsers,
  findUserKeys,
  toApiKeyResponses,
  toOrganisationKeyResponses,
} from './keys.store.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';
import { updateKeyAddresses } from './update-key-addresses.ts';

export function keysRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, settings } = services;
  const { user, organisation } = keyOwners;
  if (!settings.extensions) return;

  route(app, keysCalls.keys, {}, async ({ caller }) => ({
    keys: await toApiKeyResponses(db, 'any', await findUserKeys(db, clock(), personOf(caller))),
  }));

  route(app, keysCalls.orgKeys, { action: 'keys:view' }, async ({ caller, query }) => {
    const id = parseId(query.org_id);
    const allowed = await authorizeExistingOrganisation(db, caller, 'keys:view', id);
    return { keys: await toApiKeyResponses(db, allowed, await findKeysOfUsers(db, clock(), id)) };
  });

  route(app, keysCalls.createKey, {}, ({ caller, body }) => createKey(services, caller, user, body));

  route(app, keysCalls.rotateKey, {}, ({ caller, body }) => rotateKey(services, caller, user, parseId(body.key_id)));

  route(app, keyConfirmationCalls.confirmKey, {}, async ({ caller, body }) => ({
    key: await confirmKey(services, caller, parseId(body.key_id)),
  }));

  route(app, allowedAddressesCalls.updateKeyAddresses, {}, async ({ caller, body }) => ({
    key: await updateKeyAddresses(services, caller, user, parseId(body.key_id), body.addresses),
  }));

  route(app, keysCalls.revokeKey, {}, async ({ caller, body }) => ({
    key: await revokeKey(services, caller, user, parseId(body.key_id)),
  }));

  const { organisationApiKeys, createOrganisationApiKey, rotateOrganisationApiKey, revokeOrganisationApiKey } =
    organisationKeysCalls;

  route(app, organisationApiKeys, { action: 'keys:view' }, async ({ caller, query }) => {
    const id = parseId(query.organisationId);
    const allowed = await authorizeExistingOrganisation(db, caller, 'keys:view', id);
    const keys = await findKeysOfOrganisation(db, clock(), id);
    return { organisationApiKeys: await toOrganisationKeyResponses(db, clock(), allowed, keys) };
  });

  const editing = { action: 'network:edit', refusedAs: 'network:editKey' } as const;
  route(app, allowedAddressesCalls.updateOrganisationKeyAddresses, editing, async ({ caller, body }) => ({
    apiKey: await updateKeyAddresses(services, caller, organisation, parseId(body.id), body.addresses),
  }));

  route(app, createOrganisationApiKey, { action: 'orgKeys:create' }, ({ caller, body }) =>
    createKey(services, caller, organisation, body),
  );

  route(app, rotateOrganisationApiKey, { action: 'orgKeys:rotate' }, ({ caller, body }) =>
    rotateKey(services, caller, organisation, parseId(body.id)),
  );

  route(app, revokeOrganisationApiKey, { action: 'keys:revoke' }, async ({ caller, body }) => ({
    apiKey: await revokeKey(services, caller, organisation, parseId(body.id)),
  }));
}
