import { describe, expect, test } from 'vitest';
import { sendFile } from '../testing/multipart.ts';
import { useTestSystem } from '../testing/system.ts';
import { countAlone, csv, line, lines, readingPreview, upload } from '../testing/user-files.ts';
import { workbook } from '../testing/workbooks.ts';

const system = useTestSystem();

const path = '/consoles/bulk_user_upload';
const own = () => ({ organisationId: String(system.platform.orgs.A) });
const signedIn = () => system.openTab('orgA');
const uploads = () => system.upstream.sent(path).map(({ method, body }) => ({ method, body }));
const form = (text: string, name: unknown = 'users.csv') => ({
  method: 'POST',
  body: [
    ['org_id', String(system.platform.orgs.A)],
    ['file', { name, type: 'text/csv', text }],
  ],
});
const refusing = (errors: object, more: object = {}) => ({ status: 422, body: { errors, ...more }, times: 1 });
const created = (count: number) => ({ body: { users: Array.from({ length: count }, (_, id) => ({ id })) } });
const refusalIn = ({ errors, code }: Awaited<ReturnType<typeof sendFile>>) => ({
  code,
  message: errors[0]?.message,
  fields: errors[0]?.extensions.fields,
});

describe('uploading all', () => {
  test('BULK-6 REST-23 the file is sent byte for byte, with org_id', async () => {
    system.upstream.script(path, created(2));
    const tab = await signedIn();
    const text = `\ufeff${csv(line('Ada'), '', line('Zoë', { email: 'zoe@new.example', designation: '"a; b, =c"' })).replaceAll('\n', '\r\n')}`;
    const { data, errors } = await sendFile(tab, upload, own(), { name: 'Größe "1".csv'.replaceAll('"', '%22'), text });
    expect(errors).toEqual([]);
    expect(data.uploadUsers).toEqual({
      createdCount: 2,
      refused: [],
      organisation: { id: own().organisationId, activeUserCount: 5 },
    });
    expect(uploads()).toEqual([form(text, expect.stringMatching(/^Größe .*\.csv$/))]);
    expect(system.upstream.sent(path)[0]?.headers).toMatchObject({
      'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/),
      'x-request-deadline-ms': expect.stringMatching(/^1(19|20)\d{3}$/),
    });
  });

  test('START-24 START-25 what is not the specified CSV goes out as it, and a refusal names the rows of the file', async () => {
    const rows = [line('Ada').split(','), [], line('Zoë', { email: 'zoe@new.example' }).split(',')];
    const heading = ['First name', 'Last name', 'Email', 'Designation', 'Role', 'Supervisor', 'Department'];
    const sent = form(csv(line('Ada'), line('Zoë', { email: 'zoe@new.example' })));
    const files = [
      { name: 'users.XLSX', text: workbook(heading, ...rows) },
      { text: Buffer.from([heading, ...rows].map((cells) => cells.join('\t')).join('\r\n'), 'latin1') },
    ];
    const named = { ...own(), encoding: 'cp1252' };
    const tab = await signedIn();
    for (const file of files) {
      system.upstream.script(path, refusing({ 'row 3': ['email is taken'] }), created(2));
      const refused = await sendFile(tab, countAlone, named, file);
      expect(refused.errors[0]?.message).toBe('row 4 email is taken');
      const { data } = await sendFile(tab, countAlone, named, file);
      expect(data.uploadUsers.createdCount).toBe(2);
    }
    expect(uploads()).toEqual([sent, sent, sent, sent]);
  });

  test('UPLOAD-1 UPLOAD-2 the preview and the upload take the same corrections, and the product API gets them as the file', async () => {
    system.upstream.script(path, created(2));
    const tab = await signedIn();
    const text = csv(line('Ada', { email: 'auda@a.example' }), line('Bob'));
    const corrections = [{ row: 2, column: 'email', text: 'ada@new.example' }];
    const seen = await sendFile(tab, readingPreview, { ...own(), corrections }, { text });
    expect(seen.data.previewUserUpload.rows[0]).toMatchObject({
      changes: [{ column: 'email', from: 'auda@a.example' }],
      problems: [],
    });
    const many = Array.from({ length: 501 }, () => corrections[0]);
    const refused = await sendFile(tab, countAlone, { ...own(), corrections: many }, { text });
    expect([refused.code, refused.errors[0]?.message]).toEqual([
      'INVALID',
      'corrections must be at most 500 (there are 501)',
    ]);
    expect(uploads()).toEqual([]);
    const { data } = await sendFile(tab, countAlone, { ...own(), corrections }, { text });
    expect(data.uploadUsers.createdCount).toBe(2);
    expect(uploads()).toEqual([form(csv(line('Ada'), line('Bob')))]);
  });

  test('START-25 what is more than 1 MB as the specified CSV is refused', async () => {
    const text = Buffer.from(csv(line('Ada', { designation: 'ä'.repeat(600_000) })), 'latin1');
    const named = { ...own(), encoding: 'Windows-1252' };
    const answer = await sendFile(await signedIn(), countAlone, named, { text });
    expect([answer.code, answer.errors[0]?.message]).toEqual([
      'FILE_REFUSED',
      'The file has more than 1 MB of text. Split it into several files.',
    ]);
    expect(uploads()).toEqual([]);
  });

  test('BULK-6 an answer without users counts what was sent; the organisation is read only when it is selected', async () => {
    system.upstream.script(path, { body: { success: true } });
    const { data } = await sendFile(await signedIn(), countAlone, own(), { text: lines('Ada', 'Bob', 'Cid') });
    expect(data.uploadUsers).toEqual({ createdCount: 3, refused: [] });
    expect(system.upstream.requests.at(-1)?.path).toBe(path);
  });

  test('BULK-6 an organisation that cannot be read afterwards is null with an error, and the upload done', async () => {
    system.upstream.script(path, created(1));
    const tab = await signedIn();
    system.upstream.script('/consoles/org_detail', { real: true, times: 1 }, { status: 500 });
    const { data, errors } = await sendFile(tab, upload, own(), { text: lines('Ada') });
    expect(data.uploadUsers).toEqual({ createdCount: 1, refused: [], organisation: null });
    expect(errors.map((error) => error.path)).toEqual([['uploadUsers', 'organisation']]);
  });

  test('BULK-7 ROLE-5 CASES-53 a file with faulty rows is not sent, whatever the product API would say of it', async () => {
    system.upstream.script(path, created(5));
    const text = csv(
      line('Ada'),
      line('Eve', { role: 'Administrator' }),
      line('Bob', { email: 'auda@a.example' }),
      line('Cid', { email: 'not an email' }),
      line('Dan', { email: 'ADA@new.example' }),
    );
    for (const user of ['orgA', 'assA'] as const) {
      const answer = await sendFile(await system.signIn(user), countAlone, own(), { text });
      expect([user, refusalIn(answer)]).toEqual([
        user,
        {
          code: 'INVALID',
          message: [
            'row 3 role is above your own',
            'row 4 email is taken',
            'row 5 email must be an email address',
            'row 6 email is already in row 2',
          ].join('\n'),
          fields: [
            { path: 'row 3', code: 'NOT_ALLOWED', message: 'role is above your own' },
            { path: 'row 4', code: 'TAKEN', message: 'email is taken' },
            { path: 'row 5', code: 'FORMAT', message: 'email must be an email address' },
            { path: 'row 6', code: 'TAKEN', message: 'email is already in row 2' },
          ],
        },
      ]);
    }
    expect(uploads()).toEqual([]);
  });

  test('BULK-8 CASES-54 a file of more rows than seats is not sent', async () => {
    system.upstream.script(path, created(2));
    const { db, orgs } = system.platform;
    await db.updateTable('ent_org').set({ user_limit: 6 }).where('id', '=', orgs.A).execute();
    for (const [document, text] of [
      [countAlone, lines('Ada', 'Bob')],
      [countAlone.replace('false', 'true'), csv(line('Ada'), line('Eve', { role: 'x' }), line('Bob'))],
    ] as const) {
      const answer = await sendFile(await system.signIn('orgA'), document, own(), { text });
      expect(refusalIn(answer)).toEqual({ code: 'USER_LIMIT_REACHED', message: 'User Limit Reached', fields: [] });
    }
    expect(uploads()).toEqual([]);
    const { data } = await sendFile(await system.signIn('orgA'), countAlone, own(), { text: lines('Ada') });
    expect(data.uploadUsers).toEqual({ createdCount: 2, refused: [] });
  });

  test('BULK-7 the rows that the product API refuses are listed by row, and the call is made once', async () => {
    system.upstream.script(
      path,
      refusing({ 'row 3': ['email is taken', 'role is above your own'], 'row 5': 'is bad' }),
    );
    const answer = await sendFile(await signedIn(), countAlone, own(), { text: lines('Ada', 'Bob', 'Cid', 'Dan') });
    expect(refusalIn(answer)).toEqual({
      code: 'INVALID',
      message: 'row 3 email is taken\nrow 3 role is above your own\nrow 5 is bad',
      fields: [
        { path: 'row 3', code: 'TAKEN', message: 'email is taken' },
        { path: 'row 3', code: 'NOT_ALLOWED', message: 'role is above your own' },
        { path: 'row 5', code: 'OTHER', message: 'is bad' },
      ],
    });
    expect(uploads()).toHaveLength(1);
  });

  test('BULK-8 CASES-54 more rows than seats: USER_LIMIT_REACHED with the text of the product API', async () => {
    const message = 'User Limit Reached';
    for (const more of [{}, { code: 'USER_LIMIT_REACHED' }]) {
      system.upstream.script(path, { status: 422, body: { message, ...more }, times: 1 });
      const answer = await sendFile(await signedIn(), countAlone, own(), { text: lines('Ada') });
      expect(refusalIn(answer)).toEqual({ code: 'USER_LIMIT_REACHED', message, fields: [] });
    }
  });

  test('BULK-4 a product API that takes no such file: FILE_REFUSED', async () => {
    system.upstream.script(path, { status: 413, body: 'too large' });
    const answer = await sendFile(await signedIn(), countAlone, own(), { text: lines('Ada') });
    expect([answer.code, answer.errors[0]?.message]).toEqual(['FILE_REFUSED', 'The file is too large.']);
  });

  test('REST-23 ERR-4 an upload that fails is never repeated', async () => {
    system.upstream.script(path, { status: 503, body: { message: 'no' } });
    for (const document of [countAlone, countAlone.replace('false', 'true')])
      expect((await sendFile(await signedIn(), document, own(), { text: lines('Ada') })).code).toBe(
        'UPSTREAM_UNAVAILABLE',
      );
    expect(uploads()).toHaveLength(1);
  });
});

