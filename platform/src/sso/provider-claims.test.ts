import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { signToken, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startSso } from '../testing/sso.ts';

const provider = await startScriptedProvider();
afterAll(() => provider.close());
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host] } });
const sso = startSso(platform);

beforeEach(async () => {
  provider.reset();
  await platform.prepare(async () => {
    await sso.enable('orgA', provider);
    await sso.update('orgA', { default_role: 'AUDITEE' });
  });
  provider.metadata = { userinfo_endpoint: `${provider.issuer}/userinfo` };
});

type Reply = (answer: ServerResponse) => void;
const json =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  (answer) =>
    void answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const says = (claims: object) => json(200, { sub: 'person-1', ...claims });
/** Claims of the ID token instead of the usual email and `email_verified`, and the response of userinfo. */
const script = (idToken: object, userinfo = says({})) => {
  provider.token = (_nonce, { email: _email, email_verified: _mark, ...usual }) =>
    signToken('RS256', { ...usual, ...idToken });
  provider.answers.set('/userinfo', userinfo);
};
const signIn = async () => {
  const started = await platform.call('POST /consoles/ext/start_single_sign_on', { body: { email: 'x@a.example' } });
  const { address, attempt } = started.json();
  const body = { attempt, ...provider.open(address) };
  return (await platform.call('POST /consoles/ext/complete_single_sign_on', { body })).json();
};
/** The email of the account, or the reason of the refusal. */
const signedInAs = async () => {
  const { refusal, current_ent_usr } = await signIn();
  return refusal ?? current_ent_usr.email;
};
const verified = { email_verified: true };
const [victim, other] = [{ email: 'victim@a.example' }, { email: 'other@a.example' }];

describe('email and mark', () => {
  test.each<[what: string, idToken: object, userinfo: object, outcome: string]>([
    ['an email without a mark, and another one that is verified', victim, { ...other, ...verified }, other.email],
    ['an email without a mark, and a mark without an email', victim, verified, 'EMAIL_NOT_VERIFIED'],
    ['a mark without an email, and an email without one', verified, victim, 'EMAIL_NOT_VERIFIED'],
    [
      'a verified email, and another one that is verified',
      { ...victim, ...verified },
      { ...other, ...verified },
      victim.email,
    ],
    [
      'an email that is denied, and another one',
      { ...victim, email_verified: false },
      { ...other, ...verified },
      'EMAIL_NOT_VERIFIED',
    ],
    [
      'an email without a mark, and the same one that is denied',
      victim,
      { ...victim, email_verified: false },
      'EMAIL_NOT_VERIFIED',
    ],
    ['an email without a mark, and a mark of Entra without an email', victim, { xms_edov: true }, 'EMAIL_NOT_VERIFIED'],
    ['no email', {}, {}, 'EMAIL_MISSING'],
    ['a mark alone', verified, verified, 'EMAIL_MISSING'],
    ['a text in place of an email', { email: 'Ada', ...verified }, {}, 'EMAIL_MISSING'],
    ['two emails', { email: [victim.email, other.email], ...verified }, {}, 'EMAIL_MISSING'],
  ])('SIGNIN-30 email and mark come from one source: %s', async (_what, idToken, userinfo, outcome) => {
    script(idToken, says(userinfo));
    expect(await signedInAs()).toBe(outcome);
  });

  test('SIGNIN-30 the session at the provider is of the ID token, never of userinfo', async () => {
    script({}, says({ ...other, ...verified, sid: 'of-userinfo' }));
    expect(await signedInAs()).toBe(other.email);
    const session = await platform.db
      .selectFrom('session')
      .select('provider_session')
      .where('began_by', '=', 'provider')
      .executeTakeFirstOrThrow();
    expect(session.provider_session).toBeNull();
  });

  test.each<[claims: object, outcome: string]>([
    [{ email_verified: 'True' }, other.email],
    [{ email_verified: ' TRUE ' }, other.email],
    [{ email_verified: 1 }, other.email],
    [{ xms_edov: '1' }, other.email],
    [{ xms_edov: 'True', email_verified: null }, other.email],
    [{ email_verified: true, xms_edov: true }, other.email],
    [{ email_verified: false, xms_edov: true }, 'EMAIL_NOT_VERIFIED'],
    [{ email_verified: true, xms_edov: false }, 'EMAIL_NOT_VERIFIED'],
    [{ email_verified: 'False', xms_edov: 1 }, 'EMAIL_NOT_VERIFIED'],
    [{ email_verified: 'yes' }, 'EMAIL_NOT_VERIFIED'],
    [{ email_verified: { true: true } }, 'EMAIL_NOT_VERIFIED'],
  ])('SIGNIN-32 the marks %o lead to %s', async (marks, outcome) => {
    script({ ...other, ...marks });
    expect(await signedInAs()).toBe(outcome);
  });

  test.each<[claims: object, first: string, last: string]>([
    [{ name: 'Quill, Ada (IT)' }, 'Ada', 'Quill'],
    [{ name: 'Quill, Ada (IT)', family_name: 'Quill' }, 'Ada', 'Quill'],
    [{ name: 'Quill, Ada (IT)', given_name: 'Ada' }, 'Ada', 'Quill'],
    [{ name: 'Quill ,  Ada Mary [Ext]' }, 'Ada Mary', 'Quill'],
    [{ name: 'Ada Quill, PhD' }, 'Ada', 'Quill'],
    [{ name: 'van der Berg, Ada, Dr.' }, 'Ada', 'van der Berg'],
    [{ name: 'Ada  Mary Quill' }, 'Ada', 'Mary Quill'],
    [{ name: 'Ada' }, 'Ada', 'Not set'],
    [{ name: '(IT)' }, '(IT)', 'Not set'],
    [{ given_name: 'Ada, B.', family_name: 'Quill' }, 'Ada, B.', 'Quill'],
    [{}, 'other', 'Not set'],
  ])('SIGNIN-32 the names %o are %s and %s', async (names, firstname, lastname) => {
    script({ ...other, ...verified, ...names });
    expect((await signIn()).current_ent_usr).toMatchObject({ firstname, lastname });
  });
});

