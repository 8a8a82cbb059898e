import type { Action } from './access.ts';
import { counted, minSessionMinutes, sessionLengthText } from './session-length.ts';

/** Texts of an action that changes a setting, and the type of its event, as in the rows of `auditActionTable`. */
const changing = (what: string) =>
  [`changed ${what}`, `change ${what}`, 'an organisation', 'configuration.updated'] as const;

export const settingActions = {
  'sso:setSignInRules': changing('the sign-in rules of {}'),
  'network:edit': changing('the allowed IP addresses of {}'),
  'audit:setRetention': changing('how long the activity of {} is kept'),
  'reviews:setEvidenceYears': changing('how long {} keeps the evidence of access reviews'),
};

type SettingAction = keyof typeof settingActions;

export interface SettingEmail {
  /** The action that the email reports. */
  event: SettingAction;
  subject: string;
  /** Advice if the change was not expected. */
  advice: string;
  /** Sentence about several changes of one event. Without it, the setting's own `email` is the whole sentence. */
  sentence?: (organisation: string, changes: string) => string;
}

/** The emails to all Organisers about a change of a setting, by the kind of notice. */
export const settingEmails = {
  signInRules: {
    event: 'sso:setSignInRules',
    subject: 'The sign-in rules were changed',
    advice: 'Restore the rules, and end the sessions of the person who made the change.',
    sentence: (organisation, changes) => `The sign-in rules of ${organisation} were changed: ${changes}`,
  },
  allowedAddresses: {
    event: 'network:edit',
    subject: 'The allowed IP addresses were changed',
    advice: 'Restore the list, and end the sessions of the person who made the change.',
  },
  retention: {
    event: 'audit:setRetention',
    subject: 'Activity retention was shortened',
    advice:
      'Restore it immediately, because older events are deleted within the hour. End the sessions of the person who made the change.',
  },
  evidenceRetention: {
    event: 'reviews:setEvidenceYears',
    subject: 'Evidence retention was shortened',
    advice:
      'Restore it immediately, because older evidence is deleted within the hour. End the sessions of the person who made the change.',
  },
} as const satisfies Record<string, SettingEmail>;

/** Console texts of a number setting and of its dialog. `span` writes a number with its unit. */
interface NumberWords {
  title: string;
  /** Label of the button that opens the dialog, if it is not “Change”. */
  changeLabel?: string;
  /** Text for the current value. */
  summary(current: number | null, span: (value: number) => string): string;
  /** Text for the effect of the entered value; undefined if it is invalid. `current` is infinite if the organisation has set none. */
  effect(entered: number | null | undefined, current: number, span: (value: number) => string): string;
}

interface SettingRow<Value> {
  /** Column in `ent_org`. */
  column: string;
  /** Mutation that changes the setting. The REST call has the same name; `input` is the field in its input. */
  mutation: string;
  input: string;
  view: Action;
  change: Action;
  event: SettingAction;
  /** Whether a change requires a recent confirmation by password, passkey or identity provider. */
  isConfirmed?: true;
  label: string;
  /** Sentence of the email, or its part about this setting if an event has several changes. */
  email(organisation: string, to: Value, from: Value): string;
}

/** A number for how long an organisation keeps data; calls, fields and dialogs are derived. Without a default the value may be null. */
interface NumberRow extends SettingRow<number | null> {
  /** Emails are sent only about a shorter time. */
  kind: 'days' | 'years';
  min: number;
  max: number;
  default?: number;
  /** Item number of the REST call. */
  item: `${'DESIGN' | 'REVIEW'}-${number}`;
  /** A value for tests, lower than the default. */
  sample: number;
  words: NumberWords;
  /** Permission without which a caller reads null instead of an error. */
  nullFor?: Action;
}

/** A setting with a form, a call and a type of its own in its area. `minutes` end at what the operator allows, `since` is stored as the time when it was turned on. */
type AreaRow =
  | (SettingRow<number | null> & { kind: 'minutes'; min: number })
  | (SettingRow<boolean> & { kind: 'since' })
  | (SettingRow<readonly string[] | null> & { kind: 'networks' });

export type OrganisationSetting = NumberRow | AreaRow;

const retention = { view: 'audit:view', change: 'audit:setRetention', event: 'audit:setRetention' } as const;
const signInRule = {
  mutation: 'updateSignInRules',
  view: 'sso:view',
  change: 'sso:activate',
  event: 'sso:setSignInRules',
  isConfirmed: true,
} as const;
const lengthText = (minutes: number | null) =>
  minutes === null ? 'as long as the operator allows' : sessionLengthText(minutes);

