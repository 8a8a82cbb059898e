import { maxLength } from '@console/contract/rules';
import type { SingleSignOnPanel_OrganisationFragment, UpdateSingleSignOnInput } from '../gql/graphql.ts';
import { tooLongMessage } from '../ui/form/textLength.ts';

export type PanelSingleSignOn = NonNullable<SingleSignOnPanel_OrganisationFragment['singleSignOn']>;

/** Says which users can still use a password when single sign-on is required. */
export const outsideDomainsText = (people: number): string =>
  people === 1
    ? 'One active user outside the verified domains signs in with a password.'
    : `${people} active users outside the verified domains sign in with a password.`;

type Test = PanelSingleSignOn['tests'][number];

/** The newest test of either kind, the connection first. */
export const newestTests = (tests: readonly Test[]): Test[] =>
  (['CONNECTION', 'SIGN_IN'] as const).flatMap((kind) => tests.find((test) => test.kind === kind) ?? []);

const [line, gap] = [32, 16];

/** Approximate height of the tests, reserved so that little moves when they load. */
export function heightOfTests({ tests }: PanelSingleSignOn, mayTest: boolean): number {
  const newest = newestTests(tests);
  const shown = newest.reduce((lines, { findings }) => lines + 1 + findings.length, 0);
  const older = tests.length - newest.length;
  const blocks = [Math.max(1, shown), older > 0 ? older + 1 : 0, mayTest ? 1 : 0];
  return blocks.reduce((height, lines) => height + (lines > 0 ? lines * line + gap : 0), 0);
}

/** The values of the form. */
export type SingleSignOnValues = {
  issuer: string;
  domains: string;
  defaultRole: string;
  secretExpiresOn: string;
  signOut: string;
};

const onlyKnown = 'NONE';

/** Options for new users of the provider who have no account. */
export const newPeopleOptions = [
  { value: onlyKnown, label: 'Do not create (only existing users can sign in)' },
  { value: 'AUDITEE', label: 'Create as Auditee' },
  { value: 'ASSESSOR', label: 'Create as Assessor' },
];

export const roleLabelOf = (role: PanelSingleSignOn['defaultRole']): string =>
  newPeopleOptions.find(({ value }) => value === (role ?? onlyKnown))?.label ?? '';

const alwaysAtProvider = 'ALWAYS';

/** Effects at the provider of signing out of its sessions. */
export const signOutOptions = [
  { value: 'OFFERED', label: 'Users choose whether to sign out at the provider too' },
  { value: alwaysAtProvider, label: 'Users are always signed out at the provider too' },
];

const signOutOf = ({ signsOutAtProvider }: Pick<PanelSingleSignOn, 'signsOutAtProvider'>) =>
  signsOutAtProvider ? alwaysAtProvider : 'OFFERED';

export const signOutLabelOf = (singleSignOn: PanelSingleSignOn): string =>
  signOutOptions.find(({ value }) => value === signOutOf(singleSignOn))?.label ?? '';

export const singleSignOnValuesOf = ({
  issuer,
  domains,
  defaultRole,
  secretExpiresOn,
  signsOutAtProvider,
}: PanelSingleSignOn): SingleSignOnValues => ({
  issuer: issuer ?? '',
  domains: domains.map(({ domain }) => domain).join(', '),
  defaultRole: defaultRole ?? onlyKnown,
  secretExpiresOn: secretExpiresOn ?? '',
  signOut: signOutOf({ signsOutAtProvider }),
});

export const singleSignOnInputOf = (
  { issuer, domains, defaultRole, secretExpiresOn, signOut }: SingleSignOnValues,
  hasProviderSignOut: boolean,
): Omit<UpdateSingleSignOnInput, 'organisationId'> => ({
  issuer: issuer.trim() || null,
  domains: domains.split(/[\s,;]+/).filter(Boolean),
  defaultRole: defaultRole === 'ASSESSOR' || defaultRole === 'AUDITEE' ? defaultRole : null,
  secretExpiresOn: secretExpiresOn || null,
  ...(hasProviderSignOut && { signsOutAtProvider: signOut === alwaysAtProvider }),
});

export const singleSignOnChecks = {
  issuer: (text: string): string | null => tooLongMessage(text, maxLength.ssoIssuer),
};
