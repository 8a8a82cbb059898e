import type { Page, Route } from '@playwright/test';

/** The responses that a page gets. `part`: only the lists fail; `many`: lists have 10,000 rows in total. */
export const states = ['demo', 'long', 'empty', 'failed', 'part', 'offline', 'loading', 'one', 'many'] as const;
export type State = (typeof states)[number];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Change = (key: string, value: Json, path: readonly (string | number)[]) => Json;

/** Changes each value of a response, the innermost first. */
function changeAll(value: Json, change: Change, key = '', path: readonly (string | number)[] = []): Json {
  const inner = (): Json => {
    if (Array.isArray(value)) return value.map((item, at) => changeAll(item, change, key, [...path, at]));
    if (value === null || typeof value !== 'object') return value;
    // Options and permissions of the user stay unchanged.
    const fixed = ['lookups', 'can', 'modules'];
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        fixed.includes(name) ? part : changeAll(part, change, name, [...path, name]),
      ]),
    );
  };
  return change(key, inner(), path);
}

const isList = (value: Json): value is { totalCount: Json; [key: string]: Json } =>
  value !== null && typeof value === 'object' && 'totalCount' in value;

const texts = /(?<!__type)name$|title|email|designation|department|address|city|industry|requester/i;
const lengthen = (text: string) =>
  text.includes('@')
    ? text.replace('@', `${'.with-a-long-name'.repeat(4)}@`)
    : `${text} `.repeat(100).slice(0, 100).trim();

const changes = {
  long: (key, value) => (typeof value === 'string' && value && texts.test(key) ? lengthen(value) : value),
  empty: (_, value) => {
    if (Array.isArray(value)) return [];
    return isList(value) ? { ...value, totalCount: 0 } : value;
  },
  one: (_, value) => {
    if (Array.isArray(value)) return value.slice(0, 1);
    return isList(value) ? { ...value, totalCount: Math.min(1, Number(value.totalCount)) } : value;
  },
  begun: (key, value) =>
    key === 'firstSteps'
      ? { __typename: 'FirstSteps', hasOrganisationDetails: true, hasCustomersOrVendors: false, hasPeople: false }
      : value,
  provisioned: (key, value) => {
    if (key === 'signInBlockedAt') return '2026-11-20T09:30:00.000Z';
    if (key === 'provisionedFields') return ['firstName', 'designation', 'roleId', 'supervisorEmail'];
    return key === 'viewerCanUnblockSignIn' ? true : value;
  },
  many: (_, value) => (isList(value) && Number(value.totalCount) > 0 ? { ...value, totalCount: 10_000 } : value),
} satisfies Record<string, Change>;

/** The response with null for each list, and an error for each. */
function failLists(answer: { [key: string]: Json }): Json {
  const errors: Json[] = [];
  const data = changeAll(answer.data ?? null, (_, value, path) => {
    if (!isList(value)) return value;
    const extensions = { code: 'UPSTREAM_UNAVAILABLE', requestId: '00000000-0000-4000-8000-000000000000' };
    errors.push({ message: 'The product API does not answer at the moment.', path: [...path], extensions });
    return null;
  });
  return errors.length > 0 ? { ...answer, data, errors } : answer;
}

/** Changes each response in a body, which can have several lines with a response each. */
const changeBody = (body: string, change: (answer: { [key: string]: Json }) => Json) =>
  body.replace(/^\{.*\}\s*$/gm, (line) => JSON.stringify(change(JSON.parse(line) as { [key: string]: Json })));

async function responseChanged(route: Route, state: keyof typeof changes | 'part') {
  const response = await route.fetch();
  const body = changeBody(await response.text(), (answer) =>
    state === 'part' ? failLists(answer) : changeAll(answer, changes[state]),
  );
  await route.fulfill({ response, body });
}

/**
 * From now on the page gets the responses of the state. `begun`: those of a user who has just begun. `provisioned`: users are managed by the identity
 * provider, and some cannot sign in.
 */
export async function answerAs(page: Page, state: State | 'begun' | 'provisioned'): Promise<void> {
  if (state === 'demo') return;
  if (state === 'offline')
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false }));
  await page.route('**/graphql', async (route) => {
    if (state === 'loading') return;
    if (state === 'failed')
      return route.fulfill({ status: 503, contentType: 'text/plain', body: 'Service Unavailable' });
    if (state === 'offline') return route.abort('internetdisconnected');
    return responseChanged(route, state);
  });
}
