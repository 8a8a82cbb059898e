import {
  type Check,
  ensure,
  ensureEqual,
  ensureError,
  ensureStatus,
  resourcesOf,
  type Subject,
  schemas,
} from './check.ts';
import { type Json, type ScimResponse, valueAt } from './scim-client.ts';

const idsOf = (resources: readonly Json[]): string[] => resources.map(({ id }) => String(id));

/** Checks that a filter finds user 1 and no other. */
async function findsFirst(subject: Subject, filter: string): Promise<void> {
  subject.needs('filter');
  const expected = subject.id(1);
  const found = idsOf(resourcesOf(await subject.find(filter)));
  ensure(found.length === 1 && found[0] === expected, `${filter} finds ${found.length} users instead of the one.`);
}

/** Checks that a filter finds no user, with status 200. */
async function findsNone(subject: Subject, filter: string): Promise<void> {
  subject.needs('filter');
  const answer = await subject.find(filter);
  ensureEqual(resourcesOf(answer).length, 0, `The number of users of ${filter}`);
  ensureEqual(answer.body.totalResults, 0, 'totalResults');
}

/** Checks that a filter is rejected or applied: if a server ignores part of a filter, its client changes the wrong user. */
async function isRefusedOrFindsNone(subject: Subject, filter: string): Promise<void> {
  subject.needs('filter');
  const answer: ScimResponse = await subject.find(filter);
  if (answer.status === 400) ensureError(answer, 400, 'invalidFilter');
  else ensureEqual(resourcesOf(answer).length, 0, `The number of users of ${filter}`);
}

const list = ({ client }: Subject, query: string): Promise<ScimResponse> => client.send('GET', `/Users?${query}`);

const invalidFilters = [
  'userName',
  'userName eq',
  'userName eq "open',
  'eq "a"',
  'userName eq "a" and',
  '(userName eq "a"',
];

