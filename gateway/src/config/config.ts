import { boolOf, isRecord, type OrganisationBody, recordOf, textOf, userLimitOf } from '../product-api/shape.ts';

interface Config {
  id: string;
  notificationFrequency: string | null;
  otpRequired: boolean | null;
  userLimit: number | null;
}

/** The result of saving a configuration. */
export interface ConfigResult {
  /** Reads the configuration again if necessary; may fail although it was saved. */
  config(): Promise<Config>;
  organisationId: string;
}

/** Whether an organisation's body contains its configuration; rows of lists do not. */
export const hasConfig = (organisation: OrganisationBody): boolean => isRecord(recordOf(organisation).config);

/** The configuration in an organisation's body; missing fields are null, and the user limit falls back to the organisation's own. */
export function configOf(organisation: OrganisationBody, organisationId: string): Config {
  const config = recordOf(recordOf(organisation).config);
  const { notification_frequency, otp_required, user_limit = organisation.user_limit } = config;
  return {
    id: organisationId,
    notificationFrequency: textOf(notification_frequency),
    otpRequired: otp_required == null ? null : boolOf(otp_required),
    userLimit: userLimitOf(user_limit),
  };
}
