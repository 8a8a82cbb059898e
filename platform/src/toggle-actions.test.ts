import { type Action, assessorManagement } from '@console/contract/access';
import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import type { SampleTarget } from '@console/contract/testing/fill-sample';
import { afterEach, expect, test } from 'vitest';
import { fixturePassword } from './testing/fixtures.ts';
import { useTestPlatform } from './testing/platform.ts';
import { sampledCalls } from './testing/samples.ts';

const all = { ...calls, ...extensionCalls };
const platform = useTestPlatform({ settings: { assessorManagesUsers: false } });

/** Actions that the setting withholds from the Assessor. The tests add further ones. */
const withheld = assessorManagement as Action[];
const { length } = withheld;
afterEach(() => {
  withheld.length = length;
});

/** Both directions of each toggle, by toggling and by naming the new state. */
const ways = sampledCalls.flatMap((way) => {
  const other = sampledCalls.find(({ call, label }) => call === way.call && label !== way.label);
  if (!other) return [];
  const toggled = { ...way, other: other.action, how: 'toggled', stateless: { is_disabled: undefined } };
  return [toggled, { ...toggled, how: 'named', stateless: {} }];
});
type Way = (typeof ways)[number];

async function statusOf({ call, isConfirmed, bodyFor, stateless }: Way, target?: SampleTarget): Promise<number> {
  const { audA, disA } = platform.users;
  const { apiKey: key } = await platform.signIn('assA');
  if (isConfirmed)
    await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const { method, path } = all[call];
  const body = { ...bodyFor(target ?? { userId: audA.id, inactiveId: disA.id }), ...stateless };
  return (await platform.call(`${method} ${path}`, { key, body })).statusCode;
}

test('REST-19 each call that is declared with two ways is tested in both', () => {
  const declared = Object.values<Call>(all).filter(({ wayBack }) => wayBack);
  expect(declared.length).toBeGreaterThan(0);
  expect(ways.map(({ call }) => call)).toEqual(declared.flatMap(({ name }) => Array(4).fill(name)));
});

test.each(ways)('REST-19 a role without the right to the other way may $action, $how', async (way) => {
  withheld.push(way.other);
  expect(await statusOf(way)).toBe(200);
});

test.each(ways)('REST-19 a role without the right to $action may not, $how', async (way) => {
  withheld.push(way.action);
  expect(await statusOf(way)).toBe(403);
});

test.each(ways)('REST-19 a role without either right may not $action any id, $how', async (way) => {
  withheld.push(way.action, way.other);
  expect(await statusOf(way)).toBe(403);
  expect(await statusOf(way, { userId: 999_999, inactiveId: 999_999 })).toBe(403);
});
