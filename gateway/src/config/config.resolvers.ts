import { calls } from '@console/contract/calls/all';
import { requiredProblem } from '@console/contract/fields/field-problem';
import { noUserLimit, texts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { authorize } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid, checkRequired } from '../core/input-checks.ts';
import { payloadOrganisation } from '../core/payloads.ts';
import type { Resolvers, UpdateConfigInput } from '../generated/resolvers-types.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { readOrganisation } from '../product-api/reads.ts';
import { notFoundForInvalidId, rethrowWithInputNames } from '../product-api/refusals.ts';
import { idOf, isRecord, type OrganisationBody, recordOf, toWireId } from '../product-api/shape.ts';
import {
  type ConfigBody,
  configOf,
  needsConfigPasscode,
  requireTimeZones,
  sendConfigPasscode,
  timeZoneOf,
  unchangedConfig,
} from '../specified/config.ts';
import { countActiveUsers } from '../specified/user-limit.ts';

interface ConfigResult {
  config(): Promise<ConfigBody>;
  organisationId: string;
}

const hasConfig = (organisation: OrganisationBody): boolean => isRecord(recordOf(organisation).config);

const names = {
  org_id: 'organisationId',
  notification_frequency: 'notificationFrequency',
  otp_required: 'otpRequired',
  user_limit: 'userLimit',
  time_zone: 'timeZone',
  passcode: 'passcode',
};
const { failed, updateLimit } = texts.config;

/** REST-17 for a limit, then REST-53; for a partial configuration REST-38 first, unless our platform completes it. */
async function updateConfig(context: Context, input: UpdateConfigInput): Promise<ConfigResult> {
  const { api } = context;
  const organisationId = String(input.organisationId).trim();
  await authorize(api, 'config:edit', organisationId);
  const { notificationFrequency: frequency, otpRequired, userLimit: limit, passcode, timeZone } = input;
  assertValid(
    frequency === undefined ? null : checkRequired('notificationFrequency', frequency ?? ''),
    timeZone === undefined ? null : checkRequired('timeZone', timeZone ?? ''),
    otpRequired === null ? { path: 'otpRequired', ...requiredProblem } : null,
    limit != null && limit < 1
      ? { path: 'userLimit', code: 'FORMAT', message: 'must be a whole number of at least 1, or null for no limit' }
      : null,
  );
  if (timeZone != null) await requireTimeZones(context);
  if (limit != null && (await notFoundForInvalidId(countActiveUsers(context, organisationId), organisationId)) > limit)
    throw limitTooLow();
  const isPartial = [frequency, otpRequired, limit].includes(undefined);
  const config = {
    ...(isPartial && (await unchangedConfig(context, organisationId))),
    ...(frequency != null && { notification_frequency: frequency.trim() }),
    ...(otpRequired != null && { otp_required: otpRequired }),
    ...(limit !== undefined && { user_limit: limit ?? noUserLimit }),
    ...(timeZone != null && { time_zone: timeZone.trim() }),
  };
  const call = calls.updateConfig;
  const proof = passcode && (await needsConfigPasscode(context)) ? { passcode } : {};
  const body = { org_id: toWireId(organisationId), config, ...proof };
  const saved = notFoundForInvalidId(api.call(call, { body }), organisationId);
  const sent = saved.catch(explainRefusal);
  const { ent_org } = await rethrowWithInputNames(names, sent);
  if (!ent_org) throw new ApiFailure(call, 'UPSTREAM_BAD_RESPONSE', { message: failed });
  const answered = hasConfig(ent_org) ? configOf(ent_org, organisationId) : null;
  return {
    organisationId,
    config: async () => answered ?? configOf(await readOrganisation(api, organisationId), organisationId),
  };
}

const limitTooLow = () =>
  failure('USER_LIMIT_TOO_LOW', updateLimit, {
    fields: [{ path: 'userLimit', code: 'NOT_ALLOWED', message: updateLimit }],
  });

/** Throws USER_LIMIT_TOO_LOW if that is the reason, by code or text: a user may have been added since. */
function explainRefusal(thrown: unknown): never {
  if (!(thrown instanceof ApiFailure)) throw thrown;
  const { code, message, fields } = thrown;
  const isSaid = [message, ...fields.map((field) => field.message)].includes(updateLimit);
  throw code === 'USER_LIMIT_TOO_LOW' || (code === 'INVALID' && isSaid) ? limitTooLow() : thrown;
}

export const configResolvers: Resolvers = {
  Mutation: {
    updateConfig: (_root, { input }, context) => updateConfig(context, input),
    sendConfigPasscode: async (_root, { input }, context) => {
      const organisationId = String(input.organisationId).trim();
      await authorize(context.api, 'config:edit', organisationId);
      return sendConfigPasscode(context, organisationId);
    },
  },

  Organisation: {
    async config(organisation, _args, { api }) {
      const organisationId = idOf(organisation.id) ?? '';
      await authorize(api, 'config:view', organisationId);
      const source = hasConfig(organisation) ? organisation : await readOrganisation(api, organisationId);
      return configOf(source, organisationId);
    },
  },

  Config: {
    timeZone: (config, _args, context) => timeZoneOf(context, config),
    otpRequiredNeedsPasscode: (_config, _args, context) => needsConfigPasscode(context),
  },

  UpdateConfigPayload: {
    config: ({ config }) => config(),
    organisation: payloadOrganisation,
  },
};
