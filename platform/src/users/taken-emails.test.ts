import { maxLookedUpEmails } from '@console/contract/calls/users-file';
import { expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

test('LARGE-7 emails are looked up in one organisation, active or inactive, whatever their capitals', async () => {
  const { apiKey } = await platform.signIn('adm');
  const ask = async (emails: string[]) => {
    const body = { org_id: platform.orgs.A, emails };
    return platform.call('POST /consoles/ext/taken_emails', { key: apiKey, body });
  };
  const asked = ['AudA@a.example', 'disa@A.example', 'orgb@b.example', 'new@a.example', ''];
  expect((await ask(asked)).json().emails.toSorted()).toEqual(['auda@a.example', 'disa@a.example']);
  expect((await ask(Array(maxLookedUpEmails + 1).fill('a@a.example'))).statusCode).toBe(422);
});
