import { beforeEach, expect, test } from 'vitest';
import { fixturePassword } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
let key: string;
beforeEach(async () => {
  key = (await platform.signIn('orgA')).apiKey;
});

const send = (call: string, body: object) => platform.confirmed(`POST /consoles/ext/${call}`, { key, body });
const create = () => send('create_key', { name: 'sync', scopes: [], expires_in_days: 30 });
const statuses = async (calls: ReturnType<typeof send>[]) =>
  (await Promise.all(calls)).map(({ statusCode }) => statusCode).toSorted();

test('DESIGN-8 of parallel creations none exceeds the most keys of a user', async () => {
  for (let n = 0; n < 18; n += 1) await create();
  expect(await statuses([create(), create(), create(), create()])).toEqual([200, 200, 409, 409]);
});

test('DESIGN-8 of parallel rotations of a key one creates a key', async () => {
  const { id: key_id } = (await create()).json().key;
  const rotate = () => send('rotate_key', { key_id });
  expect(await statuses([rotate(), rotate(), rotate()])).toEqual([200, 409, 409]);
});

test('ORGKEY-6 of parallel creations none exceeds the most keys of an organisation', async () => {
  const form = { organisationId: platform.orgs.A, name: 'sync', role: 'AUDITEE', lifetime: 'DAYS_30' };
  const createOne = () => send('create_organisation_key', form);
  for (let n = 0; n < 18; n += 1) await createOne();
  expect(await statuses([createOne(), createOne(), createOne(), createOne()])).toEqual([200, 200, 409, 409]);
});

test('OUTLIVE-1 of two keys that are created at once with one confirmation one is created', async () => {
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const body = { name: 'sync', scopes: [], expires_in_days: 30 };
  const createOne = () => platform.call('POST /consoles/ext/create_key', { key, body });
  expect(await statuses([createOne(), createOne()])).toEqual([200, 422]);
});