describe('userinfo that refuses', () => {
  const ofAdfs = json(401, { error: 'invalid_token' }, { 'www-authenticate': 'Bearer' });
  const inIdToken = /Configure the provider to send `email` and `email_verified` in the ID token \(ADFS/;

  test.each<[what: string, idToken: object, userinfo: Reply, missing: RegExp]>([
    [
      'with 401',
      { upn: 'ada@a.example' },
      ofAdfs,
      /has no `email`, and the provider’s userinfo endpoint returned status 401/,
    ],
    ['with 401 and no word', other, json(401, {}), /has no `email_verified`, and .+ returned status 401/],
    ['with 403', other, json(403, { error: 'insufficient_scope' }), /returned status 403/],
    [
      'with another sub',
      other,
      json(200, { sub: 'another', ...victim, ...verified }),
      /has no `email_verified`, and .+ a `sub` that differs/,
    ],
    [
      'with a page',
      {},
      (reply) => void reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      /an unreadable response/,
    ],
  ])(
    'SIGNIN-31 userinfo that refuses %s is a finding that names what is missing, and an event of its own',
    async (_what, idToken, userinfo, text) => {
      script(idToken, userinfo);
      await sso.testBySigningIn('orgA', (address) => provider.open(address));
      const [{ findings }] = (await sso.read('orgA')).json().single_sign_on.tests;
      const failed = findings.find((one: { has_passed: boolean | null }) => one.has_passed === false);
      expect(failed).toMatchObject({ step: 'CLAIMS', message: expect.stringMatching(text) });
      expect(failed.message).toMatch(inIdToken);
      expect(await signedInAs()).toBe('email' in idToken ? 'EMAIL_NOT_VERIFIED' : 'EMAIL_MISSING');
      expect((await platform.auditEntries('session:refuse')).at(-1)).toMatchObject({
        after: { reason: 'USERINFO_REFUSED' },
      });
    },
  );

  test('SIGNIN-31 userinfo is not asked where the ID token has all', async () => {
    script({ ...other, ...verified }, ofAdfs);
    expect(await signedInAs()).toBe(other.email);
    expect(provider.requests).not.toContain('/userinfo');
  });

  test('SIGNIN-31 userinfo that answers the subject alone leaves the email missing', async () => {
    script({}, says({}));
    await sso.testBySigningIn('orgA', (address) => provider.open(address));
    const [{ findings }] = (await sso.read('orgA')).json().single_sign_on.tests;
    expect(findings[1].message).toMatch(/no valid email address\. Configure it to send `email`/);
  });
});

test('DOMAIN-3 an email of the claims has any spelling of its domain', async () => {
  script({ email: 'Ann@ⓐ。example', ...verified });
  expect(await signedInAs()).toBe('ann@a.example');
});
