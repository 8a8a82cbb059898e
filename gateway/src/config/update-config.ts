import { calls } from '@console/contract/calls/all';
import { noUserLimit, texts } from '@console/contract/rules';
import type { Context } from '../context.ts';
import { failure } from '../errors.ts';
import type { UpdateConfigInput } from '../generated/resolvers-types.ts';
import { refuseFaulty, required } from '../input-checks.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { allowedTo, readOrganisation, unlessNoId } from '../product-api/reads.ts';
import { withInputNames } from '../product-api/refusals.ts';
import { idOut, isRecord, recordOf } from '../product-api/shape.ts';
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
  const { ent_org } = recordOf(await withInputNames(names, saved.catch(limitTooLow)));
  if (!isRecord(ent_org)) throw new ApiFailure(call, 'UPSTREAM_BAD_RESPONSE', { message: failed });
  const answered = hasConfig(ent_org) ? configIn(ent_org, organisationId) : null;
  return {
    organisationId,
    config: async () => answered ?? configIn(await readOrganisation(api, organisationId), organisationId),
  };
}

/** A product API that knows no codes says it by the text alone, of the call or of the field. */
function limitTooLow(thrown: unknown): never {
  if (!(thrown instanceof ApiFailure)) throw thrown;
  const { code, message, fields } = thrown;
  const said = code === 'INVALID' && [message, ...fields.map((field) => field.message)].includes(updateLimit);
  if (code !== 'USER_LIMIT_TOO_LOW' && !said) throw thrown;
  throw failure('USER_LIMIT_TOO_LOW', updateLimit, { fields: [{ path: 'userLimit', message: updateLimit }] });
}
