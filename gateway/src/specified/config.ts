import { configExtensionCalls } from '@console/contract/calls/config';
import { noUserLimit, otpResendSeconds } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { readOrganisation } from '../product-api/reads.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import {
  boolOf,
  integerOf,
  type OrganisationBody,
  recordOf,
  textOf,
  toWireId,
  userLimitOf,
} from '../product-api/shape.ts';
import { requireCall, supportsCall } from './extension-calls.ts';
import { storedTextsOf } from './stored-texts.ts';

export interface ConfigBody {
  id: string;
  notificationFrequency: string | null;
  otpRequired: boolean | null;
  userLimit: number | null;
  timeZone: string | null;
}

/** Configuration of an organisation's body; missing fields are null, the user limit falls back to the organisation's own. */
export function configOf(organisation: OrganisationBody, organisationId: string): ConfigBody {
  const config = recordOf(recordOf(organisation).config);
  const { notification_frequency, otp_required, user_limit = organisation.user_limit } = config;
  return {
    id: organisationId,
    notificationFrequency: textOf(notification_frequency),
    otpRequired: otp_required == null ? null : boolOf(otp_required),
    userLimit: userLimitOf(user_limit),
    timeZone: textOf(config.time_zone),
  };
}

/** Whether REST-53 turns passcodes on only with an emailed passcode. */
export const needsConfigPasscode = (context: Context): Promise<boolean> =>
  supportsCall(context, configExtensionCalls.sendConfigPasscode);

/** Time zone, if REST-53 can change it. */
export const timeZoneOf = async (context: Context, { timeZone }: ConfigBody): Promise<string | null> =>
  (await context.supports('extensions')) ? timeZone : null;

/** Time zone of a new organisation, for a product API that takes one. */
export const newTimeZone = async (context: Context, timeZone: string | null | undefined) =>
  timeZone != null && (await context.supports('extensions_1_1')) ? { time_zone: timeZone.trim() } : {};

export async function requireTimeZones(context: Context): Promise<void> {
  if (!(await context.supports('extensions')))
    throw failure('CAPABILITY_UNAVAILABLE', 'The connected product API does not support time zones.');
}

export async function sendConfigPasscode(context: Context, organisationId: string) {
  const call = configExtensionCalls.sendConfigPasscode;
  await requireCall(
    context,
    call,
    'The connected product API turns on passcodes without a passcode, so none can be sent.',
  );
  const sent = context.api.call(call, { body: { org_id: toWireId(organisationId) } });
  const { email, resend_in } = await notFoundForInvalidId(sent, organisationId);
  return { email: textOf(email) ?? '', resendIn: integerOf(resend_in) ?? otpResendSeconds };
}

/** Remaining fields of REST-53, if the product API replaces the whole configuration: those that REST-38 has. */
export async function unchangedConfig(context: Context, organisationId: string) {
  if (await context.supports('extensions')) return {};
  const read = await notFoundForInvalidId(readOrganisation(context.api, organisationId), organisationId);
  const stored = await storedTextsOf(context, read);
  const { notificationFrequency, otpRequired, userLimit } = configOf(stored, organisationId);
  const { user_limit = stored.user_limit } = recordOf(recordOf(stored).config);
  return {
    ...(notificationFrequency !== null && { notification_frequency: notificationFrequency }),
    ...(otpRequired !== null && { otp_required: otpRequired }),
    ...(user_limit !== undefined && { user_limit: userLimit ?? noUserLimit }),
  };
}
