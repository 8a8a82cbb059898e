import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { accessReviews } from '../testing/reviews.ts';

const platform = useTestPlatform({ settings: { assessorManagesUsers: false } });
const { started, itemOf, decide } = accessReviews(platform);

const setSupervisor = (of: UserName, supervisor: UserName) =>
  platform.db
    .updateTable('ent_usr')
    .set({ supervisor: platform.users[supervisor].email })
    .where('id', '=', platform.users[of].id)
    .execute();

test('REVIEWER-1 a reviewer who cannot edit users does not change a role by a decision, and is offered none', async () => {
  await setSupervisor('audA', 'assA');
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds: [platform.users.audA.id] });
  const item = await itemOf('assA', id, 'audA');
  expect(item).toMatchObject({ viewerCanDecide: true, assignableRoles: [] });
  const change = { itemId: item.id, version: 0, decision: 'CHANGE_ROLE', newRole: 'ASSESSOR', reason: 'New task' };
  const { failures } = (await decide('assA', id, [change])).json();
  expect(failures).toEqual([{ itemId: item.id, code: 'FORBIDDEN', message: 'You cannot change roles.' }]);
  expect((await decide('assA', id, [{ itemId: item.id, version: 0, decision: 'REMOVE' }])).json().failures).toEqual([]);
});
