import { beforeEach, expect, test } from 'vitest';
import { fixturePassword } from './testing/fixtures.ts';
import { bodyOf, csvOf, fieldPart, filePart, formHeaders, newUser, rowOf } from './testing/forms.ts';
import { useTestPlatform } from './testing/platform.ts';

const platform = useTestPlatform();
let key: string;
beforeEach(async () => {
  key = (await platform.signIn('orgA')).apiKey;
});

const create = async (more: object) => {
  const body = { ent_usr: newUser('text@a.example', more) };
  const answer = await platform.call('POST /consoles/create_org_user', { key, body });
  return [answer.statusCode, answer.json()];
};
const upload = async (...parts: Buffer[]) => {
  const form = { body: bodyOf(...parts), headers: formHeaders };
  const answer = await platform.call('POST /consoles/bulk_user_upload', { key, ...form });
  return [answer.statusCode, answer.json()];
};
const direction = 'must not contain characters that change the text direction';

test('SPEC-8 each field with an invalid text is named with 422', async () => {
  const wrong = { firstname: 'a\uD800', lastname: 'a\u0007b', designation: 'a\u202Eb', department_name: 'a\nb' };
  expect(await create(wrong)).toEqual([
    422,
    {
      errors: {
        firstname: ['must be valid Unicode text'],
        lastname: ['must not contain control characters'],
        designation: [direction],
        department_name: ['must not contain line breaks'],
      },
      codes: {
        firstname: ['FORMAT'],
        lastname: ['FORMAT'],
        designation: ['FORMAT'],
        department_name: ['FORMAT'],
      },
    },
  ]);
});

test('SPEC-8 a lone surrogate in a record, an email or a password is 422, not a database error', async () => {
  const ent_usr = { email: 'a\uD800@a.example', password: 'b\uDFFF' };
  const login = await platform.call('POST /login', { body: { api: true, ent_usr } });
  const problem = ['must be valid Unicode text'];
  expect([login.statusCode, login.json()]).toEqual([
    422,
    { errors: { email: problem, password: problem }, codes: { email: ['FORMAT'], password: ['FORMAT'] } },
  ]);
});

test('SECURITY-5 an unknown field is dropped, and its name is not in the response', async () => {
  const [status, answer] = await create({ ['x'.repeat(1_000)]: 'a\uD800', firstname: 'a\u0007b' });
  expect([status, answer]).toEqual([
    422,
    { errors: { firstname: ['must not contain control characters'] }, codes: { firstname: ['FORMAT'] } },
  ]);
});

test('CASES-22 SECURITY-5 a body of 50,000 lists in lists is 422', async () => {
  const body = `{"ent_usr":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const headers = { 'content-type': 'application/json' };
  const answer = await platform.call('POST /consoles/create_org_user', { key, body, headers });
  const errors = { base: ['must have at most 20 levels of nested lists and objects'] };
  expect([answer.statusCode, answer.json()]).toEqual([422, { errors, codes: { base: ['FORMAT'] } }]);
});

test('SPEC-8 texts are stored in NFC; joiners and surrounding blanks are accepted', async () => {
  const [status, answer] = await create({ firstname: 'Zoe\u0308', lastname: 'क्\u200Dष', designation: ' Analyst\n' });
  expect([status, answer.user]).toMatchObject([
    200,
    { firstname: 'Zo\u00EB', lastname: 'क्\u200Dष', designation: 'Analyst' },
  ]);
});

test('BULK-20 invisible characters are removed from names and numbers, in bodies and in files', async () => {
  const typed = { firstname: 'A\u200Bda\u202E', lastname: '\u2066Quill\u2069', mobile: '\u202A20\u00A07946\u202C' };
  const plain = { firstname: 'Ada', lastname: 'Quill', mobile: '20 7946' };
  const [status, answer] = await create(typed);
  expect([status, answer.user]).toMatchObject([200, plain]);
  const file = filePart(csvOf([rowOf('a@a.example', typed)]));
  expect((await upload(fieldPart('org_id', platform.orgs.A), file))[1].users[0]).toMatchObject(plain);
  expect(await create({ firstname: '\u200B\u3164', email: 'b@a.example' })).toMatchObject([422, {}]);
});

test('SPEC-8 cells of a file are checked and stored by the same rule', async () => {
  const org = fieldPart('org_id', platform.orgs.A);
  const faulty = csvOf([
    rowOf('a@a.example', { designation: 'a\u2066b' }),
    rowOf('b@a.example', { lastname: 'a\u0085b' }),
  ]);
  expect(await upload(org, filePart(faulty))).toEqual([
    422,
    {
      errors: { 'row 2': [`designation ${direction}`], 'row 3': ['lastname must not contain control characters'] },
      codes: { 'row 2': ['FORMAT'], 'row 3': ['FORMAT'] },
    },
  ]);
  const [status, answer] = await upload(org, filePart(csvOf([rowOf('a@a.example', { firstname: 'Zoe\u0308' })])));
  expect([status, answer.users[0].firstname]).toEqual([200, 'Zo\u00EB']);
});

test('CASES-48 REST-23 parts of a form are checked by the same rule', async () => {
  const file = filePart(csvOf([rowOf('a@a.example')]));
  const org = (id: unknown) => fieldPart('org_id', id);
  expect(await upload(org('1\u202E'), file)).toEqual([
    422,
    { errors: { org_id: [direction] }, codes: { org_id: ['FORMAT'] } },
  ]);
});

test('SECURITY-4.4 a password set in NFD works in NFC, and no other one does', async () => {
  const password = 'Pässwörd1!x'.normalize('NFD');
  const change = async (more: object) => {
    const fields = { ent_usr_id: platform.users.orgA.id, current_password: fixturePassword, password };
    const body = { ent_usrs: { ...fields, password_confirmation: password.normalize('NFC'), ...more } };
    const answer = await platform.call('POST /consoles/change_pwd', { key, body });
    return [answer.statusCode, answer.json()];
  };
  const unchanged = { current_password: password.normalize('NFC') };
  expect(await change(unchanged)).toEqual([
    422,
    { errors: { password: ['must differ from the current password'] }, codes: { password: ['FORMAT'] } },
  ]);
  const control = { password: 'Passw0rd!\u202Ex', password_confirmation: 'Passw0rd!\u202Ex' };
  expect(await change(control)).toEqual([422, { errors: { password: [direction] }, codes: { password: ['FORMAT'] } }]);
  expect((await change({}))[0]).toBe(200);
  const { email } = platform.users.orgA;
  const before = platform.hashChecks();
  expect((await platform.login('orgA', { ent_usr: { email, password: password.normalize('NFC') } })).statusCode).toBe(
    200,
  );
  expect(platform.hashChecks() - before).toBe(1);
});
