import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
  const { A, B } = platform.orgs;
  const rows = [
    [A, 'controller'],
    [A, 'auditor'],
    [A, 'documenter'],
    [A, 'of-an-older-release'],
    [B, 'educator'],
  ] as const;
  const values = rows.map(([ent_org_id, module_id]) => ({ ent_org_id, module_id }));
  await platform.db.insertInto('subscribed_module').values(values).execute();
});
afterAll(() => platform.close());

test.each(['adm', 'orgA', 'audA'] as const)(
  "REST-13 SWITCH-8 SWITCH-9 %s gets their organisation's modules in the switcher's order",
  async (user) => {
    const { apiKey } = await platform.signIn(user);
    const answer = await platform.call('GET /consoles/subscribed_grc_modules', { key: apiKey });
    expect(answer.json()).toEqual({
      modules: [
        { moduleId: 'documenter', label: 'Documenter' },
        { moduleId: 'auditor', label: 'Auditor' },
        { moduleId: 'controller', label: 'Controller', isAdmin: true },
      ],
    });
  },
);

test('REST-13 a user without organisation and an organisation without modules get an empty list', async () => {
  for (const user of ['nowhere', 'mfaA'] as const) {
    if (user === 'mfaA') await platform.db.updateTable('ent_org').set({ otp_required: false }).execute();
    const { apiKey } = await platform.signIn(user);
    expect((await platform.call('GET /consoles/subscribed_grc_modules', { key: apiKey })).json()).toEqual({
      modules: [],
    });
  }
});
