import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { sendSample } from '../testing/samples/all.ts';
import { mode, testWith, useTestSystem } from '../testing/system.ts';
import { goodConfig, tabPaths, updateConfigDocument } from '../testing/tab-mutations.ts';

const system = useTestSystem();
let tab: TestClient;
beforeEach(async () => {
  tab = await system.signIn('arc');
  system.upstream.requests.length = 0;
});

const foreign = () => system.platform.orgs.B;
const save = (more: object = {}, organisationId: string | number = foreign()) =>
  tab.graphql(updateConfigDocument, { input: goodConfig(organisationId, more) });
const sendPasscode = (by = tab, organisationId: string | number = foreign()) =>
  by.graphql('mutation($input: SendConfigPasscodeInput!) { sendConfigPasscode(input: $input) { email resendIn } }', {
    input: { organisationId },
  });
/** Input that turns passcodes on, in addition to `otpRequired`. */
const proof = async () => {
  if (mode === 'off') return {};
  expect((await sendPasscode()).errors).toEqual([]);
  return { passcode: await system.passcode('arc') };
};
const bodies = () => system.upstream.sent(tabPaths.saveConfig).map(({ body }) => body);
const stored = (org: number = foreign()) =>
  system.platform.db
    .selectFrom('ent_org')
    .select(['notification_frequency', 'otp_required', 'user_limit'])
    .where('id', '=', org)
    .executeTakeFirst();
const fields = 'config { id notificationFrequency otpRequired userLimit }';
const read = async () =>
  (await tab.graphql(`query($id: ID!) { organisation(id: $id) { ${fields} } }`, { id: foreign() })).data;

describe('reading', () => {
  test('CONF-1 ENT-8 REST-38 the configuration comes with the organisation’s details, by no call of its own', async () => {
    const id = String(foreign());
    expect(await read()).toEqual({
      organisation: { config: { id, notificationFrequency: null, otpRequired: false, userLimit: null } },
    });
    expect(system.upstream.sent(tabPaths.detail)).toHaveLength(1);
  });

  test('CONF-1 rows of lists do not tell it, so it costs a call for each', async () => {
    const { data, errors } = await tab.graphql(`{ organisations(first: 2) { nodes { id ${fields} } } }`);
    expect(errors).toEqual([]);
    expect(data.organisations.nodes).toHaveLength(2);
    for (const { id, config } of data.organisations.nodes)
      expect(config).toMatchObject({ id, otpRequired: expect.any(Boolean) });
    expect(system.upstream.sent(tabPaths.detail)).toHaveLength(2);
  });

  test.each([
    [{ user_limit: -1, otp_required: 'false', notification_frequency: 7 }, ['7', false, null]],
    [{ user_limit: '12', otp_required: 'true', notification_frequency: '' }, [null, true, 12]],
    [{ otp_required: null }, [null, null, 9]],
    [undefined, [null, null, 9]],
  ])('ENT-9 CONF-1 understands %j', async (config, [notificationFrequency, otpRequired, userLimit]) => {
    system.upstream.script(tabPaths.detail, {
      body: { org: { id: foreign(), brandname: 'B', user_limit: 9, config } },
    });
    expect((await read()).organisation.config).toEqual({
      id: String(foreign()),
      notificationFrequency,
      otpRequired,
      userLimit,
    });
  });
});

