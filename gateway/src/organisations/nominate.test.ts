import type { UserName } from '@console/platform/testing/fixtures';
import { beforeEach, describe, expect, test } from 'vitest';
import { nominate, orgPaths } from '../testing/organisation-mutations.ts';
import { completeUsers, setDesignation } from '../testing/rows.ts';
import { mode, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
beforeEach(() => completeUsers(system));

const signedIn = (user: UserName = 'orgA') => system.openTab(user);
const idOf = (user: UserName) => String(system.platform.users[user].id);
const emailOf = (user: UserName) => system.platform.users[user].email;
const held = async (user: UserName) =>
  (
    await system.platform.db
      .selectFrom('ent_usr')
      .select('designation')
      .where('id', '=', Number(idOf(user)))
      .executeTakeFirstOrThrow()
  ).designation;
const give = async (user: UserName, designationId: string, confirmEmail?: string, by: UserName = 'orgA') =>
  nominate(await signedIn(by), {
    organisationId: system.platform.orgs.A,
    designationId,
    userId: idOf(user),
    confirmEmail,
  });
const records = () => system.upstream.sent(orgPaths.record).map(({ body }) => (body as { ent_usr: object }).ent_usr);
const former = mode === 'on' ? null : 'Former CFO';

describe('giving a post', () => {
  test.each<UserName>(['adm', 'arc', 'orgA'])(
    'NOM-4 OPEN-38 REST-21 %s nominates for an empty post without more',
    async (user) => {
      const { data, errors } = await give('assA', 'CFO', undefined, user);
      expect(errors).toEqual([]);
      const { organisation, users } = data.nominateSeniorManager;
      expect(users).toEqual([{ id: idOf('assA'), designation: 'CFO' }]);
      expect(organisation.seniorManagement[2].holder).toEqual({ id: idOf('assA') });
      expect(records()).toHaveLength(1);
      expect(records()[0]).toMatchObject({
        id: Number(idOf('assA')),
        designation: 'CFO',
        role_id: 4,
        ...(mode === 'on' && { nominate: true }),
      });
    },
  );

  test('NOM-5 NOM-9 OPEN-39 assigning empties the post that the user leaves', async () => {
    await setDesignation(system, 'assA', 'CTO');
    const { data, errors } = await give('assA', 'CFO', ` ${emailOf('orgA').toUpperCase()} `);
    expect(errors).toEqual([]);
    const { seniorManagement } = data.nominateSeniorManager.organisation;
    expect([seniorManagement[1].holder, seniorManagement[2].holder]).toEqual([null, { id: idOf('assA') }]);
  });

  test('NOM-6 NOM-9 NOM-11 OPEN-39 replacing takes the post from its holder and returns both', async () => {
    await setDesignation(system, 'audA', 'CFO');
    const { data, errors } = await give('assA', 'CFO', emailOf('orgA'));
    expect(errors).toEqual([]);
    expect(data.nominateSeniorManager.users).toEqual([
      { id: idOf('assA'), designation: 'CFO' },
      { id: idOf('audA'), designation: former },
    ]);
    expect([await held('assA'), await held('audA'), records().length]).toEqual(['CFO', former, mode === 'on' ? 1 : 2]);
  });

  test.each([
    [undefined, 'Please Enter the email'],
    ['  ', 'Please Enter the email'],
    ['audA@a.example', 'Invalid Email Address'],
    ['nonsense', 'Invalid Email Address'],
  ])('NOM-7 NOM-8 MSG-23 replacing and assigning with the email %j: %s', async (email, message) => {
    await setDesignation(system, 'audA', 'CFO');
    for (const [user, post] of [
      ['assA', 'CFO'],
      ['audA', 'COO'],
    ] as const) {
      const { code, errors } = await give(user, post, email);
      expect([code, errors[0]?.message, errors[0]?.extensions.fields]).toEqual([
        'INVALID',
        message,
        [{ path: 'confirmEmail', code: expect.any(String), message }],
      ]);
    }
    expect(records()).toEqual([]);
  });

  test('NOM-9 the present holder keeps it, and nothing is sent', async () => {
    await setDesignation(system, 'assA', 'CFO');
    const { data, errors } = await give('assA', 'CFO');
    expect([errors, data.nominateSeniorManager.users, records()]).toEqual([
      [],
      [{ id: idOf('assA'), designation: 'CFO' }],
      [],
    ]);
  });

  test.each<[UserName, string, string]>([
    ['disA', 'CFO', 'userId'],
    ['orgB', 'CFO', 'userId'],
    ['assA', 'Cook', 'designationId'],
  ])('NOM-4 %s as %s is refused at %s', async (user, post, path) => {
    const { code, errors } = await give(user, post);
    expect([code, errors[0]?.extensions.fields.map((field) => field.path)]).toEqual(['INVALID', [path]]);
  });

  test('NOM-12 OPEN-39 the CEO does not leave the post, and the organiser’s is not taken without them', async () => {
    await setDesignation(system, 'assA', 'CEO');
    expect((await give('assA', 'CFO', emailOf('orgA'))).errors[0]?.message).toBe('CEO details are required');
    await setDesignation(system, 'audA', 'CFO');
    const { db, orgs } = system.platform;
    await db
      .updateTable('ent_org')
      .set({ organizer_id: Number(idOf('audA')) })
      .where('id', '=', orgs.A)
      .execute();
    expect((await give('orgA', 'CFO', emailOf('orgA'))).errors[0]?.message).toBe('Duplicate User for CFO');
    expect(records()).toEqual([]);
  });

  testWith('on', 'NOM-6 NOM-12 with extensions the CEO is replaced', async () => {
    await setDesignation(system, 'audA', 'CEO');
    expect((await give('assA', 'CEO', emailOf('orgA'))).errors).toEqual([]);
    expect([await held('assA'), await held('audA')]).toEqual(['CEO', null]);
  });

  testWith('off', 'NOM-9 OPEN-49 a list that leaves fields out changes none of them', async () => {
    await setDesignation(system, 'audA', 'CFO');
    system.upstream.script(orgPaths.users, {
      real: true,
      change: (body) =>
        JSON.parse(JSON.stringify(body), (key, value: unknown) => (key === 'supervisor' ? undefined : value)),
    });
    expect((await give('assA', 'CFO', emailOf('orgA'))).errors).toEqual([]);
    expect(records()).toMatchObject([{ supervisor: 'boss@a.example' }, { supervisor: 'boss@a.example' }]);
  });

  testWith(
    'off',
    'OPEN-39 without extensions the former holder is changed first, and a partial result is reported',
    async () => {
      await setDesignation(system, 'audA', 'CFO');
      const tab = await signedIn();
      const { record } = orgPaths;
      system.upstream.script(
        record,
        { real: true, times: 1 },
        { status: 422, body: { errors: { designation: ['is odd'] } } },
      );
      const { code, errors } = await nominate(tab, {
        organisationId: system.platform.orgs.A,
        designationId: 'CFO',
        userId: idOf('assA'),
        confirmEmail: emailOf('orgA'),
      });
      expect([code, errors[0]?.message]).toEqual([
        'INVALID',
        'audA Fixture no longer holds CFO, and assA Fixture could not be given the designation: designation is odd',
      ]);
      expect(errors[0]?.extensions.fields).toEqual([{ path: 'designationId', code: 'OTHER', message: 'is odd' }]);
      expect(records()).toMatchObject([{ id: Number(idOf('audA')) }, { id: Number(idOf('assA')) }]);
    },
  );

  test('NOM-10 USER-20 a user of a higher role is not nominated and does not lose a post', async () => {
    expect((await give('adm', 'CFO')).code).toBe('FORBIDDEN');
    await setDesignation(system, 'adm', 'CFO');
    expect((await give('assA', 'CFO', emailOf('orgA'))).code).toBe('FORBIDDEN');
    expect(records()).toEqual([]);
  });
});
