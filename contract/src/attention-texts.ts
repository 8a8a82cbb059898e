import { type AttentionKind, attentionKindNames, newestAttentionKinds } from './attention.ts';

export interface AttentionCounts {
  kind: AttentionKind;
  count: number;
  /** The number of organisations that have such items; null if the counts are of a single organisation. */
  organisations: number | null;
  since: string | null;
  until: string | null;
  /** Days until a day in the time zone of the organisation; null if `until` is a time. */
  dueInDays?: number | null | undefined;
}

interface KindTexts {
  /** Label of the filter in the list of organisations. */
  label: string;
  /** Text for a single organisation, with the age or expiry of the items. */
  one: (item: AttentionCounts, now: Date) => string;
  /** Text for all organisations. By default, the text counts organisations. */
  things?: (count: number) => string;
  /** Predicate about the counted organisations. */
  are?: string;
}

const grouped = new Intl.NumberFormat('en-GB');

const countOf = (count: number, noun: string): string => `${grouped.format(count)} ${noun}${count === 1 ? '' : 's'}`;

const daysBetween = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / (24 * 60 * 60_000));

/** The age of the oldest item, or of the newest one for some kinds, or the expiry of the first one, as in ` (oldest 3 days)`. */
function dateNote({ kind, count, since, until, dueInDays }: AttentionCounts, now: Date): string {
  if (since !== null) {
    const days = daysBetween(new Date(since), now);
    if (newestAttentionKinds.includes(kind)) return ` (last ${days < 1 ? 'today' : `${countOf(days, 'day')} ago`})`;
    return ` (${count > 1 ? 'oldest ' : ''}${days < 1 ? 'today' : countOf(days, 'day')})`;
  }
  return until === null ? '' : ` (first ${expiryOf(until, now, dueInDays)})`;
}

function expiryOf(until: string, now: Date, dueInDays: number | null | undefined): string {
  const days = dueInDays ?? daysBetween(now, new Date(until));
  if (days < 0) return 'expired';
  return days < 1 ? 'in less than a day' : `in ${countOf(days, 'day')}`;
}

const waiting = (label: string, thing: string): KindTexts => {
  const things = (count: number) => countOf(count, thing);
  return { label, things, one: (item, now) => `${things(item.count)}${dateNote(item, now)}` };
};

const expiring = (label: string, thing: string): KindTexts => ({
  label,
  things: (count) => countOf(count, `expiring ${thing}`),
  one: (item, now) => {
    if (item.count > 1 || item.until === null)
      return `${countOf(item.count, thing)} ${item.count === 1 ? 'expires' : 'expire'} soon${dateNote(item, now)}`;
    const expiry = expiryOf(item.until, now, item.dueInDays);
    return `1 ${thing} ${expiry === 'expired' ? 'has expired' : `expires ${expiry}`}`;
  },
});

const ofOrganisation = (label: string, are: string): KindTexts => ({ label, are, one: () => label });

const decisions = (count: number) => countOf(count, 'pending access review decision');

const refusedReturns = (count: number) =>
  `${countOf(count, 'deactivated user')} that the identity provider tried to activate`;

/** The day of `until` still counts as in time. */
function dueNote({ until, dueInDays }: AttentionCounts, now: Date): string {
  if (until === null) return '';
  const days = dueInDays ?? daysBetween(new Date(now.toISOString().slice(0, 10)), new Date(until));
  if (days < 0) return ` (overdue by ${countOf(-days, 'day')})`;
  return days === 0 ? ' (due today)' : ` (due in ${countOf(days, 'day')})`;
}

const thingsThat = (label: string, thing: string, about: string): KindTexts => {
  const things = (count: number) => `${countOf(count, thing)} ${about}`;
  return { label, things, one: (item, now) => `${things(item.count)}${dateNote(item, now)}` };
};