/** Checks of lists and filters, which find users 1 and 2. */
export const queryChecks: Check[] = [
  {
    section: 'RFC 7644 3.4.2',
    requires: 'A list has totalResults and at least the users that exist.',
    async run(subject) {
      subject.id(1);
      const answer = await list(subject, 'count=100');
      ensure(resourcesOf(answer).length > 0, 'The list is empty.');
      ensure(Number(answer.body.totalResults) >= 2, `totalResults is ${answer.body.totalResults}.`);
    },
  },
  {
    section: 'RFC 7644 3.4.2.4',
    requires: 'A page has startIndex and itemsPerPage.',
    async run(subject) {
      const answer = await list(subject, 'startIndex=1&count=1');
      ensureEqual(resourcesOf(answer).length, 1, 'The number of users');
      ensureEqual(answer.body.startIndex, 1, 'startIndex');
      ensureEqual(answer.body.itemsPerPage, 1, 'itemsPerPage');
    },
  },
  {
    section: 'RFC 7644 3.4.2.4',
    requires: 'count=0 returns totalResults without users.',
    async run(subject) {
      subject.id(1);
      const answer = await list(subject, 'count=0');
      ensureEqual(resourcesOf(answer).length, 0, 'The number of users');
      ensure(Number(answer.body.totalResults) >= 2, `totalResults is ${answer.body.totalResults}.`);
    },
  },
  {
    section: 'RFC 7644 3.4.2.4',
    requires: 'A negative count is read as 0.',
    async run(subject) {
      ensureEqual(resourcesOf(await list(subject, 'count=-1')).length, 0, 'The number of users');
    },
  },
  {
    section: 'RFC 7644 3.4.2.4',
    requires: 'A startIndex below 1 is read as 1.',
    async run(subject) {
      const [first] = resourcesOf(await list(subject, 'startIndex=1&count=1'));
      for (const startIndex of [0, -5]) {
        const [found] = resourcesOf(await list(subject, `startIndex=${startIndex}&count=1`));
        ensureEqual(found?.id, first?.id, `The user at startIndex=${startIndex}`);
      }
    },
  },
  {
    section: 'RFC 7644 3.4.2.4',
    requires: 'A page after the end is empty.',
    async run(subject) {
      subject.id(1);
      const answer = await list(subject, 'startIndex=1000000&count=10');
      ensureEqual(resourcesOf(answer).length, 0, 'The number of users');
      ensure(Number(answer.body.totalResults) >= 2, `totalResults is ${answer.body.totalResults}.`);
    },
  },
  {
    section: 'RFC 7644 3.4.2.4',
    requires: 'Consecutive pages have different users.',
    async run(subject) {
      subject.id(1);
      const [first] = resourcesOf(await list(subject, 'startIndex=1&count=1'));
      const [second] = resourcesOf(await list(subject, 'startIndex=2&count=1'));
      ensure(first && second && first.id !== second.id, 'Both pages have the same user.');
    },
  },
  {
    section: 'RFC 7643 5',
    requires: 'A list has at most filter.maxResults users.',
    async run(subject) {
      const most = Number(valueAt(subject.config, 'filter', 'maxResults'));
      ensure(resourcesOf(await list(subject, 'count=100000')).length <= most, `The page has more than ${most} users.`);
    },
  },
  {
    section: 'RFC 7644 3.4.2.5',
    requires: 'attributes holds for each user of a list.',
    async run(subject) {
      const found = resourcesOf(await list(subject, 'count=10&attributes=userName'));
      for (const user of found) ensure(user.id && user.userName && !('meta' in user), 'A user has other attributes.');
    },
  },
  {
    section: 'RFC 7644 3.4.2.2',
    requires: 'userName eq finds the user.',
    run: (subject) => findsFirst(subject, `userName eq "${subject.person(1).userName}"`),
  },
  {
    section: 'RFC 7643 4.1.1',
    requires: 'userName eq finds the user without regard to case.',
    run: (subject) => findsFirst(subject, `userName eq "${subject.person(1).userName.toUpperCase()}"`),
  },
  {
    section: 'RFC 7644 3.4.2',
    requires: 'A filter without a result is 200 with totalResults 0.',
    run: (subject) => findsNone(subject, `userName eq "none-${subject.tag}@check-scim.example"`),
  },
  {
    section: 'RFC 7644 3.4.2.2',
    requires: 'Operators are case-insensitive.',
    run: (subject) => findsFirst(subject, `userName EQ "${subject.person(1).userName}"`),
  },
  {
    section: 'RFC 7644 3.4.2.2',
    requires: 'Names of attributes are case-insensitive in filters.',
    run: (subject) => findsFirst(subject, `USERNAME eq "${subject.person(1).userName}"`),
  },
  {
    section: 'RFC 7644 3.10',
    requires: 'A filter takes names with the URN of their schema.',
    run: (subject) => findsFirst(subject, `${schemas.user}:userName eq "${subject.person(1).userName}"`),
  },
  {
    section: 'RFC 7644 3.4.2.2',
    requires: 'externalId eq finds the user.',
    run: (subject) => findsFirst(subject, `externalId eq "${subject.person(1).externalId}"`),
  },
  {
    section: 'RFC 7643 3.1',
    requires: 'externalId is case-sensitive.',
    run: (subject) => findsNone(subject, `externalId eq "${String(subject.person(1).externalId).toLowerCase()}"`),
  },
  {
    section: 'RFC 7644 3.4.2.2',
    requires: 'A filter takes sub-attributes: emails.value eq.',
    run: (subject) => findsFirst(subject, `emails.value eq "${subject.person(1).userName}"`),
  },
  {
    section: 'RFC 7644 3.4.2.2',
    requires: 'A filter takes and, with a boolean.',
    run: (subject) => findsFirst(subject, `userName eq "${subject.person(1).userName}" and active eq true`),
  },
  {
    section: 'RFC 7644 3.4.2.2',
    requires: 'Both sides of and must hold.',
    async run(subject) {
      await findsNone(subject, `userName eq "${subject.person(1).userName}" and active eq false`);
      await findsNone(
        subject,
        `userName eq "${subject.person(1).userName}" and externalId eq "${subject.person(2).externalId}"`,
      );
    },
  },
  {
    section: 'RFC 7644 3.4.2.2',
    requires: 'A value is a JSON string: escaped quotes, backslashes and letters of other alphabets.',
    async run(subject) {
      await findsNone(subject, String.raw`userName eq "a\"b\\c"`);
      await findsNone(subject, 'userName eq "\u6771\u4eac \u00e9 \u{1f600}"');
      const [local = '', domain = ''] = subject.person(1).userName.split('@');
      await findsFirst(subject, String.raw`userName eq "${local}\u0040${domain}"`);
    },
  },
  {
    section: 'RFC 7644 3.4.2.2',
    requires: 'A quote in a value does not end the filter.',
    async run(subject) {
      await findsNone(subject, `userName eq "' or '1'='1"`);
      await findsNone(subject, String.raw`userName eq "\" or userName pr or userName eq \""`);
      await findsNone(subject, 'userName eq "%"');
    },
  },
  ...invalidFilters.map(
    (filter): Check => ({
      section: 'RFC 7644 3.12',
      requires: `The filter ${filter} is 400 invalidFilter.`,
      async run(subject) {
        subject.needs('filter');
        ensureError(await subject.find(filter), 400, 'invalidFilter');
      },
    }),
  ),
  {
    section: 'RFC 7644 3.4.2.2',
    requires: 'An operator is applied, or refused with 400 invalidFilter.',
    async run(subject) {
      for (const operator of ['sw', 'co', 'ew'])
        await isRefusedOrFindsNone(subject, `userName ${operator} "none-${subject.tag}"`);
      await isRefusedOrFindsNone(subject, `userName zz "${subject.person(1).userName}"`);
    },
  },
  {
    section: 'RFC 7644 3.4.2.2',
    requires: 'or, not and parentheses are applied, or refused with 400 invalidFilter.',
    async run(subject) {
      const none = `userName eq "none-${subject.tag}"`;
      await isRefusedOrFindsNone(subject, `${none} or externalId eq "none-${subject.tag}"`);
      await isRefusedOrFindsNone(subject, `not (userName pr)`);
      await isRefusedOrFindsNone(subject, `(${none})`);
    },
  },
  {
    section: 'RFC 7644 3.4.2.2',
    requires: 'An attribute is applied, or refused with 400 invalidFilter.',
    async run(subject) {
      await isRefusedOrFindsNone(subject, `name.familyName eq "none-${subject.tag}"`);
      await isRefusedOrFindsNone(subject, `urn:example:none:attribute eq "none-${subject.tag}"`);
      await isRefusedOrFindsNone(subject, `emails[type eq "none-${subject.tag}"]`);
    },
  },
  {
    section: 'RFC 7644 3.4.3',
    requires: 'POST /.search returns a ListResponse, or an error where it is not supported.',
    async run({ client }) {
      const body = { schemas: [schemas.search], count: 1 };
      const answer = await client.send('POST', '/Users/.search', { body });
      if (answer.status === 200) ensure(resourcesOf(answer).length <= 1, 'The page has more than one user.');
      else {
        ensureStatus(answer, 403, 404, 405, 501);
        ensureError(answer, answer.status);
      }
    },
  },
];
