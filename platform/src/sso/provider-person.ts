import { isEmail } from '@console/contract/fields/user-rules';
import { hashSecret } from '../core/base/keys.ts';
import type { ProviderSignOut } from '../session/provider-sign-out.ts';
import { refuseSingleSignOn, withEmail } from './start-sso-sign-in.ts';

type Claims = Readonly<Record<string, unknown>>;

export interface ProviderClaims {
  sub: string;
  sid: unknown;
  /** Source of the email and its marks: ID token or userinfo. One never verifies the other's email. */
  source: Claims;
  /** Names from either. */
  profile: Claims;
  /** How userinfo rejected its request, such as `answers with status 401`; null if it was not asked, or responded. */
  userinfoRefusal: string | null;
  /** Null if the provider has no `end_session_endpoint`. */
  signOut: ProviderSignOut | null;
}

export interface ProviderPerson {
  issuer: string;
  subject: string;
  /** Email in lower case, verified by the provider, in the spelling of the provider. */
  email: string;
  firstname: string;
  lastname: string;
  /** Session at the provider, from `providerSessionHash`; null without one. */
  providerSession: string | null;
  signOut: ProviderSignOut | null;
}

const maxNameLength = 50;

/** Email in lower case; null if invalid. */
export function emailOf({ source }: Pick<ProviderClaims, 'source'>): string | null {
  const text = textOf(source.email).toLowerCase();
  return isEmail(text) ? text : null;
}

/** Entra sends `xms_edov` in place of `email_verified`. */
const marksOf = ({ email_verified, xms_edov }: Claims): unknown[] =>
  [email_verified, xms_edov].filter((mark) => mark != null && mark !== '');

/** ADFS and Keycloak mappers send text in any case. */
const isYes = (mark: unknown): boolean => ['true', '1'].includes(String(mark).trim().toLowerCase());

/** Whether all marks say that the email is verified. A single mark that denies it is enough for false. */
export function isEmailVerified({ source }: Pick<ProviderClaims, 'source'>): boolean {
  const marks = marksOf(source);
  return marks.length > 0 && marks.every(isYes);
}

/** Whether claims have an email and a mark of either kind. */
export const hasMarkedEmail = (claims: Claims): boolean => textOf(claims.email) !== '' && marksOf(claims).length > 0;

/** Whether claims have an email, with or without a mark that it is verified. */
export const hasEmail = (claims: Claims): boolean => textOf(claims.email) !== '';

/** OpenID Connect allows 255 ASCII characters. */
export const isStorableSubject = (subject: string): boolean => /^[ -~]{1,255}$/.test(subject);

/** Person of the claims. Throws 422 with the reason. */
export function personFromClaims(issuer: string, claims: ProviderClaims): ProviderPerson {
  const { sub, sid, profile, userinfoRefusal, signOut } = claims;
  const email = emailOf(claims);
  const reason = userinfoRefusal === null ? undefined : 'USERINFO_REFUSED';
  if (email === null) throw refuseSingleSignOn('EMAIL_MISSING', reason);
  if (!isEmailVerified(claims)) throw withEmail(refuseSingleSignOn('EMAIL_NOT_VERIFIED', reason), email);
  if (!isStorableSubject(sub)) throw refuseSingleSignOn('INVALID_ANSWER');
  const [first, last] = splitName(textOf(profile.name));
  return {
    issuer,
    subject: sub,
    email,
    providerSession: providerSessionHash(issuer, sid),
    signOut,
    firstname: nameOf(textOf(profile.given_name) || first),
    lastname: nameOf(textOf(profile.family_name) || last),
  };
}

/** Stored form of a `sid`: bounded in length, and distinct between providers. */
export const providerSessionHash = (issuer: string, sid: unknown): string | null =>
  typeof sid === 'string' && sid !== '' ? hashSecret(`${issuer}\n${sid}`) : null;

const title = /^(?:(?:jr|sr|esq|dr|md|mba|msc|bsc|phd|ii|iii|iv)\.?|ph\.d\.|m\.d\.)$/i;

/** First and last name of `Ada Quill`, or of a directory's form such as `Quill, Ada (IT)`. */
function splitName(name: string): [first: string, last: string] {
  const withoutDepartment = name.replace(/\s*[([（][^)\]）]*[)\]）]/g, ' ').trim() || name;
  const [before = '', after] = withoutDepartment
    .split(/[,，،]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !title.test(part));
  if (after !== undefined) return [after, before];
  const [first = '', ...rest] = before.split(/\s+/);
  return [first, rest.join(' ')];
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.trim() : '');

const nameOf = (text: string): string => [...text.replace(/\p{C}/gu, '')].slice(0, maxNameLength).join('').trim();
