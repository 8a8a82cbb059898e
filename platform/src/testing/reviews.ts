import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, expect } from 'vitest';
import { fixturePassword, type UserName } from './fixtures.ts';
import type { TestPlatform } from './platform.ts';

// biome-ignore lint/suspicious/noExplicitAny: the answer to whatever call the test sends
type Json = any;

/** Starts, reads, decides in and ends access reviews as users of a platform. */
export function accessReviews(platform: TestPlatform) {
  /** One session of a user for all calls at one time of the clock, because many sign-ins at once would be limited. */
  const sessions = new Map<string, Promise<{ apiKey: string }>>();
  beforeEach(() => sessions.clear());
  const keyOf = async (user: UserName) => {
    const name = `${user} ${platform.now().getTime()}`;
    const session = sessions.get(name) ?? platform.signIn(user);
    sessions.set(name, session);
    return (await session).apiKey;
  };
  const get = async (user: UserName, path: string) =>
    platform.call(`GET /consoles/ext/${path}`, { key: await keyOf(user) });
  const post = async (user: UserName, path: string, body: object): Promise<LightMyRequestResponse> =>
    platform.call(`POST /consoles/ext/${path}`, { key: await keyOf(user), body });
  const soon = () => new Date(platform.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
  const start = (user: UserName, body: object = {}) =>
    post(user, 'start_access_review', {
      organisationId: platform.orgs.A,
      name: 'Autumn',
      dueOn: soon(),
      scope: 'ALL',
      ...body,
    });
  const items = async (user: UserName, id: string, query = ''): Promise<Json[]> =>
    (await get(user, `access_review_items?reviewId=${id}&limit=100${query}`)).json().accessReviewItems;
  const decide = (user: UserName, id: string, decisions: object[]) =>
    post(user, 'decide_in_access_review', { reviewId: id, decisions });
  const prove = (key: string) =>
    platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const read = async (user: UserName, id: string): Promise<Json> =>
    (await get(user, `access_review?id=${id}`)).json().accessReview;
  return {
    get,
    post,
    start,
    items,
    decide,
    prove,
    read,
    keyOf,
    started: async (user: UserName, body: object = {}): Promise<Json> => {
      const answer = await start(user, body);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json().accessReview;
    },
    /** The row of a person. */
    itemOf: async (user: UserName, id: string, person: UserName) =>
      (await items(user, id)).find(({ userId }) => userId === String(platform.users[person].id)),
    /** Completes a review in a session after a password check. */
    end: async (user: UserName, reviewId: string) => {
      const key = await keyOf(user);
      await prove(key);
      return platform.call('POST /consoles/ext/complete_access_review', { key, body: { reviewId } });
    },
    /** Waits until all decisions are applied. */
    finished: (id: string) =>
      expect
        .poll(
          async () =>
            (
              await platform.db
                .selectFrom('access_review')
                .select('state')
                .where('id', '=', Number(id))
                .executeTakeFirstOrThrow()
            ).state,
          { timeout: 60_000, interval: 50 },
        )
        .toBe('ended'),
  };
}
