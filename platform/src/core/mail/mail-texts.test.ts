import { expect, test } from 'vitest';
import {
  passwordChangedMail,
  passwordResetMail,
  signInWayMail,
  welcomeMail,
} from '../../account/account-mail-texts.ts';
import { configPasscodeMail } from '../../config/config-mail-texts.ts';
import {
  externalUserAcceptedMail,
  externalUserEndedMail,
  externalUserReviewMail,
} from '../../external-users/external-user-mail-texts.ts';
import { externalInvitationMail, invitationMail } from '../../invitations/invitation-mail-texts.ts';
import { mappingRequestMail, onboardingMail } from '../../invitations/mapping-request-mail-texts.ts';
import { keyAuthorLeftMail, keyExpiryMail, newKeyMail, organisationKeyExpiryMail } from '../../keys/key-mail-texts.ts';
import { mappingAnsweredMail, mappingEndedMail } from '../../mappings/mapping-mail-texts.ts';
import { reviewMail, reviewNotStartedMail, reviewSeriesEndedMail } from '../../reviews/review-mail-texts.ts';
import { failedAttemptsMail, newDeviceMail, passcodeMail } from '../../session/session-mail-texts.ts';
import {
  firstProviderSignInMail,
  providerLinkReplacedMail,
  providerUnlinkedMail,
  secretExpiryMail,
} from '../../sso/sso-mail-texts.ts';
import { demoNow } from '../../testing/demo-now.ts';
import { signInBlockedMail, usersTakenOverMail } from '../../users/user-mail-texts.ts';
import type { MailContent } from '../access/mail-sender.ts';
import { renderMail } from './mail-layout.ts';
import { noticeMail } from './notice-mail.ts';
import { noticeEmail } from './notice-rules.ts';

const link = new URL('https://console.example/reset-password?reset_password_token=abc&x=1');
const keys = { names: ['Nightly sync'], link };
const maya = { name: 'Maya', by: 'Olga Organ', organisation: 'Acme & Sons' };
const rendered = (content: MailContent, organisation: string | null = 'Acme & Sons') =>
  renderMail(content, { consoleUrl: new URL('https://console.example'), organisation });
