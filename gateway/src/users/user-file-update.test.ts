import { beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { download, startExport } from '../testing/exports.ts';
import { sendFile, type TestFile } from '../testing/multipart.ts';
import { password, startTestSystem, testWith, useTestSystem } from '../testing/system.ts';
import { csv, line } from '../testing/user-files.ts';

const system = useTestSystem();
let tab: TestClient;
beforeEach(async () => {
  tab = await system.openTab('orgA');
});

const given = '$organisationId: ID!, $file: Upload!, $clearEmptyCells: Boolean! = false';
const args = 'organisationId: $organisationId, file: $file, updateExisting: true, clearEmptyCells: $clearEmptyCells';
const counts = 'validCount faultyCount newCount updateCount unchangedCount ownLevelCount seatsUsed seatsLeft';
const preview = `mutation(${given}) { previewUserUpload(${args}) {
  columns rows { row kind updates { column from to } problems { column code message } } ${counts}
} }`;
const upload = `mutation(${given}, $onlyValidRows: Boolean! = false, $currentPassword: String) {
  uploadUsers(${args}, onlyValidRows: $onlyValidRows, currentPassword: $currentPassword) {
    createdCount updatedCount unchangedCount refused { row kind } organisation { id activeUserCount }
  }
}`;
const own = (more: object = {}) => ({ organisationId: String(system.platform.orgs.A), ...more });
const previewed = async (file: TestFile, more: object = {}) => {
  const { data, errors } = await sendFile(tab, preview, own(more), file);
  expect(errors).toEqual([]);
  return data.previewUserUpload;
};
const uploaded = async (file: TestFile, more: object = {}) => {
  const { data, errors } = await sendFile(tab, upload, own(more), file);
  expect(errors).toEqual([]);
  return data.uploadUsers;
};
const paths = { preview: '/consoles/ext/preview_users_file', update: '/consoles/ext/update_users_by_file' };
const exported = async (format: 'CSV' | 'XLSX') => {
  const { data } = await startExport(tab, { list: 'USERS', format, args: own() });
  const answer = await download(system, tab, data.startExport.path);
  return { name: `users.${format.toLowerCase()}`, text: Buffer.from(await answer.arrayBuffer()) };
};
const complete = (more: object = {}) =>
  system.platform.db
    .updateTable('ent_usr')
    .set({
      designation: 'Analyst',
      supervisor: 'boss@a.example',
      supervisor_set_at: system.platform.now(),
      department_name: 'InfoSec',
      country_code: '+44',
      mobile: '-12 345',
      firstname: '=Zoë',
      ...more,
    })
    .where('ent_org_id', '=', system.platform.orgs.A)
    .execute();
const edits = async () => {
  const entries = await system.platform.auditEntries('users:edit', 'users:upload');
  return entries.map(({ target_id, before, after }) => ({ target_id, before, after }));
};

testWith(
  'on',
  'UPDATE-6 UPDATE-1 an export uploads as nothing to update; with one changed department exactly one event is recorded',
  async () => {
    await complete();
    for (const format of ['CSV', 'XLSX'] as const) {
      const file = await exported(format);
      expect([format, await previewed(file)]).toEqual([
        format,
        expect.objectContaining({ newCount: 0, updateCount: 0, unchangedCount: 6, faultyCount: 0 }),
      ]);
      expect(await uploaded(file, { clearEmptyCells: true })).toMatchObject({ updatedCount: 0, unchangedCount: 6 });
    }
    expect(await edits()).toEqual([]);
    const { text } = await exported('CSV');
    const lines = text.toString().split('\r\n');
    const changed = lines.map((one) => (one.includes('auda@') ? one.replace('InfoSec', 'Finance') : one)).join('\r\n');
    expect(await uploaded({ text: changed })).toEqual({
      createdCount: 0,
      updatedCount: 1,
      unchangedCount: 5,
      refused: [],
      organisation: { id: own().organisationId, activeUserCount: 5 },
    });
    expect(await edits()).toEqual([
      {
        target_id: String(system.platform.users.audA.id),
        before: { department_name: 'InfoSec' },
        after: { department_name: 'Finance' },
      },
    ]);
  },
);

testWith(
  'on',
  'KEYBOARD-10 in an update only a department that changes has to be one that the console offers',
  async () => {
    await complete();
    const { audA } = system.platform.users;
    await system.platform.db
      .updateTable('ent_usr')
      .set({ department_name: 'Gardening' })
      .where('id', '=', audA.id)
      .execute();
    const text = 'email,department_name\nauda@a.example,Gardening\nassa@a.example,Gardening\n';
    const { rows } = await previewed({ text });
    expect(rows.map(({ kind, problems }: { kind: string; problems: object[] }) => [kind, problems])).toEqual([
      ['UNCHANGED', []],
      ['FAULTY', [{ column: 'department_name', code: 'UNKNOWN', message: 'is unknown' }]],
    ]);
  },
);

testWith(
  'on',
  'UPDATE-7 UPDATE-3 the preview tells new, changed, unchanged and faulty rows apart, and the valid ones are uploaded',
  async () => {
    await complete();
    const text = `Department;Email;Role
Finance;AUDA@a.example;
InfoSec;assa@a.example;Assessor
Risk;adm@a.example;
;nowhere;
Risk;fresh@new.example;Auditee
Risk;orga@a.example;Organiser`;
    const { rows, columns, ...rest } = await previewed({ text });
    const department = (to: string) => [{ column: 'department_name', from: 'InfoSec', to }];
    expect(rows).toEqual([
      { row: 2, kind: 'UPDATE', updates: department('Finance'), problems: [] },
      { row: 3, kind: 'UNCHANGED', updates: [], problems: [] },
      {
        row: 4,
        kind: 'FAULTY',
        updates: department('Risk'),
        problems: [
          {
            column: null,
            code: 'NOT_ALLOWED',
            message: 'cannot be changed because this user has a higher role than you',
          },
        ],
      },
      {
        row: 5,
        kind: 'FAULTY',
        updates: [],
        problems: [{ column: 'email', code: 'FORMAT', message: 'must be an email address' }],
      },
      {
        row: 6,
        kind: 'FAULTY',
        updates: [],
        problems: expect.arrayContaining([{ column: 'firstname', code: 'REQUIRED', message: 'required' }]),
      },
      { row: 7, kind: 'UPDATE', updates: department('Risk'), problems: [] },
    ]);
    expect({ columns, ...rest }).toEqual({
      columns: ['department_name', 'email', 'role'],
      validCount: 3,
      faultyCount: 3,
      newCount: 0,
      updateCount: 2,
      unchangedCount: 1,
      ownLevelCount: 0,
      seatsUsed: 5,
      seatsLeft: null,
    });
    const refused = await sendFile(tab, upload, own(), { text });
    expect([refused.code, refused.errors[0]?.message.split('\n')[1]]).toEqual([
      'INVALID',
      'row 5 email must be an email address',
    ]);
    expect(system.upstream.sent(paths.update)).toEqual([]);
    expect(await edits()).toEqual([]);
    expect(await uploaded({ text }, { onlyValidRows: true })).toMatchObject({
      createdCount: 0,
      updatedCount: 2,
      unchangedCount: 1,
      refused: [4, 5, 6].map((row) => ({ row, kind: 'FAULTY' })),
    });
    expect(system.upstream.sent(paths.update).map(({ body }) => body)).toEqual([
      [
        ['org_id', own().organisationId],
        [
          'file',
          {
            name: 'users.csv',
            type: 'text/csv',
            text: 'id,department_name,email,role\n,Finance,AUDA@a.example,\n,InfoSec,assa@a.example,Assessor\n,Risk,orga@a.example,Organiser\n',
          },
        ],
      ],
    ]);
  },
);

testWith('on', 'UPDATE-2 empty cells clear the value when that is chosen, and not without updating', async () => {
  await complete();
  const file = { text: 'email,mobile\nauda@a.example,' };
  expect(await uploaded(file)).toMatchObject({ updatedCount: 0, unchangedCount: 1 });
  expect((await previewed(file, { clearEmptyCells: true })).rows[0].updates).toEqual([
    { column: 'mobile', from: '-12 345', to: '' },
  ]);
  expect(await uploaded(file, { clearEmptyCells: true })).toMatchObject({ updatedCount: 1 });
  const alone = await sendFile(tab, preview.replace('updateExisting: true,', ''), own({ clearEmptyCells: true }), file);
  expect(alone.errors[0]?.extensions.fields).toMatchObject([{ path: 'clearEmptyCells' }]);
});

testWith(
  'on',
  'UPDATE-4 a row with the own role asks for the password, once; a key needs sensitive:write',
  async () => {
    await complete();
    const file = {
      text: csv(line('Ada', { role: 'Organiser' }), line('New', { email: 'auda@a.example', role: 'Organiser' })),
    };
    expect((await previewed(file)).ownLevelCount).toBe(2);
    const without = await sendFile(tab, upload, own(), file);
    expect(without.code).toBe('WRONG_PASSWORD');
    const wrong = await sendFile(tab, upload, own({ currentPassword: 'wrong' }), file);
    expect(wrong.code).toBe('WRONG_PASSWORD');
    const headers = programHeaders(await system.integrationKey('orgA', ['read', 'users:write']));
    const program = await sendFile(system.client(), upload, own(), file, headers);
    expect([program.code, await edits()]).toEqual(['FORBIDDEN', []]);
    expect(await uploaded(file, { currentPassword: password })).toMatchObject({ createdCount: 1, updatedCount: 1 });
    const again = { text: csv(line('Bob', { role: 'Organiser' })) };
    expect((await sendFile(tab, upload, own(), again)).code).toBe('WRONG_PASSWORD');
  },
);

testWith('on', 'RESP-6 an answer about the rows that is not understood updates no user', async () => {
  const row = { row: 2, kind: 'update', changes: [], problems: [] };
  const answers = [
    { own_level_count: null, rows: [row] },
    {},
    { rows: [] },
    { rows: [{ ...row, row: 3 }] },
    { rows: [{ ...row, kind: 'other' }] },
  ];
  for (const answer of answers) {
    const body = { own_level_count: 0, ...answer };
    system.upstream.script(paths.preview, { body });
    const { code } = await sendFile(tab, upload, own(), { text: 'email\nauda@a.example' });
    expect([body, code]).toEqual([body, 'UPSTREAM_BAD_RESPONSE']);
  }
  expect(system.upstream.sent(paths.update)).toEqual([]);
});

test('UPDATE-5 an external product API is not asked to update by file', async () => {
  const specified = await startTestSystem({ extensions: 'off' });
  try {
    const visitor = await specified.signIn('orgA');
    expect((await visitor.graphql('{ viewer { hasUserFileUpdates } }')).data.viewer.hasUserFileUpdates).toBe(false);
    const variables = { organisationId: String(specified.platform.orgs.A) };
    for (const document of [preview, upload]) {
      const answer = await sendFile(visitor, document, variables, { text: 'email\nauda@a.example' });
      expect(answer.code).toBe('CAPABILITY_UNAVAILABLE');
    }
    expect(specified.upstream.requests.filter(({ path }) => /users_file|by_file|bulk/.test(path))).toEqual([]);
  } finally {
    await specified.close();
  }
});
