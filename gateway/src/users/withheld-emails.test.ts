import { expect, test } from 'vitest';
import { sendFile } from '../testing/multipart.ts';
import { mode, useTestSystem } from '../testing/system.ts';
import { csv, line } from '../testing/user-files.ts';
import { goodUser } from '../testing/user-mutations.ts';

const system = useTestSystem();
const own = () => ({ organisationId: String(system.platform.orgs.A) });
const create = 'mutation($input: CreateUserInput!) { createUser(input: $input) { isEmailWithheld } }';
const given = '$organisationId: ID!, $file: Upload!, $updateExisting: Boolean! = false';
const args = 'organisationId: $organisationId, file: $file, updateExisting: $updateExisting';
const upload = `mutation(${given}) { uploadUsers(${args}) { createdCount withheldEmails } }`;
const preview = `mutation(${given}) { previewUserUpload(${args}) { newCount emailsUntil } }`;
const text = csv(line('Ada', { email: 'victim@bank.example' }), line('Bob'));

/** Invites the address as often as allowed, and leaves no user with it. */
async function fillRecipient(email: string) {
  const { db } = system.platform;
  const tab = await system.openTab('orgA');
  for (let n = 0; n < 5; n += 1) {
    const { errors } = await tab.graphql(create, { input: { ...goodUser, email } });
    expect(errors).toEqual([]);
    await db.deleteFrom('ent_usr').where('email', '=', email).execute();
  }
  return tab;
}

test('STRANGER-8 the result of a new user and of a file says who got no email, and never with a product API that has no such limit', async () => {
  const tab = await fillRecipient('victim@bank.example');
  const created = await tab.graphql(create, { input: { ...goodUser, email: 'victim@bank.example' } });
  expect(created.data.createUser).toEqual({ isEmailWithheld: mode === 'on' });
  await system.platform.db.deleteFrom('ent_usr').where('email', '=', 'victim@bank.example').execute();
  const { data } = await sendFile(tab, upload, own(), { text });
  const withheldEmails = mode === 'on' ? ['victim@bank.example'] : [];
  expect(data.uploadUsers).toEqual({ createdCount: 2, withheldEmails });
  if (mode === 'off') return;
  await system.platform.db.deleteFrom('ent_usr').where('email', '=', 'victim@bank.example').execute();
  const updated = await sendFile(tab, upload, { ...own(), updateExisting: true }, { text });
  expect(updated.data.uploadUsers).toEqual({ createdCount: 1, withheldEmails });
});

test('STRANGER-7 the preview says when the last invitation is emailed, of new users only', async () => {
  const { db, orgs } = system.platform;
  const due = new Date(system.platform.now().getTime() - 20 * 60_000);
  const mail = { recipient: 'a@b.example', subject: 's', created_at: due, due_at: due, ent_org_id: orgs.A };
  await db
    .insertInto('mail')
    .values(Array.from({ length: 1_999 }, () => mail))
    .execute();
  const tab = await system.openTab('orgA');
  const { data } = await sendFile(tab, preview, own(), { text });
  const emailsUntil = mode === 'on' ? new Date(due.getTime() + 60 * 60_000).toISOString() : null;
  expect(data.previewUserUpload).toEqual({ newCount: 2, emailsUntil });
  if (mode === 'off') return;
  const one = await sendFile(tab, preview, { ...own(), updateExisting: true }, { text: csv(line('Ada')) });
  expect(one.data.previewUserUpload).toEqual({ newCount: 1, emailsUntil: null });
  // A platform of release 1.0.0.
  system.upstream.script('/consoles/ext/capabilities', { body: { capabilities: ['extensions'] } });
  system.platform.moveClock(11 * 60_000);
  const older = await sendFile(await system.openTab('orgA'), preview, own(), { text });
  expect(older.data.previewUserUpload).toEqual({ newCount: 2, emailsUntil: null });
});