/** The settings of an organisation, by their names in the activity log, without those of `update_config` and those of a person. */
export const organisationSettings = {
  auditRetentionDays: {
    ...retention,
    column: 'audit_retention_days',
    mutation: 'setAuditRetention',
    input: 'days',
    kind: 'days',
    min: 30,
    max: 3_650,
    default: 1_095,
    item: 'DESIGN-5',
    sample: 90,
    label: 'Events are kept for',
    email: (organisation, to, from) => `The activity of ${organisation} is now kept for ${to} days instead of ${from}`,
    words: {
      title: 'How long should activity be kept?',
      summary: (current, span) => `Events are kept for ${span(current ?? 0)}.`,
      effect(days, current, span) {
        if (days == null || days === current)
          return `Events older than ${span(current)} are permanently deleted. This runs every hour.`;
        if (days > current) return 'Events that are already deleted cannot be restored.';
        return `Events older than ${span(days)} (${span(current - days)} of activity) will be permanently deleted within an hour.`;
      },
    },
  },
  reviewEvidenceYears: {
    view: 'reviews:view',
    nullFor: 'reviews:decide',
    change: 'audit:setRetention',
    event: 'reviews:setEvidenceYears',
    column: 'review_evidence_years',
    mutation: 'setReviewEvidenceYears',
    input: 'years',
    kind: 'years',
    min: 1,
    max: 10,
    default: 3,
    item: 'REVIEW-12',
    sample: 2,
    label: 'Evidence of access reviews is kept for',
    email: (organisation, to, from) =>
      `The evidence of access reviews of ${organisation} is now kept for ${counted(to ?? 0, 'year')} instead of ${from}`,
    words: {
      title: 'How long should evidence be kept?',
      summary: (current, span) => `Evidence is kept for ${span(current ?? 0)}.`,
      effect(years, current, span) {
        if (years != null && years > current) return 'Evidence that is already deleted cannot be restored.';
        const kept = `Evidence of reviews that were completed more than ${span(years ?? current)} ago`;
        return years == null || years === current
          ? `${kept} is permanently deleted. This runs every hour.`
          : `${kept} will be permanently deleted within an hour. This cannot be undone.`;
      },
    },
  },
  signInRetentionDays: {
    ...retention,
    column: 'sign_in_retention_days',
    mutation: 'setSignInRetention',
    input: 'days',
    kind: 'days',
    min: 30,
    max: 730,
    item: 'DESIGN-5',
    sample: 90,
    label: 'Sign-in data retention',
    email: (organisation, to) =>
      `Names and IP addresses of sign-ins and refused requests at ${organisation} are now kept for ${to} days`,
    words: {
      title: 'How long should sign-ins keep names and IP addresses?',
      changeLabel: 'Change sign-in retention',
      summary: (current, span) =>
        current === null
          ? 'Sign-ins and refused requests are kept as long as other events.'
          : `Sign-ins and refused requests contain names and IP addresses for ${span(current)}.`,
      effect: (days, _current, span) =>
        days == null
          ? 'Sign-ins and refused requests keep names and IP addresses until they are deleted. Data that was already erased cannot be restored.'
          : `Names and IP addresses are permanently erased from sign-ins and refused requests older than ${span(days)}. The events are kept. This cannot be undone.`,
    },
  },
  sessionMinutes: {
    ...signInRule,
    column: 'session_minutes',
    input: 'sessionMinutes',
    kind: 'minutes',
    min: minSessionMinutes,
    label: 'Sessions end after',
    email: (_organisation, to, from) => `sessions last ${lengthText(to)} (previously ${lengthText(from)})`,
  },
  factorRequired: {
    ...signInRule,
    column: 'factor_required_at',
    input: 'factorRequired',
    kind: 'since',
    label: 'Second factor required',
    email: (_organisation, to) => (to ? 'a second factor is required' : 'a second factor is no longer required'),
  },
  allowedAddresses: {
    column: 'allowed_addresses',
    mutation: 'updateAllowedAddresses',
    input: 'addresses',
    kind: 'networks',
    view: 'network:view',
    change: 'network:edit',
    event: 'network:edit',
    isConfirmed: true,
    label: 'Allowed IP addresses',
    email: (organisation, to) =>
      `Users of ${organisation} can now sign in ${to === null ? 'from every IP address' : `only from ${counted(to.length, 'allowed network')}`}`,
  },
} as const satisfies Record<string, OrganisationSetting>;

type Rows = typeof organisationSettings;
export type SettingName = keyof Rows;
/** A mutation that changes settings, and its REST call. */
export type SettingMutation = Rows[SettingName]['mutation'];
/** Name of a number setting, from which calls and fields are derived. */
export type NumberSettingName = {
  [Name in SettingName]: Rows[Name] extends { words: object } ? Name : never;
}[SettingName];
/** The mutation that changes a number setting. */
export type NumberSettingMutation = Rows[NumberSettingName]['mutation'];
/** The column of a number setting. */
export type NumberSettingColumn = Rows[NumberSettingName]['column'];

export const settingRows: readonly (OrganisationSetting & { name: SettingName; mutation: SettingMutation })[] =
  Object.entries(organisationSettings).map(([name, row]) => ({ name: name as SettingName, ...row }));

/** The number settings. */
export const numberSettings = settingRows.flatMap((row) => ('words' in row ? [row as NumberSetting] : []));
export type NumberSetting = NumberRow & {
  name: NumberSettingName;
  mutation: NumberSettingMutation;
  column: NumberSettingColumn;
};

/** The name of a setting in events. */
export const settingAuditName = ({ column }: OrganisationSetting): string => column.replace(/_at$/, '');

const capitalised = <Name extends string>(name: Name) =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<Name>;

/** The type of the input or the payload of a mutation in the schema. */
export const mutationTypeName = (mutation: SettingMutation, end: 'Input' | 'Payload') =>
  `${capitalised(mutation)}${end}` as const;

/** The field of `Organisation` that says whether the viewer may change the setting. */
export const settingPermissionField = <M extends SettingMutation>(mutation: M) =>
  `viewerCan${capitalised(mutation)}` as const;

/** The columns of the settings in `ent_org` with their types. */
export type SettingColumns = {
  [Name in SettingName as Rows[Name]['column']]: Rows[Name] extends { kind: 'since' }
    ? Date | null
    : Rows[Name] extends { kind: 'networks' }
      ? string[] | null
      : Rows[Name] extends { default: number }
        ? number
        : number | null;
};
