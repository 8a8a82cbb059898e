import { expect, test } from 'vitest';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';
import { writeOrganisation } from './export-organisation.ts';

const platform = useTestPlatform();
interface Line {
  table?: string;
  row?: Record<string, unknown>;
  end?: number;
}
const exported = async (id: number) => {
  const lines: Line[] = [];
  await writeOrganisation(platform.db, id, async (line) => lines.push(JSON.parse(JSON.stringify(line))));
  const of = (table: string) => lines.flatMap((line) => (line.table === table && line.row ? [line.row] : []));
  return { lines, of, text: JSON.stringify(lines) };
};

test('PRIVACY-60 the export has the rows and files of the organisation, none of another one and no secret', async () => {
  const { db, orgs, users } = platform;
  await addIntegrationKey(db, users.orgA.id, ['read']);
  await addIntegrationKey(db, users.orgB.id, ['read']);
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  const bytes = Buffer.from([0, 255, 1]);
  await db
    .insertInto('stored_file')
    .values({
      id: 'file',
      ent_org_id: orgs.A,
      file_name: 'logo.png',
      content_type: 'image/png',
      bytes,
      created_at: platform.now(),
    })
    .execute();
  await platform.signIn('assA');
  const { lines, of, text } = await exported(orgs.A);
  expect(lines[0]).toMatchObject({ format: 'console organisation', id: orgs.A, name: 'Organisation A' });
  expect(lines.at(-1)).toEqual({ end: lines.length - 2 });
  expect(of('ent_org')).toHaveLength(1);
  const people = await db.selectFrom('ent_usr').select('email').where('ent_org_id', '=', orgs.A).execute();
  const emails = people.map(({ email }) => email).toSorted();
  expect(
    of('ent_usr')
      .map(({ email }) => String(email))
      .toSorted(),
  ).toEqual(emails);
  expect(of('api_key')).toEqual([expect.objectContaining({ ent_usr_id: users.orgA.id })]);
  expect(of('user_mapping')).toEqual([expect.objectContaining({ ent_usr_id: users.orgB.id })]);
  expect(of('session')).toHaveLength(1);
  expect(of('stored_file')).toEqual([expect.objectContaining({ bytes: bytes.toString('base64') })]);
  expect(of('audit_entry').map(({ action }) => action)).toContain('session:signIn');
  expect(text).not.toContain(users.orgB.email);
  const { key_hash } = await db.selectFrom('session').select('key_hash').executeTakeFirstOrThrow();
  const { password_hash } = await db
    .selectFrom('ent_usr')
    .select('password_hash')
    .where('id', '=', users.orgA.id)
    .executeTakeFirstOrThrow();
  for (const secret of [key_hash, password_hash ?? '']) expect(text).not.toContain(secret);
});

test('PRIVACY-60 an unknown organisation is not exported', async () => {
  await expect(exported(999_999)).rejects.toThrow('There is no organisation with the ID 999999.');
});
