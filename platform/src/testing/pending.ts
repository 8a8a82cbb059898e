import type { OrgName, UserName } from './fixtures.ts';
import type { TestPlatform } from './platform.ts';

/** Inserts an open access review with one reviewer. */
export async function addReview(
  { db, orgs, users, now }: TestPlatform,
  organisation: OrgName,
  name: string,
  { reviewer, people, due }: { reviewer: UserName; people: readonly UserName[]; due: string },
): Promise<number> {
  const { id } = await db
    .insertInto('access_review')
    .values({ ent_org_id: orgs[organisation], name, due_on: due, scope: 'people', state: 'open', started_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const items = people.map((person) => ({
    review_id: id,
    ent_usr_id: users[person].id,
    is_external: false,
    reviewer_id: users[reviewer].id,
  }));
  await db.insertInto('access_review_item').values(items).execute();
  return id;
}
