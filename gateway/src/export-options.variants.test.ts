import { read, utils } from '@e965/xlsx';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from './testing/client.ts';
import { download, exportedRows, startExport } from './testing/exports.ts';
import { addMapping } from './testing/mapping-mutations.ts';
import { testWith, useTestSystem } from './testing/system.ts';

const system = useTestSystem();
let tab: TestClient;
let organisationId: string;
beforeEach(async () => {
  tab = await system.signIn('orgA');
  organisationId = String(system.platform.orgs.A);
});

const lastSignIn = (at: string) =>
  system.platform.db
    .updateTable('ent_usr')
    .set({ last_sign_in_at: new Date(at) })
    .where('id', '=', system.platform.users.audA.id)
    .execute();

interface Refusal {
  errors: { extensions: { code: string; fields: { path: string }[] } }[];
}

describe('the time zone', () => {
  testWith('on', 'EXPORT-20 a session names it, and the times of the file are in it', async () => {
    await lastSignIn('2026-01-31T23:30:00.000Z');
    const wanted = { list: 'USERS', args: { organisationId, search: 'auda' }, options: { timeZone: 'Asia/Kolkata' } };
    const [row] = await exportedRows(system, tab, wanted);
    expect(row).toMatchObject({ 'Last sign-in (Asia/Kolkata)': '2026-02-01T05:00:00.000+05:30' });
    const { data } = await startExport(tab, { ...wanted, format: 'XLSX' });
    const workbook = read(await (await download(system, tab, data.startExport.path)).arrayBuffer(), { cellNF: true });
    const [cells] = utils.sheet_to_json<Record<string, unknown>>(workbook.Sheets.users ?? {}, { raw: false });
    expect(cells).toMatchObject({ 'Last sign-in (Asia/Kolkata)': '2026-02-01 05:00:00' });
  });

  testWith('on', 'EXPORT-20 a program names it in the address; without it times are in UTC', async () => {
    await lastSignIn('2026-01-31T23:30:00.000Z');
    const authorization = `Bearer ${await system.integrationKey('orgA', ['read'])}`;
    const args = encodeURIComponent(JSON.stringify({ organisationId, search: 'auda' }));
    const textOf = async (more: string) =>
      (
        await fetch(`${system.origin}/export/users.csv?arguments=${args}${more}`, { headers: { authorization } })
      ).text();
    const inUtc = await textOf('');
    expect(inUtc).toContain(',Last sign-in (UTC),');
    expect(inUtc).toContain('2026-01-31T23:30:00.000Z');
    const inAuckland = await textOf('&timeZone=Pacific/Auckland&separator=semicolon');
    expect(inAuckland).toContain(';Last sign-in (Pacific/Auckland);');
    expect(inAuckland).toContain('2026-02-01T12:30:00.000+13:00');
  });

  testWith('on', 'EXPORT-20 EXPORT-21 the activity is exported in a zone, with numbers and a separator', async () => {
    const admin = await system.signIn('adm');
    const options = { timeZone: 'America/New_York', separator: 'SEMICOLON' } as const;
    const [event] = await exportedRows(system, admin, { list: 'ACTIVITY', options });
    expect(event?.['Time (America/New_York)']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}-0[45]:00$/);
    const { data } = await startExport(admin, { list: 'ACTIVITY', format: 'XLSX' });
    const file = await download(system, admin, data.startExport.path);
    const sheet = read(await file.arrayBuffer(), { cellNF: true }).Sheets.activity ?? {};
    expect([sheet.B1?.v, sheet.B2?.t, sheet.B2?.z, sheet.K1?.v, sheet.K2?.t]).toEqual([
      ...['Time (UTC)', 'n', 'yyyy-mm-dd hh:mm:ss', 'Times', 'n'],
    ]);
    expect(sheet['!autofilter']?.ref).toMatch(/^A1:L\d+$/);
  });

  test.each(['Mars/Olympus', '', ' UTC', 'UTC+1', '2026-01-01T00:00Z', 'x'.repeat(70)])(
    'EXPORT-20 the unknown zone %j is INVALID by its name, before anything is read',
    async (timeZone) => {
      const { code, errors } = await startExport(tab, {
        list: 'USERS',
        args: { organisationId },
        options: { timeZone },
      });
      expect([code, errors[0]?.extensions.fields]).toMatchObject([
        'INVALID',
        [{ path: 'timeZone', message: 'must be the name of a time zone, such as Europe/Berlin or UTC' }],
      ]);
      const authorization = `Bearer ${await system.integrationKey('orgA', ['read'])}`;
      const path = `/export/users.csv?arguments=${JSON.stringify({ organisationId })}&timeZone=${encodeURIComponent(timeZone)}`;
      const answer = await fetch(`${system.origin}${path}`, { headers: { authorization } });
      const body = (await answer.json()) as Refusal;
      expect([answer.status, body.errors[0]?.extensions.code, body.errors[0]?.extensions.fields]).toMatchObject([
        422,
        'INVALID',
        [{ path: 'timeZone' }],
      ]);
    },
  );
});

describe('the separator', () => {
  test('EXPORT-21 CSV is written with semicolons on request', async () => {
    await addMapping(system, 'orgB', 'orgA', { activated: true, status: 'Accepted', vendor: 'B' });
    const args = { organisationId, filter: { states: ['ACCEPTED'] } };
    const options = { separator: 'SEMICOLON' } as const;
    const rows = await exportedRows(system, tab, { list: 'MAPPINGS', args, options });
    expect(rows).toMatchObject([{ 'Brand Name': 'Organisation B', Relationship: 'Vendor' }]);
  });

  test('EXPORT-21 an unknown separator, or one for a workbook, is INVALID by its name', async () => {
    const options = { separator: 'SEMICOLON' } as const;
    const { code, errors } = await startExport(tab, {
      list: 'USERS',
      format: 'XLSX',
      args: { organisationId },
      options,
    });
    expect([code, errors[0]?.extensions.fields]).toMatchObject([
      'INVALID',
      [{ path: 'separator', message: 'cannot be given for a workbook' }],
    ]);
    const authorization = `Bearer ${await system.integrationKey('orgA', ['read'])}`;
    const args = `arguments=${JSON.stringify({ organisationId })}`;
    for (const path of [
      `users.csv?${args}&separator=;`,
      `users.csv?${args}&separator=tab`,
      `users.xlsx?${args}&separator=comma`,
    ]) {
      const answer = await fetch(`${system.origin}/export/${path}`, { headers: { authorization } });
      const body = (await answer.json()) as Refusal;
      expect([path, answer.status, body.errors[0]?.extensions.fields]).toMatchObject([
        path,
        422,
        [{ path: 'separator' }],
      ]);
    }
  });
});
