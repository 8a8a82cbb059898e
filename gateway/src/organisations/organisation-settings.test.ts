import { extensionCalls } from '@console/contract/calls/extensions';
import { numberSettings, settingPermissionField, settingRows } from '@console/contract/organisation-settings';
import { expect } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { consoleMutation } from '../testing/console-operations.ts';
import { isPossible, prepareMutation } from '../testing/samples/all.ts';
import { password, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
const fields = numberSettings.flatMap(({ name, mutation }) => [name, settingPermissionField(mutation)]);
const document = `query($id: ID!) { organisation(id: $id) { ${fields.join(' ')} } }`;
const read = (tab: TestClient, id: number) => tab.graphql(document, { id });
const set = (
  tab: TestClient,
  { mutation, input }: (typeof numberSettings)[number],
  value: unknown,
  organisationId: unknown,
) =>
  tab.graphql(consoleMutation(mutation).document, {
    input: { organisationId, [input]: value, currentPassword: password },
  });

testWith(
  'on',
  'DESIGN-5 PRIVACY-70 EVIDENCE-11 RULES-2 NETWORK-3 each mutation of settings sends its REST request',
  async () => {
    for (const mutation of new Set(settingRows.map((row) => row.mutation))) {
      expect([mutation, isPossible(mutation)]).toEqual([mutation, true]);
      const send = await prepareMutation(system, mutation);
      const { data, errors } = await send();
      expect([mutation, errors, data[mutation]]).toEqual([mutation, [], expect.any(Object)]);
      const [sent, ...others] = system.upstream.sent(extensionCalls[mutation].path);
      expect([mutation, others]).toEqual([mutation, []]);
      expect(sent?.body).toMatchObject({ organisationId: String(system.platform.orgs.A) });
      expect(sent?.body).not.toHaveProperty('currentPassword');
    }
  },
);

testWith(
  'on',
  'DESIGN-5 PRIVACY-70 EVIDENCE-11 a number is set and read, refused at its field, and left as the default',
  async () => {
    const { A, B } = system.platform.orgs;
    const tab = await system.signIn('orgA');
    const before = (await read(tab, A)).data.organisation;
    expect(before).toEqual(
      Object.fromEntries(
        numberSettings.flatMap((row) => [
          [row.name, row.default ?? null],
          [settingPermissionField(row.mutation), true],
        ]),
      ),
    );
    for (const row of numberSettings) {
      const { name, mutation, input, min, max, sample } = row;
      expect((await set(tab, row, sample, A)).data[mutation].organisation).toMatchObject({
        id: String(A),
        [name]: sample,
      });
      const { code, errors } = await set(tab, row, min - 1, A);
      const message = `must be a whole number from ${min} to ${max}`;
      expect([name, code, errors[0]?.extensions.fields]).toEqual([
        name,
        'INVALID',
        [{ path: input, code: 'FORMAT', message }],
      ]);
      if (row.default !== undefined) continue;
      // If the input is omitted, the default applies.
      expect((await set(tab, row, undefined, A)).data[mutation].organisation).toMatchObject({ [name]: null });
    }
    const lists = await (await system.signIn('adm')).graphql(
      '{ organisations(first: 2) { nodes { id auditRetentionDays } } }',
    );
    expect(lists.data.organisations.nodes).toContainEqual({ id: String(B), auditRetentionDays: 1_095 });
  },
);

testWith('on', 'EVIDENCE-11 a reviewer has no part in the years of evidence, and reads no retention', async () => {
  const { data, errors } = await read(await system.signIn('assA'), system.platform.orgs.A);
  expect(data.organisation).toEqual(
    Object.fromEntries(
      numberSettings.flatMap(({ name, mutation }) => [
        [name, null],
        [settingPermissionField(mutation), false],
      ]),
    ),
  );
  const refused = numberSettings.flatMap(({ name, nullFor }) => (nullFor ? [] : [name]));
  expect(errors.map(({ path }) => path?.at(-1)).sort()).toEqual(refused.sort());
});

testWith('off', 'DESIGN-5 PRIVACY-70 EVIDENCE-11 an external product API has no such settings', async () => {
  const tab = await system.signIn('orgA');
  const { A } = system.platform.orgs;
  const { data, errors } = await read(tab, A);
  expect(errors).toEqual([]);
  for (const row of numberSettings) {
    const of = [data.organisation[row.name], data.organisation[settingPermissionField(row.mutation)]];
    expect([row.name, ...of]).toEqual([row.name, null, false]);
    expect((await set(tab, row, row.sample, A)).code).toBe('CAPABILITY_UNAVAILABLE');
  }
});
