import { noUserLimit, parseUserLimit, texts } from '@console/contract/rules';
import type { ConfigSettings_OrganisationFragment, UpdateConfigInput } from '../gql/graphql.ts';
import { lookupOptionOf } from '../ui/form/lookupOptions.ts';

/** The values of the form. */
export type ConfigValues = {
  notificationFrequency: string | null;
  otpRequired: boolean;
  noLimit: boolean;
  userLimit: string;
};

type Saved = NonNullable<ConfigSettings_OrganisationFragment['config']>;
export type NotificationFrequencies = readonly { id: string; label: string }[] | null | undefined;

/** The limit; '' for none. */
const limitOf = ({ userLimit }: Saved): number | null => (userLimit === noUserLimit ? null : userLimit);

export const configValuesOf = (config: Saved, frequencies: NotificationFrequencies): ConfigValues => {
  const limit = limitOf(config);
  const frequency = config.notificationFrequency;
  return {
    notificationFrequency: frequency ? lookupOptionOf(frequencies, frequency).id : null,
    otpRequired: config.otpRequired ?? false,
    noLimit: limit === null,
    userLimit: limit === null ? '' : String(limit),
  };
};

/** The entered limit, which the form has validated; null means no limit. */
export const enteredUserLimit = ({ noLimit, userLimit }: ConfigValues): number | null =>
  noLimit ? null : parseUserLimit(userLimit);

export const configInputOf = (organisationId: string, values: ConfigValues): UpdateConfigInput => ({
  organisationId,
  notificationFrequency: values.notificationFrequency ?? '',
  otpRequired: values.otpRequired,
  userLimit: enteredUserLimit(values),
});

export const configChecks = {
  notificationFrequency: (frequency: string | null): string | null => (frequency ? null : texts.field.required),
  userLimit: (limit: string, { noLimit }: ConfigValues): string | null => {
    if (noLimit) return null;
    if (limit.trim() === '') return texts.field.required;
    return parseUserLimit(limit) === noUserLimit ? 'must be a whole number of 1 or more' : null;
  },
};
