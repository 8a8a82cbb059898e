import { expect, test } from 'vitest';
import type { Services } from '../../core/access/services.ts';
import { writeAudit } from '../../core/database/audit.ts';
import { useTestPlatform } from '../../testing/platform.ts';
import { addEndedReview } from '../../testing/review-evidence.ts';
import { makeEvidence } from './make-evidence.ts';
import { readReviewEvidence } from './read-review-evidence.ts';

const platform = useTestPlatform();

test('EVIDENCE-17 the evidence has every decision with its event, names as of now, and the head of the hash chain', async () => {
  const { db, orgs, users, now } = platform;
  const reviewId = await addEndedReview(db, { organisationId: orgs.A, userId: users.orgA.id, at: now() });
  const actor = { userId: users.orgA.id, organisationId: String(orgs.A), via: 'system', requestId: null } as const;
  const target = { type: 'ent_usr', id: users.assA.id };
  const entry = { action: 'users:edit', target, organisationId: orgs.A, after: { role_id: 5 } };
  await db.transaction().execute((trx) => writeAudit(trx, now, actor, [entry]));
  const event = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('action', '=', 'users:edit')
    .executeTakeFirstOrThrow();
  const decided = { reviewer_id: users.orgA.id, decided_by: users.orgA.id, decided_at: now(), carried_out_at: now() };
  await db
    .insertInto('access_review_item')
    .values([
      {
        review_id: reviewId,
        ent_usr_id: users.assA.id,
        is_external: false,
        role_id: 4,
        ...decided,
        decision: 'CHANGE_ROLE',
        new_role_id: 5,
        reason: 'New team',
        outcome: 'DONE',
        audit_entry_id: event.id,
      },
      {
        review_id: reviewId,
        ent_usr_id: users.orgB.id,
        is_external: true,
        email: users.orgB.email,
        ...decided,
        decision: 'REMOVE',
        decided_by: users.usrD.id,
        outcome: 'REFUSED',
        outcome_text: 'Changed since.',
      },
      { review_id: reviewId, ent_usr_id: users.audA.id, is_external: false, role_id: 5, outcome: 'UNDECIDED' },
    ])
    .execute();
  await db.updateTable('ent_usr').set({ role_id: 1 }).where('id', '=', users.usrD.id).execute();
  const [page, csv] = await makeEvidence({ db, clock: now } as Services, reviewId);
  const { people, chain: head } = await readReviewEvidence(db, reviewId, now());
  const chain = await db.selectFrom('audit_chain').selectAll().where('id', '=', orgs.A).executeTakeFirstOrThrow();
  const { chain_no } = await db
    .selectFrom('audit_entry')
    .select('chain_no')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow();
  expect(people.map((one) => [one.email, one.role, one.decision, one.reason, one.outcome, one.event])).toEqual([
    [users.orgA.email, 'Organiser', 'Keep access', '', 'Kept', null],
    [users.assA.email, 'Assessor', 'Change role to Auditee', 'New team', 'Changed', chain_no],
    [users.orgB.email, 'External user of Organisation B', 'Remove access', '', 'Not applied. Changed since.', null],
    [users.audA.email, 'Auditee', 'No decision', '', 'No decision', null],
  ]);
  expect(people.map(({ reviewer, decidedBy }) => [reviewer, decidedBy]).slice(1)).toEqual([
    [`orgA Fixture <${users.orgA.email}>`, `orgA Fixture <${users.orgA.email}>`],
    [`orgA Fixture <${users.orgA.email}>`, 'Administrator'],
    ['No eligible reviewer', ''],
  ]);
  expect(head).toEqual({ number: chain.last_no, hash: chain.last_hash });
  expect(Buffer.from(csv?.bytes ?? []).toString()).toContain(`,${chain.last_no},${chain.last_hash}`);
  const text = Buffer.from(page?.bytes ?? []).toString();
  for (const part of [
    `ended with event ${chain.last_no}`,
    chain.last_hash,
    'Not applied. Changed since.',
    'reviews:view (own)',
  ])
    expect(text).toContain(part);
});
