import { expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { consistsOfWords } from './context-words.ts';

const platform = useTestPlatform();
const words = ['meier', 'acme', 'anna', 'console'];
const tooClose = 'is too close to your name, your email or your organisation. Choose another one.';

test.each(['Acme#2026', 'ACME-acme-2026', 'Anna.Meier-1', 'Console#2026x', '4cme-Anna!9'])(
  'SECURITY-T11 %j adds little to known words about the person',
  (password) => {
    expect(consistsOfWords(password, words)).toBe(true);
  },
);

test.each(['Acme-blue-horse-7', 'Welcome#2026', 'An0ther-one', '1234-5678-Aa!'])(
  'SECURITY-T11 %j has more than such words, or none',
  (password) => {
    expect(consistsOfWords(password, words)).toBe(false);
  },
);

test('SECURITY-T11 a link sets no password that consists of name, email, organisation or product; the link stays good', async () => {
  const { id, email } = platform.users.orgA;
  await platform.db
    .updateTable('ent_usr')
    .set({ firstname: 'Ingeborg', lastname: 'Öztürk' })
    .where('id', '=', id)
    .execute();
  const reset_password_token = await platform.issueToken('orgA', 'reset');
  const reset = async (password: string) => {
    const body = { email, password, password_confirmation: password, reset_password_token };
    const answer = await platform.call('POST /consoles/reset_pwd', { body });
    return [answer.statusCode, answer.json().errors ?? null];
  };
  const refused = [422, { password: [tooClose] }];
  expect(await reset('Ingeborg#1987')).toEqual(refused);
  expect(await reset('Öztürk-2026-A')).toEqual(refused);
  expect(await reset('Organiser#2026')).toEqual(refused);
  expect(await reset('Seven-quiet-rivers-1')).toEqual([200, null]);
});

test('SECURITY-T11 nor does a change of the password', async () => {
  const { apiKey } = await platform.signIn('assA');
  const { id } = platform.users.assA;
  await platform.db.updateTable('ent_usr').set({ lastname: 'Winterbottom' }).where('id', '=', id).execute();
  const password = 'Winterbottom#1';
  const ent_usrs = { password, password_confirmation: password, current_password: 'whatever', ent_usr_id: id };
  const answer = await platform.call('POST /consoles/change_pwd', { key: apiKey, body: { ent_usrs } });
  expect([answer.statusCode, answer.json().errors]).toEqual([422, { password: [tooClose] }]);
});
