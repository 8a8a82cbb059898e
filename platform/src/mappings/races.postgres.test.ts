import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { newUser } from '../testing/forms.ts';
import { addMapping, addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const keyOf = async (user: UserName) => (await platform.signIn(user)).apiKey;
const post = (path: string, body: object, key: string) => platform.call(`POST /consoles/${path}`, { key, body });
const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort();
const mailCount = async () => (await platform.db.selectFrom('mail').select('id').execute()).length;
const emptied = async () => {
  for (const table of ['org_mapping', 'user_mapping', 'mail', 'attempt_count'] as const)
    await platform.db.deleteFrom(table).execute();
};

test('CASES-32 RELIABILITY-F43 MAP-12 MAP-13 of parallel acceptances and rejections one wins, the same answer succeeds too and the other is a conflict', async () => {
  const { orgs, users, db } = platform;
  const keys = [await keyOf('orgB'), await keyOf('adm'), await keyOf('arc')];
  const answered = { user_id: users.orgB.id, vendor_id: orgs.B, customer_id: orgs.A };
  for (let round = 1; round <= 15; round += 1) {
    await emptied();
    await addMapping(db, orgs.B, orgs.A, { requester_id: users.orgA.id, mapped_user_id: users.orgB.id });
    const given = [true, false, round % 2 === 0];
    const answers = await Promise.all(
      given.map((activated, n) => post('activate_deactivate', { ...answered, activated }, keys[n] ?? '')),
    );
    const row = await db.selectFrom('org_mapping').select(['activated', 'status']).executeTakeFirstOrThrow();
    expect(row.status).toBe(row.activated ? 'Accepted' : 'Rejected');
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(
      given.map((activated) => (activated === row.activated ? 200 : 409)),
    );
    expect(await mailCount()).toBe(1);
  }
});

test('MAP-12 MAP-13 XUSER-5 XUSER-7 REST-36 of two identical parallel answers both succeed, with one effect', async () => {
  const { orgs, users, db } = platform;
  const keys = [await keyOf('adm'), await keyOf('arc')];
  const audits = async () =>
    (await db.selectFrom('audit_entry').select('action').execute()).filter(({ action }) =>
      ['mappings:answer', 'users:mapExternal'].includes(action),
    ).length;
  for (let round = 1; round <= 12; round += 1) {
    await emptied();
    const before = await audits();
    const isRequest = round % 3 > 0;
    const request = { requester_id: users.orgA.id, mapped_user_id: users.orgB.id };
    if (isRequest) await addMapping(db, orgs.B, orgs.A, request);
    else await addUserMapping(db, users.orgB.id, orgs.A);
    const body = { user_id: users.orgB.id, vendor_id: orgs.B, customer_id: orgs.A, activated: round % 2 > 0 };
    const answers = await Promise.all(keys.map((key) => post('activate_deactivate', body, key)));
    expect([round, statuses(answers)]).toEqual([round, [200, 200]]);
    expect(answers[1]?.json()).toEqual(answers[0]?.json());
    // The rejection of an external user sends no email.
    const mails = isRequest || body.activated ? 1 : 0;
    expect([await audits(), await mailCount()]).toEqual([before + 1, mails]);
  }
});

test('MAP-18 OPEN-29 of two organisations that invite each other at once one mapping results, and the other is a conflict', async () => {
  const [orgA, orgB] = [await keyOf('orgA'), await keyOf('orgB')];
  for (let round = 1; round <= 15; round += 1) {
    await emptied();
    // In every other round the pair has a rejected mapping that both invitations would reopen.
    if (round % 2) await addMapping(platform.db, platform.orgs.A, platform.orgs.B, { activated: false });
    const answers = await Promise.all([
      post('invite_user', { user: { email: 'orgb@b.example' } }, orgA),
      post('invite_user', { user: { email: 'orga@a.example' } }, orgB),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    const won = answers[0]?.statusCode === 200 ? platform.orgs.A : platform.orgs.B;
    const rows = await platform.db.selectFrom('org_mapping').selectAll().execute();
    expect(rows).toMatchObject([{ requested_by_org_id: won, customer_id: won, activated: null }]);
    // Recipients: B has one Organiser, A has one Organiser and two users with higher roles.
    expect(await mailCount()).toBe(won === platform.orgs.A ? 1 : 3);
  }
});

test('REST-14 REST-15 of five identical parallel invitations one is written and mailed', async () => {
  const keys = [await keyOf('orgA'), await keyOf('adm')];
  const times = Array.from({ length: 5 }, (_, n) => keys[n % 2] ?? '');
  const organisation = { user: { email: 'orgb@b.example' } };
  const answers = await Promise.all(times.map((key) => post('invite_user', organisation, key)));
  expect(statuses(answers)).toEqual([200, 409, 409, 409, 409]);
  expect([(await platform.db.selectFrom('org_mapping').select('id').execute()).length, await mailCount()]).toEqual([
    1, 1,
  ]);
  for (const email of ['mfaa@m.example', 'new@new.example']) {
    await emptied();
    const body = { user: { email }, ext_org_id: platform.orgs.A };
    const users = await Promise.all(times.map((key) => post('external_org_invite_user', body, key)));
    expect([email, statuses(users)]).toEqual([email, [200, 409, 409, 409, 409]]);
    expect(await platform.db.selectFrom('user_mapping').select('id').execute()).toHaveLength(1);
    const found = await platform.db.selectFrom('ent_usr').select('id').where('email', '=', email).execute();
    expect([found.length, await mailCount()]).toEqual([1, 3]);
  }
});

test('MAP-18 ORG-26 a parallel acceptance and disabling of a party do not deadlock', async () => {
  const { orgs, users, db } = platform;
  const [orgB, adm] = [await keyOf('orgB'), await keyOf('adm')];
  const answered = { user_id: users.orgB.id, vendor_id: orgs.B, customer_id: orgs.M, activated: true };
  for (let round = 1; round <= 10; round += 1) {
    await emptied();
    await addMapping(db, orgs.B, orgs.M, { mapped_user_id: users.orgB.id });
    await db.updateTable('ent_org').set({ is_disabled: false }).where('id', '=', orgs.M).execute();
    await post('valid_password', { current_password: 'Passw0rd!x' }, adm);
    const [accepted, disabled] = await Promise.all([
      post('activate_deactivate', answered, orgB),
      platform.call(`GET /consoles/enable_disable_org?org_id=${orgs.M}&is_disabled=true`, { key: adm }),
    ]);
    expect(disabled.statusCode).toBe(200);
    expect([200, 409]).toContain(accepted.statusCode);
    const row = await db.selectFrom('org_mapping').select('activated').executeTakeFirstOrThrow();
    expect(row.activated).toBe(accepted.statusCode === 200 ? true : null);
  }
});

test('XUSER-5 REST-21 REST-36 of two parallel acceptances and a rejection of an external user both acceptances or the rejection succeed', async () => {
  const { orgs, users, db } = platform;
  const [orgA, adm, arc] = [await keyOf('orgA'), await keyOf('adm'), await keyOf('arc')];
  const { id } = users.invited;
  const ent_usr = newUser('x@x.example', { id, ent_org_id: orgs.A });
  const answered = { user_id: id, vendor_id: orgs.A, customer_id: orgs.A, activated: false };
  for (let round = 1; round <= 10; round += 1) {
    await emptied();
    await db.updateTable('ent_usr').set({ role_id: null }).where('id', '=', id).execute();
    await addUserMapping(db, id, orgs.A);
    const [first, second, rejection] = await Promise.all([
      post('update_org_user', { ent_usr }, orgA),
      post('update_org_user', { ent_usr }, orgA),
      post('activate_deactivate', answered, round % 2 ? adm : arc),
    ]);
    const row = await db.selectFrom('user_mapping').select('activated').executeTakeFirstOrThrow();
    const { role_id } = await db.selectFrom('ent_usr').select('role_id').where('id', '=', id).executeTakeFirstOrThrow();
    if (rejection.statusCode === 200)
      expect([row.activated, role_id, statuses([first, second]), await mailCount()]).toEqual([
        false,
        null,
        [404, 404],
        0,
      ]);
    else
      expect([rejection.statusCode, row.activated, role_id, statuses([first, second]), await mailCount()]).toEqual([
        409,
        true,
        5,
        [200, 200],
        1,
      ]);
  }
});

test('ENDING-10 of two parties that end at once both succeed with one effect, and of a withdrawal, an acceptance and a rejection one wins', async () => {
  const { orgs, users, db } = platform;
  const [orgA, orgB, adm] = [await keyOf('orgA'), await keyOf('orgB'), await keyOf('adm')];
  const people = { requester_id: users.orgA.id, mapped_user_id: users.orgB.id };
  const decision = { user_id: users.orgB.id, vendor_id: orgs.B, customer_id: orgs.A };
  const audits = async () => (await db.selectFrom('audit_entry').select('action').execute()).length;
  for (let round = 1; round <= 12; round += 1) {
    await emptied();
    const mapping_id = await addMapping(db, orgs.B, orgs.A, { ...people, activated: true, status: 'Accepted' });
    const before = await audits();
    const ends = await Promise.all([
      post('ext/end_mapping', { org_id: orgs.A, mapping_id }, orgA),
      post('ext/end_mapping', { org_id: orgs.B, mapping_id }, orgB),
    ]);
    // Recipients: A has an Organiser and two users with higher roles, B one Organiser.
    expect([statuses(ends), await mailCount(), (await audits()) - before]).toEqual([[200, 200], 4, 2]);

    await db.updateTable('org_mapping').set({ activated: null, status: 'Pending' }).execute();
    const [withdrawn, accepted, rejected] = await Promise.all([
      post('ext/withdraw_mapping', { org_id: orgs.A, mapping_id }, orgA),
      post('activate_deactivate', { ...decision, activated: true }, orgB),
      post('activate_deactivate', { ...decision, activated: false }, adm),
    ]);
    const { status } = await db.selectFrom('org_mapping').select('status').executeTakeFirstOrThrow();
    expect([withdrawn, accepted, rejected].map(({ statusCode }) => statusCode)).toEqual(
      ['Withdrawn', 'Accepted', 'Rejected'].map((won) => (won === status ? 200 : 409)),
    );
  }
});

test('ENDING-10 of a withdrawal, an acceptance and a rejection of an external user one wins, and two ends have one effect', async () => {
  const { orgs, users, db } = platform;
  const [orgA, adm, arc] = [await keyOf('orgA'), await keyOf('adm'), await keyOf('arc')];
  const decision = { user_id: users.orgB.id, vendor_id: orgs.B, customer_id: orgs.A };
  const body = { ent_usr_id: users.orgB.id, mapped_org_id: orgs.A };
  for (let round = 1; round <= 12; round += 1) {
    await emptied();
    await addUserMapping(db, users.orgB.id, orgs.A);
    const [withdrawn, accepted, rejected] = await Promise.all([
      post('ext/withdraw_external_user', body, orgA),
      post('activate_deactivate', { ...decision, activated: true }, adm),
      post('activate_deactivate', { ...decision, activated: false }, arc),
    ]);
    const { activated, status } = await db.selectFrom('user_mapping').selectAll().executeTakeFirstOrThrow();
    expect([withdrawn, accepted, rejected].map(({ statusCode }) => statusCode === 200)).toEqual([
      status === 'Withdrawn',
      activated === true,
      activated === false && status === null,
    ]);
    await emptied();
    await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
    const ends = await Promise.all([orgA, adm].map((key) => post('ext/end_external_user', body, key)));
    // Recipients: the user, and three users of the organisation.
    expect([statuses(ends), await mailCount()]).toEqual([[200, 200], 4]);
  }
});
