import { readFileSync } from 'node:fs';
import { bulkMaxRows } from '@console/contract/rules';
import { describe, expect, test } from 'vitest';
import { sendFile } from '../testing/multipart.ts';
import { addUsers } from '../testing/rows.ts';
import { activeUsersPath, mode, startTestSystem, testWith, useTestSystem } from '../testing/system.ts';
import { countAlone, csv, header, line, lines, preview, readingPreview, upload } from '../testing/user-files.ts';
import { workbook, workbookParts } from '../testing/workbooks.ts';
import { zip } from '../testing/zip.ts';

const system = useTestSystem();

const path = '/consoles/bulk_user_upload';
const own = () => ({ organisationId: String(system.platform.orgs.A) });
const signedIn = (user: 'adm' | 'orgA' | 'audA' = 'orgA') => system.openTab(user);
const uploads = () => system.upstream.sent(path);

describe('the preview', () => {
  test('BULK-7 BULK-8 BULK-9 has every row with its problems, and the seats; nothing is created', async () => {
    await system.platform.db
      .updateTable('ent_org')
      .set({ user_limit: 7 })
      .where('id', '=', system.platform.orgs.A)
      .execute();
    const tab = await signedIn();
    const text = csv(
      line('Ada'),
      line('Eve', { role: 'Administrator' }),
      line('Bob', { email: 'AUDA@A.example' }),
      line('Cid', { email: 'disa@a.example' }),
      line('Dan', { email: 'Ada@new.example' }),
      'ragged,row',
    );
    const { data, errors } = await sendFile(tab, preview, own(), { text });
    expect(errors).toEqual([]);
    const { rows, ...counts } = data.previewUserUpload;
    expect(counts).toEqual({
      columns: header.split(','),
      validCount: 1,
      faultyCount: 5,
      seatsUsed: 5,
      seatsLeft: 2,
    });
    expect(rows[0]).toEqual({ row: 2, cells: line('Ada').split(','), problems: [] });
    expect(rows.map(({ row, problems }: { row: number; problems: unknown }) => [row, problems])).toEqual([
      [2, []],
      [3, [{ column: 'role', message: 'is above your own' }]],
      [4, [{ column: 'email', message: 'is taken' }]],
      [5, [{ column: 'email', message: 'is taken' }]],
      [6, [{ column: 'email', message: 'is already in row 2' }]],
      [7, [{ column: null, message: 'has 2 cells instead of 7' }]],
    ]);
    expect(uploads()).toEqual([]);
  });

  test('KEYBOARD-10 a department that the console does not offer is a problem of its row; its capitals do not matter', async () => {
    const tab = await signedIn();
    const text = csv(line('Ada', { department_name: 'Gardening' }), line('Bob', { department_name: 'FINANCE' }));
    const { data } = await sendFile(tab, readingPreview, own(), { text });
    expect(data.previewUserUpload.rows).toEqual([
      expect.objectContaining({ changes: [], problems: [{ message: 'is unknown' }] }),
      expect.objectContaining({ changes: [{ column: 'department_name', from: 'FINANCE' }], problems: [] }),
    ]);
    const refused = await sendFile(tab, upload, own(), { text });
    expect(refused.errors[0]?.message).toContain('row 2 department_name is unknown');
    expect(uploads()).toEqual([]);
    // The list of departments cannot be read, and the cached one has expired.
    system.platform.moveClock(11 * 60_000);
    system.upstream.script('/consoles/department_list', { status: 500, body: {} });
    const unchecked = await sendFile(await signedIn(), readingPreview, own(), { text });
    expect(unchecked.data.previewUserUpload.rows[0].problems).toEqual([]);
  });

  test('START-26 says how the file was read: kind, sheet, headings, and what the cells of the file have instead', async () => {
    const headings = [
      'First name',
      'Last name',
      'Email',
      'Designation',
      'Role',
      'Supervisor',
      'Department',
      'Country code',
    ];
    const text = workbook(headings, [...line('Ada').split(','), '49']);
    const { data, errors } = await sendFile(await signedIn(), readingPreview, own(), { name: 'a.xlsx', text });
    expect(errors).toEqual([]);
    const columns = [...header.split(','), 'country_code'];
    expect(data.previewUserUpload).toEqual({
      columns,
      reading: {
        kind: 'XLSX',
        encoding: null,
        separator: null,
        sheet: 'Users',
        headerRow: 1,
        headings,
        leftOut: [],
        hiddenRowCount: 0,
      },
      rows: [
        { cells: [...line('Ada').split(','), '+49'], changes: [{ column: 'country_code', from: '49' }], problems: [] },
      ],
    });
  });

  test('REALUSE-11 leaves hidden rows out as the upload does, says how many they are, and takes them when asked', async () => {
    const rows = [header.split(','), line('Ada').split(','), line('Bob').split(',')];
    const text = zip(workbookParts([{ name: 'Users', rows, hidden: [3] }]));
    const of = (field: string, selection: string) =>
      `mutation($organisationId: ID!, $file: Upload!, $includeHiddenRows: Boolean! = false) {
        ${field}(organisationId: $organisationId, file: $file, includeHiddenRows: $includeHiddenRows) { ${selection} }
      }`;
    const tab = await signedIn();
    const send = async (document: string, more = {}) =>
      (await sendFile(tab, document, { ...own(), ...more }, { name: 'a.xlsx', text })).data;
    const checks = of('previewUserUpload', 'reading { hiddenRowCount } rows { row }');
    const found = [{ row: 2 }, { row: 3 }];
    const reading = { hiddenRowCount: 1 };
    expect(await send(checks)).toEqual({ previewUserUpload: { reading, rows: found.slice(0, 1) } });
    const all = { includeHiddenRows: true };
    expect(await send(checks, all)).toEqual({ previewUserUpload: { reading, rows: found } });
    const uploadsIt = of('uploadUsers', 'createdCount hiddenRowCount');
    expect(await send(uploadsIt)).toEqual({ uploadUsers: { createdCount: 1, hiddenRowCount: 1 } });
  });

  test('BULK-12 takes the encoding of the file, as the upload does; neither takes a file of letters that it would have to guess', async () => {
    const tab = await signedIn();
    const text = readFileSync(new URL('../testing/files/polish-czech-1250.csv', import.meta.url));
    for (const document of [preview, countAlone, countAlone.replace('false', 'true')]) {
      const refused = await sendFile(tab, document, own(), { text });
      expect([refused.code, refused.errors[0]?.message]).toEqual([
        'FILE_REFUSED',
        expect.stringMatching(/most likely first: Windows-1250, .*Mac OS Roman/),
      ]);
    }
    expect(uploads()).toEqual([]);
    const unknown = await sendFile(tab, readingPreview, { ...own(), encoding: 'Klingon' }, { text });
    expect([unknown.code, unknown.errors[0]?.extensions.fields]).toEqual([
      'INVALID',
      [{ path: 'encoding', code: 'UNKNOWN', message: expect.stringContaining('Windows-1250, ') }],
    ]);
    const named = { ...own(), encoding: 'windows-1250' };
    const { data } = await sendFile(tab, readingPreview, named, { text });
    expect(data.previewUserUpload.reading).toMatchObject({ encoding: 'Windows-1250', separator: ';', headerRow: 1 });
    system.upstream.script(path, { body: {} });
    expect((await sendFile(tab, countAlone, named, { text })).data.uploadUsers.createdCount).toBe(2);
    expect(JSON.stringify(uploads()[0]?.body)).toContain('Łukasz,Świątek,');
  });

  test('BULK-6 LARGE-7 reads the whole of both lists, each once, or looks the emails up, and knows a limit that is none', async () => {
    await addUsers(
      system,
      'A',
      Array.from({ length: 130 }, (_, number) => ({ firstname: `n${number}` })),
    );
    const tab = await signedIn();
    const { data } = await sendFile(tab, preview, own(), {
      text: csv(line('Ada', { email: 'n129.129@list.example' })),
    });
    expect(data.previewUserUpload).toMatchObject({ faultyCount: 1, seatsUsed: 135, seatsLeft: null });
    const org_id = String(system.platform.orgs.A);
    expect(
      system.upstream.requests
        .filter(({ path }) => path.includes('user_list') || path === activeUsersPath)
        .map(({ path, query }) => ({ path, query }))
        .sort((one, other) => one.path.localeCompare(other.path)),
    ).toEqual(
      mode === 'on'
        ? [{ path: activeUsersPath, query: { org_id, state: 'active', limit: '0' } }]
        : [
            { path: activeUsersPath, query: { org_id, include_current_user: 'true' } },
            { path: '/consoles/inactive_user_list', query: { org_id } },
          ],
    );
  });

  testWith(
    'on',
    'BULK-7 LARGE-7 the emails of a large file are looked up in parts, and each taken one is found',
    async () => {
      await addUsers(
        system,
        'A',
        Array.from({ length: 600 }, (_, number) => ({ firstname: `n${number}`, is_disabled: number % 2 === 0 })),
      );
      const tab = await signedIn();
      const rows = Array.from({ length: 600 }, (_, number) =>
        line('Ada', { email: `N${number}.${number}@list.example` }),
      );
      const { data } = await sendFile(tab, preview, own(), { text: csv(...rows, line('Eve')) });
      expect(data.previewUserUpload).toMatchObject({ validCount: 1, faultyCount: 600, seatsUsed: 305 });
      const asked = system.upstream
        .sent('/consoles/ext/taken_emails')
        .map(({ body }) => (body as { emails: [] }).emails.length);
      expect(asked).toEqual([150, 150, 150, 150, 1]);
    },
  );

  testWith('on', 'RESP-6 an answer about emails that is not understood refuses the file', async () => {
    for (const body of [{}, { emails: null }, { emails: [{ no: 1 }] }]) {
      system.upstream.script('/consoles/ext/taken_emails', { body });
      const { code } = await sendFile(await signedIn(), preview, own(), { text: lines('Ada') });
      expect([body, code]).toEqual([body, 'UPSTREAM_BAD_RESPONSE']);
    }
  });

  test('BULK-7 a full organisation has no seats left, and not fewer', async () => {
    await system.platform.db.updateTable('ent_org').set({ user_limit: 2 }).execute();
    const { data } = await sendFile(await signedIn(), preview, own(), { text: lines('Ada') });
    expect(data.previewUserUpload).toMatchObject({ seatsUsed: 5, seatsLeft: 0 });
  });

  test.each<[string, { name?: string; text: string | Buffer }, string]>([
    ['an empty file', { text: '' }, 'The file is empty.'],
    ['a header alone', { text: csv() }, 'The file has no rows below its header.'],
    ['an unknown column', { text: `colour\nred\n` }, 'The column “colour” is unknown.'],
    ['a spreadsheet', { name: 'a.csv', text: 'PK\u0003\u0004' }, 'The file is a spreadsheet, not CSV.'],
    ['UTF-16 without BOM', { text: Buffer.from(csv(line('Ada')), 'utf16le') }, 'nor UTF-16 with a byte order mark'],
    [
      'too many rows',
      { text: csv(...Array(bulkMaxRows + 1).fill('a')) },
      'The file has too many rows. At most 5000 can be uploaded at once.',
    ],
    ['CSV as .xlsx', { name: 'users.xlsx', text: lines('Ada') }, 'The file cannot be read as a workbook.'],
    ['.xls', { name: 'users.xls', text: lines('Ada') }, 'The file is not CSV: its name must end in .csv or .xlsx.'],
    ...['.txt', '.tsv'].map((ending): [string, { name: string; text: string }, string] => [
      ending,
      { name: `users${ending}`, text: lines('Ada') },
      'The file is not CSV: its name must end in .csv or .xlsx. In the spreadsheet program, choose “Save as” or “Export” and the type “CSV UTF-8”.',
    ]),
  ])(
    'BULK-4 BULK-18 CASES-53 %s is refused as a whole, in the preview and when uploaded',
    async (_what, file, message) => {
      const tab = await signedIn();
      for (const document of [preview, countAlone, countAlone.replace('false', 'true')]) {
        const answer = await sendFile(tab, document, own(), file);
        expect(answer.code).toBe('FILE_REFUSED');
        expect(answer.errors[0]?.message).toContain(message);
        expect(answer.errors[0]?.extensions.fields).toEqual([
          { path: 'file', code: expect.any(String), message: answer.errors[0]?.message },
        ]);
      }
      expect(uploads()).toEqual([]);
    },
  );

  test('BULK-3 without a file it is refused', async () => {
    const answer = await (await signedIn()).graphql(upload, { ...own(), file: null });
    expect([answer.status, answer.code]).toEqual([400, 'QUERY_INVALID']);
    expect(uploads()).toEqual([]);
  });
});

