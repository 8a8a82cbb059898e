import { describe, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { createPasskeyDevice } from '../testing/passkeys.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const office = '203.0.113.7';
const home = '198.51.100.9';
const list = ['203.0.113.0/24', '2001:db8::/32'];
const from = (address: string) => ({ 'x-client-address': address });

type Platform = ReturnType<typeof useTestPlatform>;

const callsOf = (platform: Platform) => {
  const keyOf = async (who: UserName, address = office): Promise<string> =>
    (await platform.login(who, {}, from(address))).json().current_ent_usr.api_key;
  const send = (call: string, key: string | undefined, body: object, address = office) =>
    platform.call(`POST /consoles/${call}`, { key, body, headers: from(address) });
  const read = (key: string, address = office, organisationId = platform.orgs.A) =>
    platform.call(`GET /consoles/ext/allowed_addresses?organisationId=${organisationId}`, {
      key,
      headers: from(address),
    });
  const save = async (who: UserName, fields: object, address = office) => {
    const apiKey = await keyOf(who, address);
    await send('valid_password', apiKey, { current_password: fixturePassword }, address);
    return send('ext/update_allowed_addresses', apiKey, { organisationId: platform.orgs.A, ...fields }, address);
  };
  const limit = (addresses: string[] | null = list) =>
    platform.db
      .updateTable('ent_org')
      .set({ allowed_addresses: addresses })
      .where('id', '=', platform.orgs.A)
      .execute();
  return { keyOf, send, read, save, limit };
};

describe('the list of an organisation', () => {
  const platform = useTestPlatform({ signsInAnew: true });
  const { keyOf, send, read, save, limit } = callsOf(platform);

  test('NETWORK-1 an API key does not read it', async () => {
    const key = await addIntegrationKey(platform.db, platform.users.orgA.id, ['read', 'sensitive:write']);
    expect((await read(key)).statusCode).toBe(403);
  });

  test('NETWORK-3 it is stored in its canonical form, and an empty one allows every address', async () => {
    const apiKey = await keyOf('orgA');
    const body = { organisationId: platform.orgs.A, addresses: ['::ffff:203.0.113.0/120', '2001:DB8::/32', ' '] };
    const saved = await save('orgA', body);
    const allowedAddresses = {
      id: String(platform.orgs.A),
      addresses: list,
      viewerAddressIsProxy: false,
      viewerConfirmsProxy: false,
    };
    expect(saved.json()).toEqual({ allowedAddresses });
    expect((await read(apiKey)).json()).toEqual({ allowedAddresses });
    await save('orgA', { addresses: [] });
    expect((await read(apiKey, home)).json().allowedAddresses.addresses).toEqual([]);
    expect((await platform.mails('orgA')).at(-1)).toContain(
      'Users of Organisation A can now sign in from every IP address',
    );
  });

  test('NETWORK-2 NETWORK-5 an invalid list, and one that shuts out the person who saves it, is refused at its field', async () => {
    const refused = async (addresses: string[]) => (await save('orgA', { addresses })).json();
    expect((await refused(['0.0.0.0/0', '10.0.0.1/8'])).errors.addresses).toHaveLength(2);
    expect((await refused(Array.from({ length: 101 }, (_, at) => `192.0.2.${at}`))).codes.addresses).toEqual([
      'TOO_LONG',
    ]);
    expect(await refused([home])).toMatchObject({
      errors: { addresses: [`must include your own IP address ${office}`] },
      codes: { addresses: ['NOT_ALLOWED'] },
    });
    // The list of another organisation does not shut an Administrator out.
    const others = await save('adm', { organisationId: platform.orgs.B, addresses: [home] });
    expect(others.json().allowedAddresses.addresses).toEqual([home]);
    expect(
      await platform.db.selectFrom('ent_org').select('allowed_addresses').where('id', '=', platform.orgs.A).execute(),
    ).toEqual([{ allowed_addresses: null }]);
  });

  test('NETWORK-6 a session is refused at every request from elsewhere, and works again from within', async () => {
    const key = await keyOf('orgA');
    const other = await keyOf('orgB');
    await limit();
    const get = async (path: string, address: string, used = key) =>
      (await platform.call(`GET ${path}` as 'GET /', { key: used, headers: from(address) })).statusCode;
    const paths = ['/consoles/org_detail', '/files/AAAAAAAAAAAAAAAAAAAAAA', '/consoles/ext/events'];
    for (const path of paths) expect([path, await get(path, home)]).toEqual([path, 401]);
    const refused = await platform.call('GET /consoles/org_detail', { key, headers: from(home) });
    expect(refused.json()).toMatchObject({ session_end: 'ADDRESS_NOT_ALLOWED' });
    for (const address of [office, `::ffff:${office}`, '2001:db8:1::5'])
      expect([address, await get('/consoles/org_detail', address)]).toEqual([address, 200]);
    expect(await get(`/consoles/org_detail`, home, other)).toBe(200);
    const detail = await platform.call('POST /tasks/api_user_detail', {
      key,
      body: { task: { api_key: key } },
      headers: from(home),
    });
    expect(detail.json()).toMatchObject({ session_end: 'ADDRESS_NOT_ALLOWED' });
    expect((await send('ext/export_rows', key, { list: 'users' }, home)).statusCode).toBe(401);
    // A key that is only in the body is checked as well.
    const named = await platform.call('POST /tasks/api_user_detail', {
      body: { task: { api_key: key } },
      headers: from(home),
    });
    expect(named.statusCode).toBe(401);
  });

  test('NETWORK-12 an external user is limited by the list of the organisation that they ask for data of', async () => {
    const { A, B } = platform.orgs;
    await platform.db
      .updateTable('ent_org')
      .set({ allowed_addresses: [office] })
      .where('id', '=', B)
      .execute();
    const key = await keyOf('adm', home);
    const open = async (address: string) => {
      const answer = await platform.call(`GET /consoles/active_user_list?org_id=${B}`, { key, headers: from(address) });
      return answer.statusCode;
    };
    expect(await open(home)).toBe(200);
    await addUserMapping(platform.db, platform.users.adm.id, B, { activated: true });
    expect([await open(home), await open(office)]).toEqual([403, 200]);
    const refused = await save('adm', { organisationId: B, addresses: [home] });
    expect(refused.json().errors.addresses).toEqual([`must include your own IP address ${office}`]);
    const own = await platform.call(`GET /consoles/active_user_list?org_id=${A}`, { key, headers: from(home) });
    expect(own.statusCode).toBe(200);
  });

  test('NETWORK-6 a refused request does not keep the session in use, and signing out works from everywhere', async () => {
    const key = await keyOf('orgA');
    await limit();
    const used = () =>
      platform.db.selectFrom('session').select('last_used_at').orderBy('id', 'desc').executeTakeFirst();
    const before = await used();
    platform.moveClock(5 * minuteMs);
    await platform.call('GET /consoles/org_detail', { key, headers: from(home) });
    expect(await used()).toEqual(before);
    expect((await send('logout_api_user', key, {}, home)).statusCode).toBe(200);
    const ended = await platform.call('GET /consoles/org_detail', { key, headers: from(office) });
    expect(ended.json()).toMatchObject({ session_end: 'ENDED' });
  });

  test('NETWORK-9 refused requests are recorded once a minute for each person, for the Organisers of their organisation', async () => {
    const [one, two] = [await keyOf('assA'), await keyOf('audA')];
    await limit();
    const request = (key: string) => platform.call('GET /consoles/org_detail', { key, headers: from(home) });
    for (let time = 0; time < 5; time += 1) await Promise.all([request(one), request(two)]);
    const refusals = () =>
      platform.db
        .selectFrom('audit_entry')
        .select(['ent_usr_id', 'event', 'subject_org_id', 'client_address'])
        .where('code', '=', 'ADDRESS_NOT_ALLOWED')
        .orderBy('ent_usr_id')
        .execute();
    const { assA, audA } = platform.users;
    const ofUser = (id: number) => ({
      ent_usr_id: id,
      event: 'session:useKey',
      subject_org_id: platform.orgs.A,
      client_address: home,
    });
    expect(await refusals()).toEqual([assA.id, audA.id].sort((a, b) => a - b).map(ofUser));
    platform.moveClock(minuteMs);
    await request(one);
    await request(one);
    expect(await refusals()).toHaveLength(3);
    const apiKey = await keyOf('adm');
    const search = `/consoles/ext/audit_events?org_id=${platform.orgs.A}&outcome=refused` as const;
    const shown = await platform.call(`GET ${search}`, { key: apiKey, headers: from(office) });
    expect(JSON.stringify(shown.json())).toContain('ADDRESS_NOT_ALLOWED');
  });
});

describe('signing in', () => {
  const platform = useTestPlatform({ signsInAnew: true });
  const { keyOf, send, limit } = callsOf(platform);
  const signIn = async (who: UserName, body: object, address: string) => {
    const answer = await platform.login(who, body, from(address));
    return answer.statusCode === 200 ? 'in' : answer.json().message;
  };

  test('NETWORK-7 a password from elsewhere is refused only once it is right, and begins no session', async () => {
    await limit();
    const wrong = { ent_usr: { email: platform.users.assA.email, password: 'Wrong-passw0rd' } };
    expect(await signIn('assA', wrong, home)).toBe('INVALID_CREDENTIALS');
    const checks = platform.hashChecks();
    expect(await signIn('assA', {}, home)).toBe('ADDRESS_NOT_ALLOWED');
    expect(platform.hashChecks()).toBe(checks + 1);
    expect(
      await platform.db.selectFrom('session').select('id').where('ent_usr_id', '=', platform.users.assA.id).execute(),
    ).toEqual([]);
    expect((await platform.auditEntries('session:refuse')).at(-1)).toMatchObject({
      ent_usr_id: platform.users.assA.id,
      after: { reason: 'ADDRESS_NOT_ALLOWED' },
      client_address: home,
    });
    expect([await signIn('assA', {}, office), await signIn('orgB', {}, home)]).toEqual(['in', 'in']);
  });

  test('NETWORK-7 with a passcode it is refused after the passcode, which is then used up', async () => {
    const { id, email } = platform.users.mfaA;
    await platform.db.updateTable('ent_usr').set({ ent_org_id: platform.orgs.A }).where('id', '=', id).execute();
    await platform.db.updateTable('ent_org').set({ otp_required: true }).where('id', '=', platform.orgs.A).execute();
    await limit();
    const begun = (await platform.login('mfaA', {}, from(home))).json();
    expect(begun.message).toBe('OTP_REQUIRED');
    const { login_attempt } = begun;
    await send('send_otp', undefined, { email, login_attempt }, home);
    const otp = await platform.passcode('mfaA');
    expect(await signIn('mfaA', { otp: otp === 'AAAA' ? 'BBBB' : 'AAAA', login_attempt }, home)).toBe('INVALID_OTP');
    expect(await signIn('mfaA', { otp, login_attempt }, home)).toBe('ADDRESS_NOT_ALLOWED');
    expect(await signIn('mfaA', { otp, login_attempt }, office)).toBe('INVALID_OTP');
  });

  test('NETWORK-7 a passkey from elsewhere is refused, and works from within', async () => {
    const device = createPasskeyDevice();
    const key = await keyOf('assA');
    const prove = () => send('valid_password', key, { current_password: fixturePassword });
    await prove();
    const { options } = (await send('ext/new_passkey', key, {})).json();
    await prove();
    await send('ext/add_passkey', key, { name: 'Laptop', response: device.create(options) });
    await limit();
    const use = async (address: string) => {
      const challenge = (await send('ext/passkey_challenge', undefined, { binding: 'page' }, address)).json();
      const body = { binding: 'page', response: device.get(challenge.options) };
      const answer = await send('ext/sign_in_with_passkey', undefined, body, address);
      return answer.statusCode === 200 ? 'in' : answer.json().message;
    };
    expect([await use(home), await use(office)]).toEqual(['ADDRESS_NOT_ALLOWED', 'in']);
    expect((await platform.auditEntries('session:refuse')).at(-1)).toMatchObject({
      ent_usr_id: platform.users.assA.id,
    });
  });

  test('NETWORK-8 a session is handed over only to an address that is allowed', async () => {
    const key = await keyOf('orgA');
    await limit();
    const mint = async () => (await send('ext/handover', key, { module: 'auditor' })).json().token;
    const adopt = (api_key: string, address: string) =>
      platform.call('POST /tasks/api_user_detail', { body: { task: { api_key } }, headers: from(address) });
    const token = await mint();
    const refused = await adopt(token, home);
    expect([refused.statusCode, refused.json().message]).toEqual([422, 'ADDRESS_NOT_ALLOWED']);
    expect((await adopt(token, office)).statusCode).toBe(401);
    expect((await adopt(await mint(), office)).statusCode).toBe(200);
    expect((await send('ext/handover', key, { module: 'auditor' }, home)).statusCode).toBe(401);
  });

  test('NETWORK-10 an Administrator comes in from an address that the operator allows, an Organiser does not', async () => {
    await limit();
    await platform.db.insertInto('operator_address').values({ address: home, created_at: platform.now() }).execute();
    expect([await signIn('adm', {}, home), await signIn('orgA', {}, home)]).toEqual(['in', 'ADDRESS_NOT_ALLOWED']);
    expect(await signIn('adm', {}, '198.51.100.10')).toBe('ADDRESS_NOT_ALLOWED');
    const { api_key: key } = (await platform.login('adm', {}, from(home))).json().current_ent_usr;
    await send('valid_password', key, { current_password: fixturePassword }, home);
    const body = { organisationId: platform.orgs.A, addresses: ['192.0.2.1'] };
    expect((await send('ext/update_allowed_addresses', key, body, home)).json().allowedAddresses.addresses).toEqual([
      '192.0.2.1',
    ]);
  });
});

describe('behind a proxy', () => {
  const settings = { publicUrl: new URL('https://console.example') };
  const platform = useTestPlatform({ signsInAnew: true, settings });
  const { keyOf, read, save } = callsOf(platform);
  const proxy = '10.0.0.5';
  const addresses = ['10.0.0.0/8'];

  test('NETWORK-5 only an Administrator turns the list on from the address of a proxy, and confirms it', async () => {
    const apiKey = await keyOf('orgA');
    expect((await read(apiKey, proxy)).json().allowedAddresses.viewerAddressIsProxy).toBe(true);
    expect((await read(apiKey, office)).json().allowedAddresses.viewerAddressIsProxy).toBe(false);
    const problems = async (who: UserName, more: object) =>
      Object.keys((await save(who, { addresses, ...more }, proxy)).json().errors ?? {});
    expect(await problems('orgA', {})).toEqual(['confirmProxy']);
    expect(await problems('orgA', { confirmProxy: true })).toEqual(['confirmProxy']);
    expect(await problems('adm', {})).toEqual(['confirmProxy']);
    expect(await problems('adm', { confirmProxy: true })).toEqual([]);
    // The list is turned on already.
    expect(await problems('orgA', { addresses: [...addresses, office] })).toEqual([]);
  });
});
