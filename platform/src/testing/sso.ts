import type { LightMyRequestResponse } from 'fastify';
import { fixturePassword, type UserName } from './fixtures.ts';
import type { TestOidcProvider } from './oidc-provider.ts';
import type { TestPlatform } from './platform.ts';

type Who = UserName | (string & {});

type Answer = Promise<LightMyRequestResponse>;

/** The calls of single sign-on as a user, or with a key. */
interface TestSso {
  /** Confirms with the password, unless `confirmed` is false. */
  save(who: Who, fields: object, confirmed?: boolean): Answer;
  read(who: Who): Answer;
  /** Confirms with the password, unless `confirmed` is false. */
  update(who: Who, fields: object, confirmed?: boolean): Answer;
  verify(who: Who, domain: string, more?: object): Answer;
  test(who: Who): Answer;
  /** Starts a sign-in test, and completes it in the same session with the response that `open` gets from the provider. */
  testBySigningIn(who: Who, open: (address: string) => object | Promise<object>): Answer;
  /** Marks the sign-in test as passed. */
  passSignIn(who: Who): Promise<void>;
  /** Confirms with the password. */
  switchTo(who: Who, enabled: boolean, required?: boolean): Answer;
  /** Links an account of organisation A to a person of the provider, as a confirmed first sign-in does. */
  link(user: UserName, provider: Pick<TestOidcProvider, 'issuer'>, subject?: string): Promise<void>;
  /** Saves the settings, verifies the domain, and tests the connection. */
  prepare: TestSso['enable'];
  /** Does the same as `prepare`, marks the sign-in test as passed, and turns single sign-on on. */
  enable(
    who: 'orgA' | 'orgB' | 'adm',
    provider: Pick<TestOidcProvider, 'issuer' | 'clientId' | 'clientSecret'>,
    domain?: string,
  ): Promise<void>;
}

/** Sets up single sign-on of organisation A, or of B for its Organiser. */
export function startSso(platform: TestPlatform): TestSso {
  const keyOf = async (who: Who) => (who in platform.users ? (await platform.signIn(who as UserName)).apiKey : who);
  const organisationOf = (who: Who) => (who === 'orgB' ? platform.orgs.B : platform.orgs.A);
  const prove = (key: string) =>
    platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const post = async (who: Who, call: string, body: object) =>
    platform.call(`POST /consoles/ext/${call}`, {
      key: await keyOf(who),
      body: { org_id: organisationOf(who), ...body },
    });

  const sso: TestSso = {
    save: async (who, fields, confirmed = true) => {
      const key = await keyOf(who);
      if (confirmed) await prove(key);
      const adfs = { tenant_id: 'tenant', ...fields, ent_org_id: organisationOf(who) };
      return platform.call('POST /consoles/update_adfs', { key, body: { adfs } });
    },
    read: async (who: Who) =>
      platform.call(`GET /consoles/ext/single_sign_on?org_id=${organisationOf(who)}`, { key: await keyOf(who) }),
    update: async (who, fields, confirmed = true) => {
      const key = await keyOf(who);
      if (confirmed) await prove(key);
      return post(key, 'update_single_sign_on', { org_id: organisationOf(who), ...fields });
    },
    verify: (who: Who, domain: string, more: object = {}) => post(who, 'verify_sso_domain', { domain, ...more }),
    test: (who: Who) => post(who, 'test_single_sign_on', {}),
    testBySigningIn: async (who, open) => {
      const key = await keyOf(who);
      const begun = await post(key, 'start_single_sign_on_test', { org_id: organisationOf(who) });
      if (begun.statusCode !== 200) return begun;
      const body = await open(begun.json().address);
      return platform.call('POST /consoles/ext/complete_single_sign_on_test', { key, body });
    },
    passSignIn: async (who) => {
      const settings = platform.db.updateTable('sso').where('ent_org_id', '=', organisationOf(who));
      await settings.set({ signed_in_at: platform.now() }).execute();
    },
    switchTo: async (who: Who, enabled: boolean, required?: boolean) => {
      const key = await keyOf(who);
      await prove(key);
      return platform.call('POST /consoles/ext/set_single_sign_on', {
        key,
        body: { org_id: organisationOf(who), enabled, ...(required !== undefined && { required }) },
      });
    },
    link: async (user: UserName, { issuer }: Pick<TestOidcProvider, 'issuer'>, subject = 'person-1') => {
      const { id: ent_usr_id } = platform.users[user];
      const link = { ent_org_id: platform.orgs.A, ent_usr_id, issuer, subject, created_at: platform.now() };
      await platform.db.insertInto('sso_link').values(link).execute();
    },
    prepare: async (who, provider, domain = who === 'orgB' ? 'b.example' : 'a.example') => {
      const { issuer, clientId: client_id, clientSecret: client_secret } = provider;
      await sso.save(who, { client_id, client_secret });
      await sso.update(who, { issuer, domains: [domain] });
      await platform.db
        .updateTable('sso_domain')
        .set({ verified_at: platform.now() })
        .where('domain', '=', domain)
        .execute();
      const tested = await sso.test(who);
      if (tested.statusCode !== 200) throw new Error(`single sign-on is not tested: ${tested.body}`);
    },
    enable: async (who, provider, domain) => {
      await sso.prepare(who, provider, domain);
      await sso.passSignIn(who);
      const enabled = await sso.switchTo(who, true);
      if (enabled.statusCode !== 200) throw new Error(`single sign-on stays off: ${enabled.body}`);
    },
  };
  return sso;
}