const ended = { ending: 'end', reason: 'The contract is over' } as const;
const notice = { ...maya, sentences: ['A & B were exported. By Otto.'], count: 3 };
const contents = {
  passcode: passcodeMail({ code: 'K7QX', minutes: 5 }),
  configPasscode: configPasscodeMail({ code: 'K7QX', minutes: 5, organisation: 'Acme & Sons' }),
  reset: passwordResetMail({ name: 'Maya', link, hours: 1 }),
  invitation: invitationMail({ ...maya, link, days: 7 }),
  onboarding: onboardingMail({ ...maya, link, days: 7 }),
  mappingRequest: mappingRequestMail({ ...maya, link }),
  mappingAccepted: mappingAnsweredMail({ ...maya, accepted: true, link }),
  mappingRejected: mappingAnsweredMail({ ...maya, accepted: false, link }),
  mappingEnded: mappingEndedMail({ ...maya, ...ended, by: 'Acme & Sons', other: 'Beta', link }),
  externalEnded: externalUserEndedMail({ ...maya, ...ended, email: 'guest@x.example' }),
  externalUser: externalUserReviewMail({ ...maya, email: 'guest@x.example', link }),
  externalInvitation: externalInvitationMail(maya),
  externalAccepted: externalUserAcceptedMail({ ...maya, link }),
  review: reviewMail({ ...maya, why: 'reassigned', review: 'Autumn', people: 3, due: '2026-12-24', link }),
  reviewSeriesEnded: reviewSeriesEndedMail({ ...maya, review: 'Autumn', link }),
  reviewNotStarted: reviewNotStartedMail({
    ...maya,
    review: 'Autumn',
    problem: 'must include at least one person',
    link,
  }),
  guessedPassword: failedAttemptsMail({ name: 'Maya', what: 'password', at: demoNow, link }),
  guessedPasscode: failedAttemptsMail({ name: 'Maya', what: 'passcode', at: demoNow, link }),
  guessedPasscodes: failedAttemptsMail({ name: 'Maya', what: 'passcodes', at: demoNow, link }),
  newKey: newKeyMail({ name: 'Maya', key: 'Nightly sync', at: demoNow, until: demoNow, link }),
  keyExpiry: keyExpiryMail({ name: 'Maya', key: 'Nightly sync', at: demoNow, link }),
  organisationKeyExpiry: organisationKeyExpiryMail({ ...maya, key: 'Nightly sync', at: demoNow, link }),
  keyAuthorLeft: keyAuthorLeftMail({ ...maya, author: 'Ada Quill (ada@x.example)', keys: [{ name: 'A & B', link }] }),
  notice: noticeMail({ ...notice, email: noticeEmail('largeExport'), isLast: true, link }),
  noticeOfAll: noticeMail({
    ...notice,
    email: noticeEmail('retention'),
    organisation: null,
    count: 1,
    isLast: false,
    link,
  }),
  secretExpiry: secretExpiryMail({ ...maya, day: '2027-01-31', link }),
  firstProvider: firstProviderSignInMail({
    ...maya,
    provider: 'idp.example',
    browser: 'Chrome',
    system: 'Linux',
    address: '192.0.2.7',
    at: demoNow,
    link,
    minutes: 30,
    isReplacement: false,
  }),
  newProviderPerson: firstProviderSignInMail({
    ...maya,
    provider: 'idp.example',
    browser: 'Chrome',
    system: 'Linux',
    address: '192.0.2.7',
    at: demoNow,
    link,
    minutes: 30,
    isReplacement: true,
  }),
  providerLinkReplaced: providerLinkReplacedMail({
    name: 'Maya',
    keys: 2,
    at: demoNow,
    link,
    password: { link, hours: 24 },
  }),
  providerUnlinked: providerUnlinkedMail({ name: 'Maya', provider: 'idp.example', at: demoNow, link }),
  wayByProvider: signInWayMail({ name: 'Maya', bySingleSignOn: true, link: new URL('https://console.example/login') }),
  wayByPasskey: signInWayMail({ name: 'Maya', bySingleSignOn: false, link: new URL('https://console.example/login') }),
  takenOver: usersTakenOverMail({ ...maya, former: 'Beta', emails: ['guest@x.example'], isFormer: true }),
  signInBlocked: signInBlockedMail({ ...maya, person: 'Ada Quill (ada@x.example)', link }),
  welcome: welcomeMail({ ...maya, keys, link: new URL('https://console.example/login') }),
  changed: passwordChangedMail({
    name: 'Maya',
    at: demoNow,
    keys,
    link: new URL('https://console.example/forgot-password'),
  }),
};

type Rendered = Record<keyof typeof contents, ReturnType<typeof renderMail>>;
const mails = Object.fromEntries(
  Object.entries(contents).map(([name, content]) => [name, rendered(content)]),
) as Rendered;