describe('saving', () => {
  test('CONF-5 REST-53 GQL-6 saves all of it, and the limit of the organisation follows', async () => {
    const given = await proof();
    const { data, errors } = await save({ otpRequired: true, ...given });
    expect(errors).toEqual([]);
    const id = String(foreign());
    expect(data.updateConfig).toEqual({
      config: { id, notificationFrequency: 'Weekly', otpRequired: true, userLimit: 50 },
      organisation: { id, userLimit: 50, userLimitText: '50', config: { userLimit: 50 } },
    });
    expect(bodies()).toEqual([
      { org_id: foreign(), config: { notification_frequency: 'Weekly', otp_required: true, user_limit: 50 }, ...given },
    ]);
    expect(await stored()).toEqual({ notification_frequency: 'Weekly', otp_required: true, user_limit: 50 });
  });

  test('CONF-5 GQL-5 what is left out stays', async () => {
    await save({ otpRequired: true, ...(await proof()) });
    const { data, errors } = await save({ userLimit: undefined, notificationFrequency: undefined, otpRequired: false });
    expect(errors).toEqual([]);
    expect(data.updateConfig.config).toMatchObject({
      userLimit: 50,
      notificationFrequency: 'Weekly',
      otpRequired: false,
    });
    expect(await stored()).toEqual({ notification_frequency: 'Weekly', otp_required: false, user_limit: 50 });
    const refused = await save({ notificationFrequency: null, otpRequired: null });
    expect(refused.errors[0]?.extensions.fields.map(({ path }) => path)).toEqual([
      'notificationFrequency',
      'otpRequired',
    ]);
  });

  testWith('off', 'CONF-5 GQL-5 a value that the product API does not tell is not sent', async () => {
    const told = (more: object) =>
      system.upstream.script(tabPaths.detail, { body: { org: { id: foreign(), brandname: 'B', ...more } } });
    told({ user_limit: 9 });
    await save({ otpRequired: undefined, notificationFrequency: undefined });
    told({ config: { user_limit: null } });
    await save({ userLimit: undefined, notificationFrequency: undefined });
    told({});
    await save({ userLimit: undefined, notificationFrequency: undefined });
    expect(bodies()).toEqual(
      [{ user_limit: 50 }, { otp_required: false, user_limit: -1 }, { otp_required: false }].map((config) => ({
        org_id: foreign(),
        config,
      })),
    );
  });

  test('CONF-3 OPEN-47 a limit of null is none, which is -1 for the product API', async () => {
    await save();
    const { data } = await save({ userLimit: null });
    expect(data.updateConfig.config.userLimit).toBeNull();
    expect(data.updateConfig.organisation).toMatchObject({ userLimit: null, userLimitText: 'No Limit' });
    expect(bodies()[1]).toMatchObject({ config: { user_limit: -1 } });
    expect(await stored()).toMatchObject({ user_limit: null });
  });

  test.each([0, -1, -2])(
    'CONF-3 OPEN-47 a limit of %i is refused by its field, and not taken for none',
    async (userLimit) => {
      const { code, errors } = await save({ userLimit, notificationFrequency: ' ' });
      expect([code, errors[0]?.extensions.fields.map(({ path }) => path), bodies()]).toEqual([
        'INVALID',
        ['notificationFrequency', 'userLimit'],
        [],
      ]);
    },
  );

  test.each([
    [{ userLimit: 1_000_000_000 }, 'userLimit'],
    [{ notificationFrequency: 'Hourly' }, 'notificationFrequency'],
  ])('CONF-2 ERR-10 a refusal of %j by the product API has the input’s field name', async (more, path) => {
    const { code, errors } = await save(more);
    expect([code, errors[0]?.extensions.fields.map((field) => field.path)]).toEqual(['INVALID', [path]]);
  });

  test('CONF-4 MSG-16 a limit below the active users is not saved, and says so', async () => {
    const own = system.platform.orgs.A;
    const { code, errors, data } = await save({ userLimit: 4 }, own);
    expect([code, errors[0]?.message, data]).toEqual(['USER_LIMIT_TOO_LOW', 'Update User Limit', null]);
    expect(errors[0]?.extensions.fields).toEqual([
      { path: 'userLimit', code: 'NOT_ALLOWED', message: 'Update User Limit' },
    ]);
    expect(await stored(own)).toMatchObject({ user_limit: null });
    expect((await save({ userLimit: 5 }, own)).errors).toEqual([]);
  });

  test.each([
    { message: 'Update User Limit' },
    { errors: { user_limit: ['Update User Limit'] } },
    { errors: { base: 'Update User Limit' } },
    { message: 'No', code: 'USER_LIMIT_TOO_LOW' },
  ])('CONF-4 a product API may say it as %j', async (body) => {
    system.upstream.script(tabPaths.saveConfig, { status: 422, body });
    const { code, errors } = await save();
    expect([code, errors[0]?.message]).toEqual(['USER_LIMIT_TOO_LOW', 'Update User Limit']);
  });

  test.each([{ success: false }, { success: false, message: 'Not saved' }, { status: 'failure' }])(
    'CONF-4 MSG-16 %j with status 200 for a limit below the active users is Update User Limit',
    async (body) => {
      system.upstream.script(tabPaths.saveConfig, { body });
      const { code, errors } = await save({ userLimit: 4 }, system.platform.orgs.A);
      expect([code, errors[0]?.message]).toEqual(['USER_LIMIT_TOO_LOW', 'Update User Limit']);
      expect((await save({ userLimit: 5 }, system.platform.orgs.A)).code).toBe('INVALID');
    },
  );

  test.each([{}, { ent_org: null }, { message: 'ok' }, []])(
    'CONF-6 MSG-18 %j instead of an organisation is Failed to update configuration',
    async (body) => {
      system.upstream.script(tabPaths.saveConfig, { body });
      const { code, errors, data } = await save();
      expect([code, errors[0]?.message, data]).toEqual([
        'UPSTREAM_BAD_RESPONSE',
        'Failed to update configuration',
        null,
      ]);
    },
  );

  test('CONF-5 an answer without the configuration is made good by one read', async () => {
    system.upstream.script(tabPaths.saveConfig, { real: true, change: () => ({ ent_org: { id: foreign() } }) });
    const { data, errors } = await save();
    expect([errors, data.updateConfig.config.userLimit]).toEqual([[], 50]);
    expect(system.upstream.sent(tabPaths.detail)).toHaveLength(1);
    system.upstream.script(tabPaths.detail, { status: 500, body: {} });
    const again = await save();
    expect(again.data.updateConfig).toEqual({ config: null, organisation: null });
  });
});

