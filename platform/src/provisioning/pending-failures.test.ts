import { beforeEach, expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScimClient } from '../testing/scim-client.ts';

const platform = useTestPlatform();
let scim: Awaited<ReturnType<typeof startScimClient>>;
beforeEach(async () => {
  scim = await startScimClient(platform);
});

const call = async (what: `${'GET' | 'POST'} ${string}`, body?: object, user: UserName = 'orgA') => {
  const { apiKey: key } = await platform.signIn(user);
  return platform.call(what, { key, ...(body && { body }) });
};
const kinds = ['REFUSED_PROVISIONING', 'UNKNOWN_PROVIDER_ROLES', 'OUTSIDE_EMAIL_DOMAINS', 'FAILING_WEBHOOKS'];
const pending = async () => {
  const answer = await call(`GET /consoles/ext/attention?organisationId=${platform.orgs.A}&kinds=${kinds.join()}`);
  const items = answer.json().attention as { kind: string; count: number; since: string }[];
  return Object.fromEntries(items.map(({ kind, count, since }) => [kind, [count, since]]));
};
const causes = async () =>
  (await call(`GET /consoles/ext/provisioning?organisationId=${platform.orgs.A}`)).json().provisioning.causes;
const userOf = (userName: string, more: object = {}) => ({ userName, active: true, ...more });
const now = () => platform.now().toISOString();

test('REALUSE-17 a refused request is pending until the next success about the same user', async () => {
  const { path } = await scim.create(userOf('jane@a.example'));
  await scim.create(userOf('other@a.example'));
  await scim.send(`PUT ${path}`, userOf('jane@a.example', { externalId: 'x'.repeat(300) }));
  await scim.send('GET /Users?filter=nonsense');
  expect(await pending()).toEqual({ REFUSED_PROVISIONING: [2, now()] });
  await scim.send('POST /Users', userOf('third@a.example'));
  expect(await pending()).toEqual({ REFUSED_PROVISIONING: [2, now()] });
  await scim.send(`PUT ${path}`, userOf('jane@a.example'));
  await scim.send('GET /Users');
  expect(await pending()).toEqual({});
  await scim.send(`PUT ${path}`, userOf('jane@a.example', { externalId: 'x'.repeat(300) }));
  expect(await pending()).toEqual({ REFUSED_PROVISIONING: [1, now()] });
});

test('REALUSE-17 for all organisations, the time is that of the newest refused request', async () => {
  await scim.send('GET /Users?filter=nonsense');
  await platform.db.updateTable('scim_failure').set({ ent_org_id: platform.orgs.B }).execute();
  platform.moveClock(dayMs);
  await scim.send('GET /Users?filter=nonsense');
  const answer = await call('GET /consoles/ext/attention?kinds=REFUSED_PROVISIONING', undefined, 'adm');
  expect(answer.json().attention).toMatchObject([{ count: 2, organisations: 2, since: now() }]);
});

test('REALUSE-17 an unknown role value is one item, which ends when it is mapped or the role of the user is set', async () => {
  const roles = [{ value: 'contractor' }];
  const jane = await scim.create(userOf('jane@a.example', { roles }));
  const joe = await scim.create(userOf('joe@a.example', { roles }));
  expect(await causes()).toEqual([{ kind: 'UNKNOWN_ROLE', value: 'contractor', userCount: 2, lastAt: now() }]);
  expect(await pending()).toEqual({ UNKNOWN_PROVIDER_ROLES: [2, now()] });
  await platform.db.updateTable('ent_usr').set({ role_id: 4 }).where('id', '=', jane.userId).execute();
  expect(await pending()).toEqual({ UNKNOWN_PROVIDER_ROLES: [1, now()] });
  await scim.send(`PUT ${joe.path}`, userOf('joe@a.example', { roles: [] }));
  expect(await pending()).toEqual({});
  await scim.send(`PUT ${joe.path}`, userOf('joe@a.example', { roles }));
  expect(await pending()).toEqual({ UNKNOWN_PROVIDER_ROLES: [1, now()] });
  const mapping = { ent_org_id: platform.orgs.A, value: 'contractor', role: 'AUDITEE' } as const;
  await platform.db.insertInto('scim_role').values(mapping).execute();
  expect([await pending(), await causes()]).toEqual([{}, []]);
});

test('REALUSE-17 a provisioned address outside the email domains is one item by domain, which ends when it is seen or the domains change', async () => {
  const setDomains = (email_domain: string) =>
    platform.db.updateTable('ent_org').set({ email_domain }).where('id', '=', platform.orgs.A).execute();
  await setDomains('a.example, b.example');
  await scim.create(userOf('jane@a.example'));
  await scim.create(userOf('joe@other.example'));
  await scim.create(userOf('jim@other.example'));
  expect(await causes()).toEqual([{ kind: 'OUTSIDE_DOMAINS', value: 'other.example', userCount: 2, lastAt: now() }]);
  expect(await pending()).toEqual({ OUTSIDE_EMAIL_DOMAINS: [2, now()] });
  await setDomains('a.example,OTHER.example');
  expect(await pending()).toEqual({});
  await setDomains('a.example');
  const seen = { organisationId: platform.orgs.A, domain: 'other.example' };
  const answer = await call('POST /consoles/ext/acknowledge_email_domain', seen);
  expect([answer.json().provisioning.causes, await pending()]).toEqual([[], {}]);
  const [event] = await platform.auditEntries('scim:acknowledgeDomain');
  expect(event?.after).toEqual({ email_domain: 'other.example' });
});

test('REALUSE-17 a webhook that fails, or was turned off for it, is pending', async () => {
  const since = new Date(platform.now().getTime() - dayMs);
  const webhook = { ent_org_id: platform.orgs.A, url: 'https://hooks.example/a', types: null, position: 0 };
  const rows = [
    { failing_since: null },
    { failing_since: since },
    { is_enabled: false, switched_off_at: since },
    { is_enabled: false, failing_since: since },
  ];
  for (const row of rows)
    await platform.db
      .insertInto('webhook')
      .values({ ...webhook, created_at: since, ...row })
      .execute();
  expect(await pending()).toEqual({ FAILING_WEBHOOKS: [2, since.toISOString()] });
});
