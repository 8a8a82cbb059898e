import { boolOf, isRecord, type OrganisationBody, recordOf, textOf, userLimitOf } from '../product-api/shape.ts';

/** A configuration as the schema has it. */
interface Config {
  id: string;
  notificationFrequency: string | null;
  otpRequired: boolean | null;
  userLimit: number | null;
}

/** An organisation whose configuration was saved. */
export interface ActedConfig {
  /** The configuration as it is now. When it cannot be read again this fails, and the act is done all the same. */
  config(): Promise<Config>;
  organisationId: string;
}

/** Whether an organisation as it was read tells its configuration too: rows of lists do not. */
export const hasConfig = (organisation: OrganisationBody): boolean => isRecord(recordOf(organisation).config);

/** The configuration in an organisation's details. What is not told there is null, and a limit that only the organisation has is its own. */
export function configIn(organisation: OrganisationBody, organisationId: string): Config {
  const config = recordOf(recordOf(organisation).config);
  const { notification_frequency, otp_required, user_limit = organisation.user_limit } = config;
  return {
    id: organisationId,
    notificationFrequency: textOf(notification_frequency),
    otpRequired: otp_required == null ? null : boolOf(otp_required),
    userLimit: userLimitOf(user_limit),
  };
}