const texts: Record<AttentionKind, KindTexts> = {
  OVERDUE_ASSESSMENTS: waiting('Overdue assessments', 'overdue assessment'),
  FAILED_DEACTIVATIONS: waiting('Failed deactivations', 'failed deactivation'),
  MAPPING_REQUESTS: waiting('Mapping requests', 'mapping request'),
  EXTERNAL_USERS: waiting('Pending external users', 'pending external user'),
  ACCESS_REVIEWS: {
    label: 'Pending access reviews',
    things: decisions,
    one: (item, now) => `${decisions(item.count)}${dueNote(item, now)}`,
  },
  NOT_APPLIED: thingsThat('Decisions not applied', 'decision', 'of access reviews not applied'),
  RETURNED_AFTER_REVIEW: thingsThat(
    'Returned after an access review',
    'user',
    'activated again after an access review',
  ),
  PROVIDER_EMAIL_DIFFERS: thingsThat(
    'Email differs at the identity provider',
    'user',
    'with another email address at the identity provider',
  ),
  REFUSED_PROVISIONING: thingsThat('Failed provisioning requests', 'provisioning request', 'failed'),
  UNKNOWN_PROVIDER_ROLES: thingsThat('Unknown provider roles', 'user', 'with an unknown role of the identity provider'),
  OUTSIDE_EMAIL_DOMAINS: thingsThat('Outside the email domains', 'provisioned user', 'outside the email domains'),
  FAILING_WEBHOOKS: thingsThat('Failing webhooks', 'webhook', 'failing or turned off after failures'),
  USER_LIMIT_REACHED: ofOrganisation('User limit reached', 'at the user limit'),
  DEACTIVATED_PROVISIONED_USERS: {
    label: 'Deactivated, but active at the identity provider',
    things: refusedReturns,
    one: ({ count }) => refusedReturns(count),
  },
  MISSING_SECOND_FACTORS: thingsThat('Missing second factors', 'user', 'without the required second factor'),
  EXPIRING_CLIENT_SECRETS: expiring('Expiring client secrets', 'client secret'),
  MISSING_DOMAIN_RECORDS: thingsThat('Missing domain records', 'verified domain', 'without a TXT record'),
  UNSENT_USER_INVITATIONS: waiting('Unsent user invitations', 'unsent user invitation'),
  UNSENT_ORGANISATION_INVITATIONS: waiting('Unsent organisation invitations', 'unsent organisation invitation'),
  VACANT_SENIOR_POSITIONS: thingsThat('Vacant senior positions', 'senior position', 'vacant after a deactivation'),
  WITHOUT_ORGANISER: ofOrganisation('No active main Organiser', 'without an active main Organiser'),
  USER_LIMIT_NEARLY_REACHED: ofOrganisation('User limit nearly reached', 'near the user limit'),
  EXPIRING_USER_INVITATIONS: expiring('Expiring user invitations', 'user invitation'),
  EXPIRING_ORGANISATION_INVITATIONS: expiring('Expiring organisation invitations', 'organisation invitation'),
  EXPIRING_API_KEYS: expiring('Expiring API keys', 'API key'),
  NEVER_SIGNED_IN: ofOrganisation('No recorded sign-in', 'without a recorded sign-in'),
};

/** Text of an item, as in `2 mapping requests (oldest 9 days)`; for all organisations, with the number of organisations. */
export function attentionText(item: AttentionCounts, now: Date): string {
  const { one, things, are } = texts[item.kind];
  if (item.organisations === null) return one(item, now);
  const affected = countOf(item.organisations, 'organisation');
  return things ? `${things(item.count)} in ${affected}${dateNote(item, now)}` : `${affected} ${are}`;
}

/** The kinds as options of a filter, in their order. */
export const attentionOptions = (kinds: readonly AttentionKind[]) =>
  attentionKindNames.filter((kind) => kinds.includes(kind)).map((kind) => ({ value: kind, label: texts[kind].label }));
