import { calls } from '@console/contract/calls/all';
import { noUserLimit, texts } from '@console/contract/rules';
import type { Context } from '../context.ts';
import { failure } from '../errors.ts';
import type { UpdateConfigInput } from '../generated/resolvers-types.ts';
import { refuseFaulty, required } from '../input-checks.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { allowedTo, readActiveUsers, readOrganisation, unlessNoId } from '../product-api/reads.ts';
import { withInputNames } from '../product-api/refusals.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { idOut } from '../product-api/shape.ts';
import { type ActedConfig, configIn, hasConfig } from './config.ts';

const names = {
  org_id: 'organisationId',
  notification_frequency: 'notificationFrequency',
  otp_required: 'otpRequired',
  user_limit: 'userLimit',
};
const { failed, updateLimit } = texts.config;

/** REST-53. */
export async function updateConfig({ api }: Context, input: UpdateConfigInput): Promise<ActedConfig> {
  const organisationId = String(input.organisationId).trim();
  await allowedTo(api, 'config:edit', organisationId);
  const limit = input.userLimit ?? null;
  refuseFaulty(
    required('notificationFrequency', input.notificationFrequency),
    limit !== null && limit < 1
      ? { path: 'userLimit', message: 'must be a whole number from 1 on, or no limit' }
      : null,
  );
  const config = {
    notification_frequency: input.notificationFrequency.trim(),
    otp_required: input.otpRequired,
    user_limit: limit ?? noUserLimit,
  };
  const call = calls.updateConfig;
  const saved = unlessNoId(api.call(call, { body: { org_id: idOut(organisationId), config } }), organisationId);
  const sent = saved.catch((thrown) => explainRefusal(api, organisationId, limit, thrown));
  const { ent_org } = await withInputNames(names, sent);
  if (!ent_org) throw new ApiFailure(call, 'UPSTREAM_BAD_RESPONSE', { message: failed });
  const answered = hasConfig(ent_org) ? configIn(ent_org, organisationId) : null;
  return {
    organisationId,
    config: async () => answered ?? configIn(await readOrganisation(api, organisationId), organisationId),
  };
}

/** Throws USER_LIMIT_TOO_LOW where that is why it was refused: a product API may say so by code or text, or the number of active users tells. */
async function explainRefusal(
  api: RequestCalls,
  organisationId: string,
  limit: number | null,
  thrown: unknown,
): Promise<never> {
  if (!(thrown instanceof ApiFailure)) throw thrown;
  const { code, message, fields } = thrown;
  const isSaid = [message, ...fields.map((field) => field.message)].includes(updateLimit);
  const isTooLow =
    code === 'USER_LIMIT_TOO_LOW' ||
    (code === 'INVALID' && (isSaid || (fields.length === 0 && (await isBelowActive(api, organisationId, limit)))));
  if (!isTooLow) throw thrown;
  throw failure('USER_LIMIT_TOO_LOW', updateLimit, { fields: [{ path: 'userLimit', message: updateLimit }] });
}

/** Whether an organisation has more active users than a limit allows. A list that cannot be read tells nothing. */
async function isBelowActive(api: RequestCalls, organisationId: string, limit: number | null): Promise<boolean> {
  if (limit === null) return false;
  const users = await readActiveUsers(api, organisationId).catch(() => []);
  return users.length > limit;
}