describe('switching passcodes on', () => {
  const fieldsOf = ({ code, errors }: Awaited<ReturnType<typeof save>>) => [code, errors[0]?.extensions.fields];

  testWith(
    'on',
    'START-7 takes the passcode that was mailed to who switches; without it and with a wrong one the field is named',
    async () => {
      const missing = 'is required to turn on passcodes. Request one by email first.';
      expect(fieldsOf(await save({ otpRequired: true }))).toEqual([
        'INVALID',
        [{ path: 'passcode', code: 'REQUIRED', message: missing }],
      ]);
      const { data } = await sendPasscode();
      expect(data.sendConfigPasscode).toEqual({ email: system.platform.users.arc.email, resendIn: 30 });
      const again = await sendPasscode();
      expect([again.code, again.errors[0]?.extensions.retryAfter]).toEqual(['RATE_LIMITED', 30]);
      const passcode = await system.passcode('arc');
      const wrong = passcode === '2222' ? '3333' : '2222';
      const message = 'is not valid. Use the passcode from the latest email.';
      expect(fieldsOf(await save({ otpRequired: true, passcode: wrong }))).toEqual([
        'INVALID',
        [{ path: 'passcode', code: 'FORMAT', message }],
      ]);
      expect((await stored())?.otp_required).toBe(false);
      expect((await save({ otpRequired: true, passcode })).errors).toEqual([]);
      expect((await save({ otpRequired: true })).errors).toEqual([]);
      expect((await save({ otpRequired: false })).errors).toEqual([]);
    },
  );

  testWith(
    'on',
    'START-7 an API key is refused without a passcode by the field, and its owner is mailed one',
    async () => {
      const headers = programHeaders(await system.integrationKey('adm', ['read', 'config:write']));
      const input = goodConfig(foreign(), { otpRequired: true });
      const refused = await system.client().graphql(updateConfigDocument, { input }, headers);
      expect([refused.code, refused.errors[0]?.extensions.fields.map(({ path }) => path)]).toEqual([
        'INVALID',
        ['passcode'],
      ]);
      expect(
        (await sendSample(system.client(), 'sendConfigPasscode', { organisationId: foreign() }, headers)).errors,
      ).toEqual([]);
      const passcode = await system.passcode('adm');
      const done = await system.client().graphql(updateConfigDocument, { input: { ...input, passcode } }, headers);
      expect(done.errors).toEqual([]);
    },
  );

  testWith('on', 'START-7 CONF-7 who may not change the configuration is sent no passcode', async () => {
    for (const user of ['orgA', 'assA', 'audA'] as const)
      expect((await sendPasscode(await system.signIn(user), system.platform.orgs.A)).code).toBe('FORBIDDEN');
    expect((await sendPasscode(tab, '999999')).code).toBe('NOT_FOUND');
    expect((await sendPasscode(system.client())).code).toBe('UNAUTHENTICATED');
  });

  test('START-7 the configuration says whether a passcode is needed', async () => {
    const document = 'query($id: ID!) { organisation(id: $id) { config { otpRequiredNeedsPasscode } } }';
    const { data } = await tab.graphql(document, { id: foreign() });
    expect(data.organisation.config.otpRequiredNeedsPasscode).toBe(mode === 'on');
  });

  testWith(
    'off',
    'START-7 a product API without extensions is sent the specified call, and mails no passcode',
    async () => {
      expect((await sendPasscode()).code).toBe('CAPABILITY_UNAVAILABLE');
      expect((await save({ otpRequired: true, passcode: 'K7QX' })).errors).toEqual([]);
      expect(Object.keys(bodies()[0] ?? {})).toEqual(['org_id', 'config']);
    },
  );
});
