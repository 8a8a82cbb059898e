import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { sendFile, type TestFile } from '../testing/multipart.ts';
import { addUsers } from '../testing/rows.ts';
import { useTestSystem } from '../testing/system.ts';
import { countAlone, csv, header, line, lines, upload } from '../testing/user-files.ts';
import { createUserDocument, goodUser, withoutOrganisation } from '../testing/user-mutations.ts';

// Uses our own product API, with nothing that responds in its place.
const system = useTestSystem();

const send = (tab: TestClient, document: string, file: TestFile, more = {}, headers = {}) =>
  sendFile(tab, document, { organisationId: String(system.platform.orgs.A), ...more }, file, headers);
const members = async () => {
  const rows = system.platform.db.selectFrom('ent_usr').selectAll().where('ent_org_id', '=', system.platform.orgs.A);
  return rows.orderBy('id').execute();
};
const limit = (user_limit: number) =>
  system.platform.db.updateTable('ent_org').set({ user_limit }).where('id', '=', system.platform.orgs.A).execute();
const problemsIn = ({ errors }: Awaited<ReturnType<typeof send>>) =>
  errors[0]?.extensions.fields.map(({ path, message }) => `${path} ${message}`);

describe('a file that is good', () => {
  const semicolons = 'role;email;firstname;lastname;designation;supervisor;department_name;dept_lead';

  test.each<[string, string]>([
    ['plain', lines('Ada', 'Bob')],
    ['with BOM and CRLF', `\ufeff${lines('Ada', 'Bob').replaceAll('\n', '\r\n')}`],
    [
      'with semicolons and another order',
      `${semicolons}\nAuditee;ada@new.example;Ada;New;x;boss@a.example;InfoSec;true\nassessor;bob@new.example;Bob;New;"a;\r\nb";boss@a.example;InfoSec;\n`.replace(
        '"a;\r\nb"',
        '"a; b"',
      ),
    ],
  ])('BULK-6 CASES-53 OPEN-26 %s: all of it is created, and each is mailed a link', async (_what, text) => {
    const tab = await system.signIn('orgA');
    const { data, errors } = await send(tab, upload, { text });
    expect(errors).toEqual([]);
    const organisation = { id: String(system.platform.orgs.A), activeUserCount: 7 };
    expect(data.uploadUsers).toEqual({ createdCount: 2, refused: [], organisation });
    const mails = await system.platform.db.selectFrom('mail').selectAll().execute();
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(['ada@new.example', 'bob@new.example']);
  });

  test('BULK-6 GQL-5 a program uploads', async () => {
    const headers = programHeaders(await system.integrationKey('orgA'));
    const { data, errors } = await send(system.client(), countAlone, { text: lines('Ada') }, {}, headers);
    expect([errors, data]).toEqual([[], { uploadUsers: { createdCount: 1, refused: [] } }]);
  });

  test('BULK-6 T15 5,000 rows are one upload', async () => {
    const names = Array.from({ length: 5_000 }, (_, number) => `Ada${number}`);
    const { data, errors } = await send(await system.signIn('adm'), countAlone, { text: lines(...names) });
    expect([errors, data.uploadUsers?.createdCount]).toEqual([[], 5_000]);
  });
});

