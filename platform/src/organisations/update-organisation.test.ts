import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { newOrganisation, organisationForm } from '../testing/forms.ts';
import { png } from '../testing/images.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

type Files = Parameters<typeof organisationForm>[1];
const update = async (fields: object, files: Files = {}, user: UserName | null = 'adm') => {
  const key = user ? (await platform.signIn(user)).apiKey : undefined;
  return platform.call('POST /consoles/create_or_updare_org', { key, ...organisationForm(fields, files) });
};
const files = async () =>
  (await platform.db.selectFrom('stored_file').select(['id', 'ent_org_id']).orderBy('created_at').execute()).map(
    ({ id }) => `/files/${id}`,
  );

test('REST-40 ORG-20 ORG-14 an Administrator updates an organisation, and files left out are kept', async () => {
  const id = platform.orgs.B;
  const first = await update(newOrganisation('New B', { id }), { logo: await png(), icon: await png() });
  const { org } = first.json();
  expect([first.statusCode, org.id, org.brandname, org.email_domain]).toEqual([
    200,
    id,
    'New B',
    'new.example,sub.new.example',
  ]);
  platform.moveClock(1_000);
  const second = (await update(newOrganisation('New B', { id, city: 'Pune' }))).json().org;
  expect(second).toEqual({
    ...org,
    facility: { ...org.facility, city: 'Pune' },
    updated_at: platform.now().toISOString(),
  });
  const [, entry] = await platform.auditEntries('organisations:edit');
  expect(entry).toMatchObject({ target_id: String(id), before: { city: 'Mumbai' }, after: { city: 'Pune' } });
  await update(newOrganisation('New B', { id, city: 'Pune' }));
  const audits = await platform.auditEntries('organisations:edit');
  expect(audits).toHaveLength(2);
});

test('ORG-19 CASES-49 a replaced logo leaves the icon, and its old file is deleted; a refused one changes nothing', async () => {
  const form = newOrganisation('New A');
  const { org } = (await update(form, { logo: await png(), icon: await png() })).json();
  const replaced = (await update(form, { logo: [await png(9, 9), 'second.png'] })).json().org;
  expect([replaced.icon, replaced.logo.file_name]).toEqual([org.icon, 'second.png']);
  expect((await files()).toSorted()).toEqual([org.icon.url, replaced.logo.url].toSorted());
  const { apiKey } = await platform.signIn('adm');
  expect((await platform.call(`GET ${org.logo.url}` as 'GET /', { key: apiKey })).statusCode).toBe(404);
  const refused = await update({ ...form, city: 'Pune' }, { logo: Buffer.alloc(3_000_000) });
  expect([refused.statusCode, refused.json().code, (await update(form)).json().org]).toEqual([
    422,
    'FILE_REFUSED',
    replaced,
  ]);
});

test('REST-40 updating an organisation that another user has changed is a conflict', async () => {
  const { org } = (await update(newOrganisation('New A'))).json();
  platform.moveClock(1_000);
  const expected_updated_at = org.updated_at;
  expect((await update(newOrganisation('New A', { expected_updated_at, city: 'Pune' }))).statusCode).toBe(200);
  const late = await update(newOrganisation('New A', { expected_updated_at, city: 'Goa' }), { logo: await png() });
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    'Someone else changed this organisation. Reload it and try again.',
  ]);
  expect(await files()).toEqual([]);
  expect((await update(newOrganisation('New A', { expected_updated_at: 'x' }))).json()).toEqual({
    errors: { expected_updated_at: ['must be a date and time such as 2026-11-20T09:30:00Z'] },
    codes: { expected_updated_at: ['FORMAT'] },
  });
});

test('REST-40 another organisation’s brand name is refused, and problems are reported by field', async () => {
  expect((await update(newOrganisation('organisation b'))).json()).toEqual({
    errors: { brandname: ['is taken'] },
    codes: { brandname: ['TAKEN'] },
  });
  expect((await update(newOrganisation('', { website: 'x' }))).json().errors).toEqual({
    brandname: ['required'],
    website: ['must be an http or https URL'],
  });
});
