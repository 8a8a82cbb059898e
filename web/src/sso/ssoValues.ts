import { maxLength, texts } from '@console/contract/rules';
import type { SsoSettings_OrganisationFragment, UpdateSsoInput } from '../gql/graphql.ts';
import { textCheck } from '../ui/form/fieldChecks.ts';
import { tooLongMessage } from '../ui/form/textLength.ts';

/** The values of the form. The stored secret is never known here: the field is for a new one. */
export type SsoValues = {
  clientId: string;
  tenantId: string;
  clientSecret: string;
};

type Saved = SsoSettings_OrganisationFragment['sso'];

export const ssoValuesOf = (sso: Saved): SsoValues => ({
  clientId: sso?.clientId ?? '',
  tenantId: sso?.tenantId ?? '',
  clientSecret: '',
});

/** The secret is sent unchanged, and only if one was entered. */
export const ssoInputOf = (organisationId: string, values: SsoValues): UpdateSsoInput => ({
  organisationId,
  clientId: values.clientId.trim(),
  tenantId: values.tenantId.trim(),
  ...(values.clientSecret !== '' && { clientSecret: values.clientSecret }),
});

export const ssoChecks = (secretSet: boolean) => ({
  clientId: textCheck(maxLength.ssoId),
  tenantId: textCheck(maxLength.ssoId),
  clientSecret: (secret: string): string | null => {
    if (secret === '' && secretSet) return null;
    return secret.trim() === '' ? texts.field.required : tooLongMessage(secret, maxLength.ssoSecret);
  },
});
