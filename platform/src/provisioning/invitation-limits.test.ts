import { expect, test } from 'vitest';
import { hourMs } from '../core/base/clock.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScim } from '../testing/scim.ts';

const platform = useTestPlatform();
const email = 'stranger@elsewhere.example';
const note =
  'No invitation was sent, because too many were sent to this user within an hour. Resend it in the console.';
const invitations = async () =>
  (await platform.db.selectFrom('mail').select('id').where('recipient', '=', email).execute()).length;

test('SCIMUSER-73 switching active off and on invites a user 5 times within an hour at most, with a note from then on', async () => {
  const scim = await startScim(platform);
  const { id } = await scim.added({ userName: email });
  const notes: (string[] | undefined)[] = [];
  for (let time = 0; time < 6; time += 1) {
    await scim.patch(id, { active: false });
    const activated = await scim.patch(id, { active: true });
    expect(activated).toMatchObject({ user: { active: true } });
    notes.push(activated.notes);
  }
  expect(await invitations()).toBe(5);
  expect(notes).toEqual([[], [], [], [], [note], [note]]);
  expect((await platform.auditEntries('users:activate')).map(({ after }) => after)).toEqual([
    ...Array.from({ length: 4 }, () => ({ is_disabled: false, invited: true })),
    ...Array.from({ length: 2 }, () => ({ is_disabled: false })),
  ]);
  platform.moveClock(hourMs);
  await scim.patch(id, { active: false });
  expect(await scim.patch(id, { active: true })).toMatchObject({ notes: [] });
  expect(await invitations()).toBe(6);
});

test('SCIMUSER-73 deleting and creating a user again does not get around the limit, nor do several organisations', async () => {
  const scim = await startScim(platform);
  const other = await startScim(platform, {}, platform.orgs.B);
  for (let time = 0; time < 7; time += 1) {
    await scim.remove((await scim.added({ userName: email })).id);
    await other.remove((await other.added({ userName: email })).id);
  }
  expect(await invitations()).toBe(10);
});

test('SCIMUSER-73 activating in the console counts, too, and is refused at the limit', async () => {
  const scim = await startScim(platform);
  const { id, userId } = await scim.added({ userName: email });
  for (let time = 0; time < 4; time += 1) for (const active of [false, true]) await scim.patch(id, { active });
  await scim.patch(id, { active: false });
  const { apiKey: key } = await platform.signIn('orgA');
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const body = { userId, is_disabled: false };
  expect((await platform.call('POST /consoles/activate_deactivate_user', { key, body })).statusCode).toBe(429);
  expect([await invitations(), (await scim.row(userId)).is_disabled]).toEqual([5, true]);
});
