import { expect, test } from 'vitest';
import { apiKeyOf } from '../testing/keys.ts';
import { profileOf } from '../testing/profile.ts';
import { openConsole } from '../testing/render.tsx';
import { type Answers, asked, gatewayOf, organisation, viewer } from '../testing/responses.ts';

const requestOf = (id: string, more: object = {}) => ({
  __typename: 'ApiKeyRequest',
  id,
  at: '2026-11-20T09:30:00.000Z',
  operation: `NightlySync${id}`,
  code: null,
  cost: 3,
  durationMs: 1_250,
  requestId: `request-${id}`,
  ...more,
});
const pageInfo = {
  __typename: 'PageInfo',
  hasNextPage: false,
  hasPreviousPage: false,
  startCursor: null,
  endCursor: null,
};
const logOf = (nodes: object[], { info = {}, missing = 0 }: { info?: object; missing?: number } = {}) => ({
  data: {
    apiKeyRequests: { __typename: 'ApiKeyRequestConnection', nodes, pageInfo: { ...pageInfo, ...info }, missing },
  },
});

/** Opens the log of the viewer's only key. */
async function openLog(answer: Answers['KeyRequestsPanel']) {
  const key = apiKeyOf('1', { viewerCanViewRequests: true });
  const own = profileOf({}, { apiKeys: [key], apiKeyScopes: ['READ'] });
  const gateway = gatewayOf({ ProfilePage: own, KeyRequestsPanel: answer });
  const opened = await openConsole('/profile?tab=api-keys', gateway);
  await opened.button('Requests of Key 1').click();
  const panel = opened.screen.getByRole('dialog', { name: 'Requests of Key 1' });
  const row = (name: string) => panel.getByRole('row', { name: new RegExp(name) });
  const sent = () => opened.calls.filter(({ name }) => name === 'KeyRequestsPanel').map(({ variables }) => variables);
  return { ...opened, panel, row, sent };
}

test('REQLOG-10 Requests opens the log of a key, with name, result, time and cost of each request', async () => {
  const failed = requestOf('2', { operation: null, code: 'RATE_LIMITED', cost: null });
  const { row, panel } = await openLog(logOf([requestOf('1'), failed]));
  await expect.element(row('NightlySync1').getByText('Succeeded')).toBeVisible();
  await expect.element(row('NightlySync1').getByText('1,250 ms')).toBeVisible();
  await expect.element(row('Unnamed').getByText('RATE_LIMITED')).toBeVisible();
  await expect.element(panel.getByText(/7 days, up to 10,000 requests/)).toBeVisible();
  await expect.element(panel.getByText(/not logged/)).not.toBeInTheDocument();
});

test('REQLOG-10 Failures only asks for failures from the start, and says when there are none', async () => {
  const { panel, row, sent } = await openLog(
    asked(({ variables }) =>
      variables.filter ? logOf([]) : logOf([requestOf('1')], { info: { hasNextPage: true, endCursor: 'c1' } }),
    ),
  );
  await expect.element(row('NightlySync1')).toBeVisible();
  await panel.getByRole('button', { name: 'Older' }).click();
  await expect.poll(() => sent().at(-1)).toMatchObject({ first: 25, after: 'c1', filter: null });
  await panel.getByRole('checkbox', { name: 'Failures only' }).click();
  await expect.element(panel.getByText('Nothing matches these filters.')).toBeVisible();
  expect(sent().at(-1)).toEqual({ id: '1', filter: { failed: true }, first: 25, after: null });
  await panel.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(row('NightlySync1')).toBeVisible();
});

test('REQLOG-10 a log without requests says so, and one with missing requests how many', async () => {
  const answers = [logOf([]), logOf([requestOf('1')], { missing: 1_200 })];
  const { panel } = await openLog(asked(() => answers.shift() ?? logOf([])));
  await expect.element(panel.getByText('No requests were made with this key in this period.')).toBeVisible();
  await panel.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(panel.getByText(/^1,200 requests were not logged/)).toBeVisible();
});

test('REQLOG-10 in the keys of the organisation too; REQLOG-6 not where there is no log', async () => {
  const apiKeys = [
    apiKeyOf('1', { viewerCanRotate: false, viewerCanViewRequests: true }),
    apiKeyOf('2', { viewerCanRotate: false }),
  ];
  const own = { data: { viewer: { ...viewer, organisation: { ...organisation, apiKeys } } } };
  const { screen, button } = await openConsole('/O/keys', gatewayOf({ KeysPage: own, KeyRequestsPanel: logOf([]) }));
  await expect.element(screen.getByRole('button', { name: 'Revoke Key 2' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Requests of Key 2' })).not.toBeInTheDocument();
  await button('Requests of Key 1').click();
  await expect.element(screen.getByRole('dialog', { name: 'Requests of Key 1' })).toBeVisible();
});
