import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createSession, rest } from './rest.ts';
import { endServer, prepareServers } from './servers.ts';

const createDocument = `mutation ($input: CreateOrganisationInput!) {
  createOrganisation(input: $input) { organisation { id brandName } failed { email message } }
}`;
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><circle cx="16" cy="16" r="9"/></svg>';

/** Sends the whole wizard in one mutation. */
async function create(url: string, demoKey: string, attempt: string, name: string, roleId: string) {
  const person = (first: string) => ({
    firstName: first,
    lastName: 'Person',
    email: `${first}@${name}.example`,
    supervisorEmail: `boss@${name}.example`,
    roleId,
    department: 'InfoSec',
  });
  const organisation = {
    brandName: name,
    legalName: name,
    industry: 'Banking',
    emailDomains: [`${name}.example`],
    website: `https://${name}.example`,
    facility: { pin: '1', country: 'India', state: 'Goa', city: 'Panaji' },
    logo: null,
    icon: null,
  };
  const seniorManagement = ['CEO', 'CTO', 'CFO', 'COO'].map((post) => ({
    designationId: post,
    person: person(post.toLowerCase()),
  }));
  const organiser = { ...person('olive'), roleId: null, designation: 'Manager' };
  const form = new FormData();
  const variables = { input: { attempt, organisation, organiser, seniorManagement } };
  form.append('operations', JSON.stringify({ query: createDocument, variables }));
  form.append(
    'map',
    JSON.stringify({ 0: ['variables.input.organisation.logo'], 1: ['variables.input.organisation.icon'] }),
  );
  for (const part of ['0', '1']) form.append(part, new Blob([svg], { type: 'image/svg+xml' }), 'sign.svg');
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${demoKey}` },
    body: form,
  });
  return (await answer.json()) as {
    data?: { createOrganisation: { organisation: { id: string } | null; failed: { message: string }[] } | null };
    errors?: { message: string }[];
  };
}

test('RELIABILITY-F21 RELIABILITY-F24 WIZ-14 OPEN-40 kill -9 of the platform, then of the gateway, in the middle of the wizard: the same attempt completes it without duplicates', async () => {
  test.setTimeout(400_000);
  const { url, platformUrl, dataDir, start } = await prepareServers();
  const running = { platform: await start.platform(), gateway: await start.gateway() };
  const demoKey = await readFile(join(dataDir, 'demo-key.secret'), 'utf8');
  const { key } = await createSession({ platformUrl }, 'admin@demo.example');
  const roles = await rest<{ module_role_list: { Console: { id: number; idStr: string }[] } }>(
    { platformUrl },
    '/centrals/module_role_list',
  );
  const roleId = String(roles.body.module_role_list.Console.find(({ idStr }) => idStr === 'ASSESSOR')?.id);
  for (const server of ['platform', 'gateway'] as const)
    for (const [round, afterMs] of [30, 110].entries()) {
      const name = `killed-${server}-${round}`;
      const attempt = crypto.randomUUID();
      const first = create(url, demoKey, attempt, name, roleId).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await endServer(running[server], 'SIGKILL');
      await first;
      running[server] = await start[server]();
      const { data, errors } = await create(url, demoKey, attempt, name, roleId);
      expect(errors).toBeUndefined();
      expect(data?.createOrganisation?.failed).toEqual([]);
      const id = data?.createOrganisation?.organisation?.id;
      const { body } = await rest<{ active_orgs: { id: number; brandname: string }[] }>(
        { platformUrl },
        '/consoles/org_list',
        {
          key,
        },
      );
      expect(body.active_orgs.filter(({ brandname }) => brandname === name).map((org) => String(org.id))).toEqual([id]);
      const users = await rest<{ active_users: { email: string }[] }>(
        { platformUrl },
        `/consoles/active_user_list?org_id=${id}`,
        { key },
      );
      const made = users.body.active_users.map(({ email }) => email.split('@')[0]).toSorted();
      expect(made).toEqual(['ceo', 'cfo', 'coo', 'cto', 'olive']);
    }
  await Promise.all(Object.values(running).map((child) => endServer(child, 'SIGKILL')));
  await rm(dataDir, { recursive: true, force: true });
});