describe('a file that is not', () => {
  test.each<[string, TestFile, string]>([
    ['empty', { text: '' }, 'FILE_REFUSED'],
    ['a header alone', { text: `${header}\n` }, 'FILE_REFUSED'],
    ['a quote without end', { text: csv(line('Ada'), '"Bob,New') }, 'INVALID'],
    ['an unknown column', { text: lines('Ada').replace('firstname', 'nickname') }, 'FILE_REFUSED'],
    ['a column twice', { text: lines('Ada').replace('lastname', 'firstname') }, 'FILE_REFUSED'],
    ['a spreadsheet', { text: Buffer.from('PK\u0003\u0004rest') }, 'FILE_REFUSED'],
    ['.txt', { name: 'users.txt', text: lines('Ada') }, 'FILE_REFUSED'],
    ['a ragged row', { text: csv(line('Ada'), 'ragged,row') }, 'INVALID'],
  ])('CASES-53 BULK-4 %s: no user is created', async (_what, file, code) => {
    const tab = await system.signIn('orgA');
    const before = await members();
    const answer = await send(tab, countAlone, file);
    expect([answer.code, answer.data]).toEqual([code, null]);
    expect(answer.errors[0]?.message).toMatch(/\S/);
    expect(await members()).toEqual(before);
  });

  test('BULK-7 BULK-9 CASES-53 every faulty row is named, and no user is created', async () => {
    const tab = await system.signIn('orgA');
    const before = await members();
    const file = csv(
      line('Ada'),
      line('Eve', { role: 'Administrator' }),
      line('Cid', { email: 'no email' }),
      line('Dan', { email: 'ADA@new.example' }),
    );
    expect(problemsIn(await send(tab, countAlone, { text: file }))).toEqual([
      'row 3 role is above your own',
      'row 4 email must be an email address',
      'row 5 email is already in row 2',
    ]);
    // Only the product API knows that an email belongs to another organisation.
    const others = csv(line('Ada'), line('Bob', { email: 'orgb@b.example' }), line('Eve', { email: 'assb@b.example' }));
    expect(problemsIn(await send(tab, countAlone, { text: others }))).toEqual(['row 3 email is taken']);
    expect(await members()).toEqual(before);
  });

  test('BULK-7 only the valid rows: those that only the product API refuses are left out too', async () => {
    const text = csv(line('Ada'), line('Eve', { role: 'x' }), line('Bob', { email: 'orgb@b.example' }), line('Cid'));
    const { data, errors } = await send(await system.signIn('orgA'), countAlone, { text }, { onlyValidRows: true });
    expect(errors).toEqual([]);
    expect(data.uploadUsers.createdCount).toBe(2);
    const refused = data.uploadUsers.refused.map(({ row, problems }: { row: number; problems: unknown }) => [
      row,
      problems,
    ]);
    expect(refused).toEqual([
      [3, [{ column: 'role', message: 'is unknown' }]],
      [4, [{ column: 'email', message: 'is taken' }]],
    ]);
    expect((await members()).slice(-2).map(({ email }) => email)).toEqual(['ada@new.example', 'cid@new.example']);
  });
});

describe('the user limit', () => {
  beforeEach(async () => {
    await limit(10);
    await addUsers(system, 'A', [{ firstname: 'six' }, { firstname: 'seven' }, { firstname: 'eight' }]);
  });
  const active = async () => (await members()).filter((row) => !row.is_disabled).length;

  test('BULK-8 CASES-54 USER-18 a file above the user limit creates no user, also with its valid rows only', async () => {
    const tab = await system.signIn('orgA');
    const text = lines('Ada', 'Bob', 'Cid', 'Dan', 'Eve');
    for (const onlyValidRows of [false, true]) {
      const answer = await send(tab, countAlone, { text }, { onlyValidRows });
      expect([answer.code, answer.errors[0]?.message]).toEqual(['USER_LIMIT_REACHED', 'User Limit Reached']);
    }
    expect(await active()).toBe(8);
    expect((await send(tab, countAlone, { text: lines('Ada', 'Bob') })).data.uploadUsers.createdCount).toBe(2);
    expect(await active()).toBe(10);
  });

  test('CASES-54 USER-18 an upload and five creations at once never pass it', async () => {
    const tab = await system.signIn('orgA');
    const create = (number: number) => {
      const input = { ...goodUser, email: `new${number}@new.example` };
      return tab.copy().graphql(withoutOrganisation(createUserDocument), { input });
    };
    const answers = await Promise.all([
      send(tab.copy(), countAlone, { text: lines('Ada', 'Bob', 'Cid', 'Dan', 'Eve') }),
      ...[1, 2, 3, 4, 5].map(create),
    ]);
    const [uploaded, ...created] = answers.map(({ code }) => code ?? 'done');
    expect(uploaded).toBe('USER_LIMIT_REACHED');
    expect(created.toSorted()).toEqual([...Array(3).fill('USER_LIMIT_REACHED'), 'done', 'done']);
    expect(await active()).toBe(10);
  });
});