describe('who may', () => {
  test.each([preview, countAlone])(
    'BULK-2 an Auditee is refused, whatever the organisation and the file (%#)',
    async (document) => {
      const tab = await signedIn('audA');
      for (const id of [system.platform.orgs.A, system.platform.orgs.B, 999_999, 'x'])
        for (const text of [lines('Ada'), ''])
          expect((await sendFile(tab, document, { organisationId: String(id) }, { text })).code).toBe('FORBIDDEN');
      expect(uploads()).toEqual([]);
    },
  );

  test.each([preview, countAlone])(
    'BULK-2 T7 another organisation is like an unknown one, before the file is judged (%#)',
    async (document) => {
      const tab = await signedIn('orgA');
      for (const id of [system.platform.orgs.B, 999_999, 'x'])
        for (const text of [lines('Ada'), ''])
          expect((await sendFile(tab, document, { organisationId: String(id) }, { text })).code).toBe('NOT_FOUND');
      const everywhere = await signedIn('adm');
      for (const id of [999_999, 'x'])
        expect((await sendFile(everywhere, document, { organisationId: String(id) }, { text: '' })).code).toBe(
          'NOT_FOUND',
        );
      expect(uploads()).toEqual([]);
    },
  );

  test('OPEN-18 with ASSESSOR_MANAGES_USERS off an Assessor uploads no users', async () => {
    const strict = await startTestSystem({ settings: { ASSESSOR_MANAGES_USERS: 'off' } });
    const organisationId = String(strict.platform.orgs.A);
    const code = async (user: 'assA' | 'orgA') =>
      (await sendFile(await strict.signIn(user), preview, { organisationId }, { text: lines('Ada') })).code;
    expect([await code('assA'), await code('orgA')]).toEqual(['FORBIDDEN', undefined]);
    await strict.close();
  });

  test('RELIABILITY-3 SECURITY-2 more files in a minute than the limit are RATE_LIMITED, for that user alone', async () => {
    const limited = await startTestSystem({ settings: { USER_FILES_PER_CALLER: '2' } });
    const organisationId = String(limited.platform.orgs.A);
    const send = async (user: 'adm' | 'orgA', document: string) =>
      sendFile(await limited.signIn(user), document, { organisationId }, { text: lines('Ada') });
    expect([(await send('orgA', preview)).code, (await send('orgA', countAlone)).code]).toEqual([undefined, undefined]);
    const refused = await send('orgA', preview);
    expect([refused.code, refused.errors[0]?.extensions.retryAfter]).toEqual(['RATE_LIMITED', expect.any(Number)]);
    expect((await send('adm', preview)).code).toBeUndefined();
    await limited.close();
  });
});
