import { maxLength } from '@console/contract/rules';
import type { SingleSignOnPanel_OrganisationFragment, UpdateSingleSignOnInput } from '../gql/graphql.ts';
import { tooLongMessage } from '../ui/form/textLength.ts';

export type PanelSingleSignOn = NonNullable<SingleSignOnPanel_OrganisationFragment['singleSignOn']>;

/** The values of the form. */
export type SingleSignOnValues = {
  issuer: string;
  domains: string;
  defaultRole: string;
  secretExpiresOn: string;
};

const onlyKnown = 'NONE';

/** What becomes of people without an account. */
export const newPeopleOptions = [
  { value: onlyKnown, label: 'Only people who have an account' },
  { value: 'AUDITEE', label: 'Created as Auditee' },
  { value: 'ASSESSOR', label: 'Created as Assessor' },
];

export const roleLabelOf = (role: PanelSingleSignOn['defaultRole']): string =>
  newPeopleOptions.find(({ value }) => value === (role ?? onlyKnown))?.label ?? '';

export const singleSignOnValuesOf = ({
  issuer,
  domains,
  defaultRole,
  secretExpiresOn,
}: PanelSingleSignOn): SingleSignOnValues => ({
  issuer: issuer ?? '',
  domains: domains.map(({ domain }) => domain).join(', '),
  defaultRole: defaultRole ?? onlyKnown,
  secretExpiresOn: secretExpiresOn ?? '',
});

export const singleSignOnInputOf = (
  organisationId: string,
  { issuer, domains, defaultRole, secretExpiresOn }: SingleSignOnValues,
): UpdateSingleSignOnInput => ({
  organisationId,
  issuer: issuer.trim() || null,
  domains: domains.split(/[\s,;]+/).filter(Boolean),
  defaultRole: defaultRole === 'ASSESSOR' || defaultRole === 'AUDITEE' ? defaultRole : null,
  secretExpiresOn: secretExpiresOn || null,
});

export const singleSignOnChecks = {
  issuer: (text: string): string | null => tooLongMessage(text, maxLength.ssoIssuer),
};
