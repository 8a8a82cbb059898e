import { expect, test } from 'vitest';
import type { UserName } from '../../testing/fixtures.ts';
import { useTestPlatform } from '../../testing/platform.ts';
import { addIntegrationKey } from '../../testing/users.ts';

const platform = useTestPlatform();

const read = async (user: UserName, organisationId = platform.orgs.A) =>
  platform.call(`GET /consoles/ext/review_evidence_years?organisationId=${organisationId}`, {
    key: (await platform.signIn(user)).apiKey,
  });
const set = async (user: UserName, years: unknown, organisationId = platform.orgs.A) =>
  platform.call('POST /consoles/ext/set_review_evidence_years', {
    key: (await platform.signIn(user)).apiKey,
    body: { organisationId, years },
  });

test('EVIDENCE-10 evidence is kept for 3 years, or as long as an Organiser, Architect or Administrator sets, and the change is recorded', async () => {
  expect((await read('orgA')).json()).toEqual({ reviewEvidenceYears: 3 });
  for (const [user, years] of [
    ['orgA', 5],
    ['arc', 1],
    ['adm', 10],
    ['adm', 10],
  ] as const)
    expect((await set(user, years)).json()).toMatchObject({ reviewEvidenceYears: years });
  expect((await read('arc')).json()).toEqual({ reviewEvidenceYears: 10 });
  const events = await platform.auditEntries('reviews:setEvidenceYears');
  expect(events.map(({ before, after }) => [before, after])).toEqual([
    [{ review_evidence_years: 3 }, { review_evidence_years: 5 }],
    [{ review_evidence_years: 5 }, { review_evidence_years: 1 }],
    [{ review_evidence_years: 1 }, { review_evidence_years: 10 }],
  ]);
});

test('EVIDENCE-10 other roles and organisations, and an API key, neither set nor read the years; the range is 1 to 10', async () => {
  expect([(await set('assA', 5)).statusCode, (await set('orgB', 5)).statusCode]).toEqual([403, 404]);
  expect([(await read('audA')).statusCode, (await read('orgB')).statusCode]).toEqual([403, 404]);
  expect([(await read('adm', 999_999)).statusCode, (await set('adm', 5, 999_999)).statusCode]).toEqual([404, 404]);
  const key = await addIntegrationKey(platform.db, platform.users.adm.id);
  const body = { organisationId: platform.orgs.A, years: 5 };
  expect((await platform.call('POST /consoles/ext/set_review_evidence_years', { key, body })).statusCode).toBe(403);
  for (const years of [0, 11, -1]) {
    const refused = await set('orgA', years);
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { years: ['must be a whole number from 1 to 10'] },
    ]);
  }
  for (const years of [1.5, '3', null]) expect((await set('orgA', years)).statusCode).toBe(422);
  expect((await read('orgA')).json()).toEqual({ reviewEvidenceYears: 3 });
});
