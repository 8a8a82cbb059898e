import { expect, test } from 'vitest';
import { addAssessments } from '../testing/assessments.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const states = ['Completed', 'On Hold', 'Under Review', 'Not Started'];

test('REST-56 ASMT-7 of parallel changes from the same status one succeeds and is audited, the others are conflicts', async () => {
  const keys = [(await platform.signIn('adm')).apiKey, (await platform.signIn('arc')).apiKey];
  const ids = await addAssessments(
    platform.db,
    platform.orgs.A,
    Array.from({ length: 10 }, () => ({})),
  );
  const change = (asmt_id: number, state: string, place: number) => {
    const body = { asmt_id, ent_org_id: platform.orgs.A, state, expected_state: 'In Progress' };
    return platform.call('POST /consoles/update_asmt_state', { key: keys[place % 2], body });
  };
  for (const id of ids) {
    const answers = await Promise.all(states.map((state, place) => change(id, state, place)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    const won = states[answers.findIndex(({ statusCode }) => statusCode === 200)];
    const row = await platform.db.selectFrom('asmt').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([row.audit_status, row.actual_end_date !== null]).toEqual([won, won === 'Completed']);
    const entries = await platform.db
      .selectFrom('audit_entry')
      .select('after')
      .where('action', '=', 'assessments:changeStatus')
      .where('target_id', '=', String(id))
      .execute();
    expect(entries).toMatchObject([{ after: { audit_status: won } }]);
  }
});
