import { allowedAddressesCalls } from '@console/contract/calls/allowed-addresses';
import { keyConfirmationCalls } from '@console/contract/calls/key-confirmations';
import { keysCalls } from '@console/contract/calls/keys';
import { organisationKeysCalls } from '@console/contract/calls/organisation-keys';
import type { FastifyInstance } from 'fastify';
import { authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { personOf } from '../core/access/person.ts';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { runCommand } from '../core/database/transaction.ts';
import { route } from '../core/http/route.ts';
import { authorizeKey } from './authorize-key.ts';
import {
  createOrganisationKey,
  revokeOrganisationKey,
  rotateOrganisationKey,
  updateOrganisationKeyAddresses,
} from './change-organisation-keys.ts';
import { confirmKey } from './confirm-key.ts';
import { createKey } from './create-key.ts';
import { type ApiKeyAnswer, findOrganisationKeys, findUserKeys, toApiKeyAnswers } from './keys.store.ts';
import { findKeysOfOrganisation, toOrganisationKeyAnswers } from './organisation-keys.store.ts';
import { rotateKey } from './rotate-key.ts';
import { updateKeyAddresses } from './update-key-addresses.ts';

/** The API keys of the caller, of the users of an organisation and of the organisation itself; extensions. */
export function keysRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, settings } = services;
  if (!settings.extensions) return;

  route(app, keysCalls.keys, {}, async ({ caller }) => ({
    keys: await toApiKeyAnswers(db, 'any', await findUserKeys(db, clock(), personOf(caller))),
  }));

  route(app, keysCalls.orgKeys, { action: 'keys:view' }, async ({ caller, query }) => {
    const id = parseId(query.org_id);
    const allowed = await authorizeExistingOrganisation(db, caller, 'keys:view', id);
    return { keys: await toApiKeyAnswers(db, allowed, await findOrganisationKeys(db, clock(), id)) };
  });

  route(app, keysCalls.createKey, {}, ({ caller, body }) => createKey(services, caller, body));

  route(app, keysCalls.rotateKey, {}, ({ caller, body }) => rotateKey(services, caller, parseId(body.key_id)));

  route(app, keyConfirmationCalls.confirmKey, {}, async ({ caller, body }) => ({
    key: await confirmKey(services, caller, parseId(body.key_id)),
  }));

  route(app, allowedAddressesCalls.updateKeyAddresses, {}, async ({ caller, body }) => ({
    key: await updateKeyAddresses(services, caller, body),
  }));

  route(app, keysCalls.revokeKey, {}, async ({ caller, body }) => ({
    key: await revokeKey(services, caller, parseId(body.key_id)),
  }));

  const { organisationApiKeys, createOrganisationApiKey, rotateOrganisationApiKey, revokeOrganisationApiKey } =
    organisationKeysCalls;

  route(app, organisationApiKeys, { action: 'keys:view' }, async ({ caller, query }) => {
    const id = parseId(query.organisationId);
    const allowed = await authorizeExistingOrganisation(db, caller, 'keys:view', id);
    const keys = await findKeysOfOrganisation(db, clock(), id);
    return { organisationApiKeys: await toOrganisationKeyAnswers(db, clock(), allowed, keys) };
  });

  const editing = { action: 'network:edit', refusedAs: 'network:editKey' } as const;
  route(app, allowedAddressesCalls.updateOrganisationKeyAddresses, editing, async (context) => ({
    apiKey: await updateOrganisationKeyAddresses(services, context.caller, context.body),
  }));

  route(app, createOrganisationApiKey, { action: 'orgKeys:create' }, ({ caller, body }) =>
    createOrganisationKey(services, caller, body),
  );

  route(app, rotateOrganisationApiKey, { action: 'orgKeys:rotate' }, ({ caller, body }) =>
    rotateOrganisationKey(services, caller, parseId(body.id)),
  );

  route(app, revokeOrganisationApiKey, { action: 'keys:revoke' }, async ({ caller, body }) => ({
    apiKey: await revokeOrganisationKey(services, caller, parseId(body.id)),
  }));
}

/** Revokes a key at once: the caller's own, or, by role, one of an organisation. A revoked key stays as it is. Throws 403, 404. */
function revokeKey(services: Services, caller: Caller, keyId: number): Promise<ApiKeyAnswer> {
  return runCommand(services, caller, async (trx) => {
    const { key, target, answerOf } = await authorizeKey(trx, caller, 'keys:revoke', keyId);
    if (key.revoked_at) return { answer: await answerOf(key), audit: null };
    const revoked_at = services.clock();
    await trx.updateTable('api_key').set({ revoked_at }).where('id', '=', keyId).execute();
    return {
      answer: await answerOf({ ...key, revoked_at }),
      audit: {
        action: 'keys:revoke',
        target,
        before: { revoked_at: null },
        after: { revoked_at, ent_usr_id: key.ent_usr_id },
      },
    };
  });
}
