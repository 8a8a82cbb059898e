import type { Field } from '@console/contract/fields/field';
import { organisationFields } from '@console/contract/fields/organisation-fields';
import { personFields } from '@console/contract/fields/person-fields';
import { settingRows } from '@console/contract/organisation-settings';
import { userLimitText } from '@console/contract/rules';
import { sessionLengthText } from '@console/contract/session-length';
import { apiKeyScopeLabels } from '../ui/values/apiKeyScopeLabels.ts';
import { countOf, formatMoment, spanOf } from '../ui/values/format.ts';
import { auditFieldLabel } from './auditLabels.ts';

interface KnownField {
  label?: string;
  /** Writes a value as the forms do. */
  text?: (value: string) => string;
}

const yesOrNo = (value: string): string => ({ true: 'Yes', false: 'No' })[value] ?? value;
const numberOf = (write: (count: number) => string) => (value: string) =>
  /^\d{1,9}$/.test(value) ? write(Number(value)) : value;
const sessionLength = (value: string): string => (/^\d{1,5}$/.test(value) ? sessionLengthText(Number(value)) : value);
const limit = (value: string): string => (/^-?\d{1,9}$/.test(value) ? userLimitText(Number(value)) : value);
const eachOf = (text: (one: string) => string) => (value: string) => value.split(', ').map(text).join(', ');
/** Ids that are words, such as `external_user`. */
const words = eachOf((one) => auditFieldLabel(one.replaceAll('_', ' ')));

// The activity has the product API's names of scopes, such as `users:write`.
const scopeNames = new Map(
  Object.entries(apiKeyScopeLabels).map(([scope, label]) => [scope.toLowerCase().replace('_', ':'), label]),
);
const linkNames = new Map([
  ['reset', 'Password reset'],
  ['invitation', 'Invitation'],
]);

const labelsOf = (fields: Readonly<Record<string, Field>>) =>
  Object.fromEntries(Object.values(fields).map(({ name, auditName = name, label }) => [auditName, { label }]));

const settingTexts = {
  days: numberOf(spanOf),
  years: numberOf((years) => countOf(years, 'year')),
  minutes: sessionLength,
  since: yesOrNo,
  networks: (list: string) => list,
};
const ofSettings = Object.fromEntries(
  settingRows.map(({ name, label, kind }) => [name, { label, text: settingTexts[kind] }]),
);

/** The fields that forms have, in their order, and others with names or values that are not words. */
const knownFields: Readonly<Record<string, KnownField>> = {
  ...labelsOf(organisationFields),
  userLimit: { text: limit },
  name: {},
  ...labelsOf(personFields),
  deptLead: { label: personFields.dept_lead.label, text: yesOrNo },
  supervisorConfirmed: { text: yesOrNo },
  ownInvitation: { label: 'Inviter accepted their own invitation (only Organiser)', text: yesOrNo },
  scopes: { text: eachOf((scope) => scopeNames.get(scope) ?? scope) },
  purpose: { text: (purpose) => (purpose === 'scim' ? 'SCIM' : 'Programs') },
  lifetimeDays: { label: 'Expires after', text: numberOf((days) => countOf(days, 'day')) },
  expiresAt: { label: 'Expires' },
  revokedAt: { label: 'Revoked' },
  suspendedAt: { label: 'Suspended' },
  suspendedKeys: { label: 'API keys suspended' },
  notificationFrequency: {},
  timeZone: { label: 'Time zone' },
  digests: { label: 'Pending items email', text: yesOrNo },
  otpRequired: { label: 'One-time passcode required', text: yesOrNo },
  clientId: { label: 'Client ID' },
  tenantId: { label: 'Tenant ID' },
  clientSecret: {},
  secretExpiresOn: { label: 'Client secret expires' },
  signsOutAtProvider: { label: 'Sign out at the identity provider too', text: yesOrNo },
  ...ofSettings,
  disabled: { text: yesOrNo },
  signInBlocked: { label: 'Sign-in blocked by identity provider', text: yesOrNo },
  activated: { label: 'Accepted', text: yesOrNo },
  kind: { label: 'Invitation for', text: words },
  module: { text: words },
  modules: { text: words },
  with: { label: 'Link', text: (kind) => linkNames.get(kind) ?? kind },
  what: { label: 'Incorrect value', text: words },
  by: { label: 'Method', text: words },
  breakGlass: { label: 'Break-glass sign-in', text: yesOrNo },
  mailed: { label: 'Emailed', text: (what) => (what === 'way in' ? 'How to sign in' : what) },
  invited: { label: 'Invitation sent', text: yesOrNo },
};

const order = Object.keys(knownFields);
const known = (field: string): KnownField => (Object.hasOwn(knownFields, field) ? knownFields[field] : null) ?? {};
const placeOf = (field: string): number => (order.includes(field) ? order.indexOf(field) : order.length);

const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const valueText = (value: string | null, { text = (one) => one }: KnownField): string =>
  value === null ? 'none' : isoMoment.test(value) ? formatMoment(new Date(value)) : text(value);

/** The changes of an event in words, `from` null without an earlier value: fields in the order of the forms, unknown ones last. */
export const auditChangeTexts = (changes: readonly { field: string; from: string | null; to: string | null }[]) =>
  changes
    .toSorted((one, other) => placeOf(one.field) - placeOf(other.field))
    .map(({ field, from, to }) => {
      const { label = auditFieldLabel(field), text } = known(field);
      const textOf = (value: string | null) => valueText(value, text ? { text } : {});
      return { field, label, from: from === null ? null : textOf(from), to: textOf(to) };
    });