describe('uploading only valid rows', () => {
  const valid = () => ({ ...own(), onlyValidRows: true });
  const taken = { column: 'email', message: 'is taken' };

  test('BULK-7 BULK-9 faulty rows come back; the others go out with the same columns and cells', async () => {
    system.upstream.script(path, created(2));
    const text = [
      'email;firstname;lastname;role;designation;supervisor;department_name',
      'ada@new.example;Ada;New;Auditee;"a, ""b""";boss@a.example;InfoSec',
      ';;;;;;',
      'auda@a.example;Bob;New;Auditee;x;boss@a.example;InfoSec',
      'eve@new.example;Eve;New;Architect;x;boss@a.example;InfoSec',
      'cid@new.example; Cid ;New;Auditee;=x;boss@a.example;InfoSec',
    ].join('\r\n');
    const { data, errors } = await sendFile(await signedIn(), countAlone, valid(), { text });
    expect(errors).toEqual([]);
    expect(data.uploadUsers).toEqual({
      createdCount: 2,
      refused: [
        { row: 4, cells: expect.arrayContaining(['auda@a.example', 'Bob']), problems: [taken] },
        {
          row: 5,
          cells: ['eve@new.example', 'Eve', 'New', 'Architect', 'x', 'boss@a.example', 'InfoSec'],
          problems: [{ column: 'role', message: 'is above your own' }],
        },
      ],
    });
    expect(uploads()).toEqual([
      form(
        'email,firstname,lastname,role,designation,supervisor,department_name\n' +
          'ada@new.example,Ada,New,Auditee,"a, ""b""",boss@a.example,InfoSec\n' +
          'cid@new.example, Cid ,New,Auditee,=x,boss@a.example,InfoSec\n',
      ),
    ]);
  });

  test('BULK-7 rows that only the product API knows to be faulty are left out too, and the rest is sent once more', async () => {
    // The file that is sent has Ada, Cid and Dan in rows 2 to 4.
    system.upstream.script(path, refusing({ 'row 3': ['email is taken'] }), { body: {} });
    const text = csv(line('Ada'), line('Bob', { role: 'x' }), line('Cid'), line('Dan'));
    const { data, errors } = await sendFile(await signedIn(), countAlone, valid(), { text });
    expect(errors).toEqual([]);
    expect(data.uploadUsers).toEqual({
      createdCount: 2,
      refused: [
        { row: 3, cells: line('Bob', { role: 'x' }).split(','), problems: [{ column: 'role', message: 'is unknown' }] },
        { row: 4, cells: line('Cid').split(','), problems: [taken] },
      ],
    });
    expect(uploads()).toEqual([form(lines('Ada', 'Cid', 'Dan')), form(lines('Ada', 'Dan'))]);
  });

  test('BULK-7 a second refusal is reported with the rows of the original file', async () => {
    system.upstream.script(path, refusing({ 'row 2': ['email is taken'] }), refusing({ 'row 3': ['email is taken'] }));
    const text = csv(line('Ada'), line('Bob', { role: 'x' }), line('Cid'), line('Dan'));
    const answer = await sendFile(await signedIn(), countAlone, valid(), { text });
    expect(refusalIn(answer)).toEqual({
      code: 'INVALID',
      message: 'row 5 email is taken',
      fields: [{ path: 'row 5', code: 'TAKEN', message: 'email is taken' }],
    });
    expect(uploads()).toHaveLength(2);
  });

  test('BULK-7 more than a hundred refused rows are all left out', async () => {
    const names = Array.from({ length: 150 }, (_, number) => `Ada${number}`);
    const errors = Object.fromEntries(names.slice(0, 149).map((_, place) => [`row ${place + 2}`, 'email is taken']));
    system.upstream.script(path, refusing(errors), created(1));
    const { data } = await sendFile(await signedIn(), countAlone, valid(), { text: lines(...names) });
    expect([data.uploadUsers.createdCount, data.uploadUsers.refused.length]).toEqual([1, 149]);
    expect(uploads()[1]).toEqual(form(lines('Ada149')));
  });

  test.each([
    ['by the file', csv(line('Ada', { role: 'x' })), 0],
    ['by the product API', lines('Ada'), 1],
  ])('BULK-7 when no row is left (%s) no user is created', async (_by, text, calls) => {
    system.upstream.script(path, refusing({ 'row 2': ['email is taken'] }), created(9));
    const { data } = await sendFile(await signedIn(), countAlone, valid(), { text });
    expect([data.uploadUsers.createdCount, data.uploadUsers.refused.length]).toEqual([0, 1]);
    expect(uploads()).toHaveLength(calls);
  });

  test.each<object>([
    { base: ['The file is bad'] },
    { 'row 2': ['email is taken'], base: ['The file is bad'] },
    { 'row 99': ['email is taken'] },
    { 'row 1': ['is bad'] },
    {},
  ])('BULK-7 a refusal of more than single rows is reported, and nothing is sent again (%j)', async (errors) => {
    system.upstream.script(path, refusing(errors));
    const answer = await sendFile(await signedIn(), countAlone, valid(), { text: lines('Ada', 'Bob') });
    expect([answer.code, uploads().length]).toEqual(['INVALID', 1]);
  });

  test('BULK-8 more valid rows than seats is USER_LIMIT_REACHED', async () => {
    system.upstream.script(path, { status: 422, body: { message: 'User Limit Reached' } });
    const answer = await sendFile(await signedIn(), countAlone, valid(), { text: lines('Ada') });
    expect([answer.code, uploads().length]).toEqual(['USER_LIMIT_REACHED', 1]);
  });
});