test.each(Object.entries(mails))(
  'OTP-12 RESET-3 the %s mail has the same content as text and as HTML',
  (_name, mail) => {
    const words = mail.html
      .replace(/[\s\S]*<\/h1>/, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
      .trim();
    expect(words).toBe(
      mail.text
        .replace(/:\n(?=https)/g, ' ')
        .replace(/^-- $/m, '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  },
);

test.each(Object.entries(mails))(
  'RESET-3 the %s mail is a complete page that loads and runs nothing',
  (_name, mail) => {
    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en-GB">/);
    expect(mail.html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(mail.html).not.toMatch(/<(script|img|link|style|iframe|form)\b|\bsrc=|url\(|\son\w+=/i);
    for (const line of mail.text.split('\n')) expect(line).not.toMatch(/<|&amp;/);
  },
);

test('RESET-3 the reset mail has the whole link in both parts, and its lifetime', () => {
  expect(mails.reset.text).toMatch(/^https:\/\/console\.example\/reset-password\?reset_password_token=abc&x=1$/m);
  expect(mails.reset.html).toContain('href="https://console.example/reset-password?reset_password_token=abc&amp;x=1"');
  expect(mails.reset.text).toContain('works once and expires in 1 hour.');
  expect(rendered(passwordResetMail({ name: null, link, hours: 2 })).text).toMatch(
    /^Hello,\n[\s\S]*works once and expires in 2 hours\./,
  );
  expect(mails.reset.subject).not.toContain('abc');
});

test('USER-37 OPEN-23 the mail to a new user names the organisation, and its link is complete and valid for days', () => {
  expect(mails.invitation.text).toContain(
    'Olga Organ created an account for you at Acme & Sons. Sign in with this email',
  );
  expect(mails.invitation.text).toMatch(/^https:\/\/console\.example\/reset-password\?reset_password_token=abc&x=1$/m);
  expect(mails.invitation.text).toContain('works once and expires in 7 days.');
  expect(mails.invitation.html).toContain('Acme &amp; Sons');
  expect(mails.invitation.subject).not.toContain('abc');
});

test('PWD-6 OPEN-13 the mail about a changed password says when it was changed and what to do', () => {
  expect(mails.changed.text).toContain('changed on 20 November 2026 at 09:00 UTC');
  expect(mails.changed.text).toMatch(/If it was not you.*\n\n.*\nhttps:\/\/console\.example\/forgot-password/);
});

test('START-18 the welcome names the organisation and leads to signing in', () => {
  expect(mails.welcome.subject).toBe('Welcome');
  expect(mails.welcome.text).toContain('your account at Acme & Sons is ready');
  expect(mails.welcome.text).toMatch(/^https:\/\/console\.example\/login$/m);
  expect(rendered(welcomeMail({ name: null, organisation: null, link, keys })).text).toContain('your account is ready');
});

test('DESIGN-8 the mail about an expiring key names the key and the moment', () => {
  expect(mails.keyExpiry.text).toContain('“Nightly sync” expires on 20 November 2026 at 09:00 UTC');
});

test('MAP-12 MAP-13 XUSER-1 the mails about mappings and external users name the user and the result', () => {
  expect(mails.mappingRequest.text).toContain(
    'Olga Organ of Acme & Sons would like their organisation to work with yours.',
  );
  expect(mails.mappingAccepted.subject).toBe('Your mapping request was accepted');
  expect(mails.mappingRejected.text).toContain('Acme & Sons rejected the mapping request');
  expect(mails.externalUser.text).toContain('Olga Organ invited guest@x.example to work with Acme & Sons');
  expect(mails.externalInvitation.text.match(/https:\S+/g)).toEqual(['https://console.example/']);
  expect(mails.externalAccepted.text).toContain('Acme & Sons accepted you as an external user');
});

test('SECURITY-T30 a name cannot add HTML, attributes or paragraphs', () => {
  const name = '<img src=x onerror=alert(1)> "\'&\n\nClick https://evil.example';
  for (const mail of [
    passwordResetMail({ name, link, hours: 1 }),
    invitationMail({ name, by: name, organisation: name, link, days: 7 }),
    mappingRequestMail({ name, by: name, organisation: name, link }),
    mappingAnsweredMail({ name, organisation: name, accepted: true, link }),
    externalUserReviewMail({ name, by: name, email: 'guest@x.example', organisation: name, link }),
    externalInvitationMail({ name, by: name, organisation: name }),
    externalUserAcceptedMail({ name, organisation: name, link }),
    failedAttemptsMail({ name, what: 'passcodes', at: demoNow, link }),
    passwordChangedMail({ name, at: demoNow, link, keys: { names: [name], link } }),
    welcomeMail({ name, organisation: name, link, keys: { names: [name], link } }),
    mappingEndedMail({ name, by: name, other: name, ending: 'withdraw', reason: name, link }),
    externalUserEndedMail({ name, email: 'guest@x.example', organisation: name, ending: 'reject', reason: name }),
    newKeyMail({ name, key: name, at: demoNow, until: demoNow, link }),
    keyExpiryMail({ name, key: name, at: demoNow, link }),
    organisationKeyExpiryMail({ name, organisation: name, key: name, at: demoNow, link }),
    keyAuthorLeftMail({ name, organisation: name, author: 'Ada', keys: [{ name, link }] }),
    secretExpiryMail({ name, organisation: name, day: '2027-01-31', link }),
    newDeviceMail({ name, browser: null, system: null, address: '192.0.2.7', at: demoNow, link }),
    firstProviderSignInMail({
      name,
      organisation: name,
      provider: 'idp.example',
      browser: null,
      system: null,
      address: '192.0.2.7',
      at: demoNow,
      link,
      minutes: 30,
      isReplacement: true,
    }),
    providerLinkReplacedMail({ name, keys: 1, at: demoNow, link, password: null }),
    providerUnlinkedMail({ name, provider: 'idp.example', at: demoNow, link }),
  ].map((content) => rendered(content, name))) {
    expect(mail.html).not.toContain('<img');
    expect(mail.html).toContain('Hello &lt;img src=x onerror=alert(1)&gt; &quot;&#39;&amp; Click');
    expect(mail.html).not.toContain('href="https://evil');
    expect(mail.text.split('\n')[0]).toContain('Click https:');
  }
  const onboarding = rendered(onboardingMail({ by: name, organisation: name, link, days: 7 }), name);
  expect(onboarding.html).not.toMatch(/<img|href="https:\/\/evil/);
  expect(onboarding.text).toMatch(/Click https:.* would like/);
});

test('CASES-23 no name in a mail is an address that a mail program makes a link of', () => {
  const name = 'https://evil.example www.evil.example me@evil.example';
  const given = {
    name,
    organisation: name,
    key: name,
    code: 'K7QX',
    minutes: 5,
    email: 'a@b.example',
    days: 7,
    accepted: true,
    ...({ by: name, other: name, ending: 'end', reason: name } as const),
    at: demoNow,
    until: demoNow,
    keys: { names: [name], link },
    link,
  };
  const written = [
    invitationMail,
    onboardingMail,
    mappingRequestMail,
    mappingAnsweredMail,
    mappingEndedMail,
    externalUserEndedMail,
    externalUserReviewMail,
    newKeyMail,
    keyExpiryMail,
    organisationKeyExpiryMail,
    externalInvitationMail,
    externalUserAcceptedMail,
    welcomeMail,
    configPasscodeMail,
  ].map((mail) => rendered(mail(given), name));
  for (const { subject, text, html } of written)
    expect(`${subject} ${text} ${html}`).not.toMatch(/evil\.example|:\/\/evil|www\.evil/);
});

test('EMAIL-1 every email names the product and the organisation, and its footer has the URL of the console and why it was sent', () => {
  for (const { html, text } of Object.values(mails)) {
    expect(html).toContain('<strong>Console</strong> · Acme &amp; Sons');
    expect(html).toContain('<a href="https://console.example/"');
    expect(text).toMatch(/\n\n-- \nConsole for Acme & Sons\nhttps:\/\/console\.example\/\n.*receive this email.*\.\n$/);
  }
  expect(mails.invitation.text).toMatch(/\nYou receive this email because Acme & Sons invited you\.\n$/);
  expect(mails.changed.text).toMatch(/\nYou receive this email because you have an account at Acme & Sons\.\n$/);
  expect(mails.noticeOfAll.text).toMatch(/\nAll Administrators receive this email, .*\n$/);
  const { html, text } = rendered(contents.changed, null);
  expect(text).toMatch(
    /\n-- \nConsole\nhttps:\/\/console\.example\/\nYou receive this email because you have an account\.\n$/,
  );
  expect(html).toContain('<strong>Console</strong></td>');
});

test('EMAIL-2 invitations and requests say who sent them, or only the organisation without a name', () => {
  expect(mails.onboarding.text).toContain(
    'Olga Organ of Acme & Sons would like their organisation to work with yours.',
  );
  expect(mails.externalInvitation.text).toContain('Olga Organ invited you to work with Acme & Sons.');
  const unknown = { ...maya, by: null };
  const texts = [
    invitationMail,
    onboardingMail,
    mappingRequestMail,
    externalUserReviewMail,
    externalInvitationMail,
  ].map((mail) => rendered(mail({ ...unknown, email: 'guest@x.example', link, days: 7 })).text.split('\n')[2]);
  expect(texts).toEqual([
    'An account was created for you at Acme & Sons. Sign in with this email address and a password that you choose.',
    'Acme & Sons would like to work with your organisation. Enter details about your organisation and yourself. You will then receive a link to set your password.',
    'Acme & Sons would like to work with your organisation. The request is pending until you accept or reject it.',
    'guest@x.example was invited to work with Acme & Sons as an external user.',
    'You were invited to work with Acme & Sons. The organisation reviews the invitation first. You will receive an email when you have access.',
  ]);
});
