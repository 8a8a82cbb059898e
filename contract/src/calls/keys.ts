import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import { keyScopes } from '../key-scopes.ts';
import { endedKeyListedDays, keyLifetimeDays, keyOverlapHours, maxKeysPerUser, maxLength } from '../rules.ts';
import { anyId } from '../schema-shapes.ts';
import { entUsr, id, inputId, moment } from '../shapes.ts';

/** An API key without its secret, which is returned once and stored as a hash. */
export const apiKey = z.object({
  id,
  name: z.string(),
  prefix: z.string().describe('the start of the key, which is not secret; empty for a key of an earlier release'),
  scopes: z.array(z.enum(keyScopes)),
  created_at: moment,
  expires_at: moment.nullable().describe('null: never, only for a key of an earlier release'),
  last_used_at: moment.nullable().describe('to the minute'),
  rotated_at: moment.nullable().describe('when a new key replaced it'),
  revoked_at: moment.nullable(),
  suspended_at: moment
    .nullable()
    .optional()
    .describe(
      'when the key was suspended because another person at the identity provider took over its owner’s account; null if it is not suspended',
    ),
  allowed_addresses: z
    .array(z.string())
    .optional()
    .describe(
      'the IP addresses and networks from which the key can be used, in their canonical form; empty if it can be used from every IP address',
    ),
  ent_usr: entUsr.describe('the owner; the key has their permissions'),
});

const newKey = {
  key: apiKey,
  secret: z
    .string()
    .nullable()
    .describe('the key itself, in this response only; null for a repeated `Idempotency-Key`'),
};
const onlySession = 'the caller uses an API key, not a session';
const tooMany = `the caller has ${maxKeysPerUser} usable keys`;

/** The API keys of users, and of the users of an organisation; extensions. */
export const keysCalls = defineExtensionCalls('extensions', {
  keys: {
    request: 'DESIGN-8 GET /consoles/ext/keys',
    description: `Lists the caller's API keys, usable ones first, then newest first, at most 100. Keys that expired or were revoked more than ${endedKeyListedDays} days ago are left out.`,
    when: "the tab “API keys” of the caller's profile opens",
    answer: z.object({ keys: z.array(apiKey) }),
  },
  orgKeys: {
    request: 'DESIGN-8 GET /consoles/ext/org_keys',
    description: `Lists an organisation’s user API keys, usable ones first, then newest first, at most 1,000. Keys that expired or were revoked more than ${endedKeyListedDays} days ago are left out.`,
    when: 'an Organiser or Administrator looks at the user API keys',
    query: z.object({ org_id: inputId }),
    answer: z.object({ keys: z.array(apiKey) }),
  },
  createKey: {
    request: 'DESIGN-8 POST /consoles/ext/create_key',
    needsSession: true,
    event: 'keys:create',
    description:
      "Creates an API key of the caller. The key always has `read`, and no scope of an area in which the caller's role cannot change anything.",
    when: 'a user creates an API key',
    body: z.object({
      name: z.string().max(maxLength.apiKeyName),
      scopes: z.array(z.enum(keyScopes)).max(keyScopes.length),
      expires_in_days: z.union(keyLifetimeDays.map((days) => z.literal(days))),
    }),
    answer: z.object(newKey),
    needsAnswer: true,
    failures: {
      FORBIDDEN: `${onlySession}; or the role is not allowed to grant a scope, which the message names`,
      WRONG_PASSWORD: passwordNeeded,
      CONFLICT: tooMany,
    },
  },
  rotateKey: {
    request: 'DESIGN-8 POST /consoles/ext/rotate_key',
    needsSession: true,
    event: 'keys:rotate',
    description: `Rotates an API key of the caller: replaces it with a new one that has the same name, scopes and lifetime. Scopes that the caller's role can no longer grant are left out. The old key works for another ${keyOverlapHours} hours, or until it expires if that is earlier.`,
    when: 'a user rotates an API key',
    body: z.object({ key_id: anyId }),
    answer: z.object({ ...newKey, replaced: apiKey }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: onlySession,
      NOT_FOUND: 'the caller has no such key',
      WRONG_PASSWORD: passwordNeeded,
      CONFLICT: `the key is revoked, expired, suspended or already rotated, or ${tooMany}`,
    },
  },
  revokeKey: {
    request: 'DESIGN-8 POST /consoles/ext/revoke_key',
    needsSession: true,
    event: 'keys:revoke',
    description: 'Revokes an API key at once. Has no effect if the key is already revoked.',
    when: 'a user revokes a key, or an Organiser or Administrator revokes one of the organisation',
    body: z.object({ key_id: anyId }),
    answer: z.object({ key: apiKey }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: `${onlySession}; or the key belongs to another user and the role is not allowed to revoke it`,
      NOT_FOUND: 'there is no such key, or it belongs to another organisation',
    },
  },
});
