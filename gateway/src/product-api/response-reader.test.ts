import { calls } from '@console/contract/calls/all';
import { describe, expect, test } from 'vitest';
import { mergedEnvelopes } from './envelopes.ts';
import { listIn, readResponse } from './response-reader.ts';

const org = { id: 7, brandname: 'Acme' };
const user = { id: 5, email: 'a@b.example' };

const responseOf = (call: (typeof calls)[keyof typeof calls], body: unknown): object => {
  const reading = readResponse(call, body);
  if (reading.refused) throw new Error('refused');
  return reading.response;
};

describe('OPEN-49 an object', () => {
  test.each([
    ['under the key of the specification', { org }],
    ['bare', org],
    ['under its noun', { organisation: org }],
    ['under another spelling of the noun', { organization: org }],
    ['under data', { data: org }],
    ['under response', { response: org }],
    ['under its key and another spelling of it', { org: { ent_org: org } }],
    ['as the only entry of a list', { data: [org] }],
    ['although it says that it failed', { success: false, org }],
  ])('REST-38 is found %s', (_where, body) => {
    expect(responseOf(calls.orgDetail, body)).toEqual({ org });
  });

  test.each<[keyof typeof calls, object, object]>([
    ['activateDeactivateUser', { user: { is_disabled: true } }, { user: { is_disabled: true } }],
    ['getOrganiser', { organizer: user }, { organiser: user }],
    ['getSso', { adfs: { client_id: 'x' } }, { sso: { client_id: 'x' } }],
    ['getSso', { client_id: 'x' }, { sso: { client_id: 'x' } }],
    [
      'activateDeactivate',
      { id: 1, activated: true, status: 'failed' },
      { mapping: { id: 1, activated: true, status: 'failed' } },
    ],
    ['asmtDetail', { assessment: { id: 1, title: 'x' } }, { asmt_detail: { id: 1, title: 'x' } }],
  ])('of %s is found in %j', (call, body, response) => {
    expect(responseOf(calls[call], body)).toMatchObject(response);
  });

  test('REST-39 is found under each name of the call', () => {
    for (const body of [{ create_org: org }, { createOrg: org }, { consoles: org }])
      expect(responseOf(calls.createOrg, body)).toEqual({ org });
  });

  test('a key that every object has, such as id, makes none', () => {
    expect(responseOf(calls.mappingExists, { id: 'x' })).toMatchObject({ vendor: undefined, customer: undefined });
    const [row] = [{ id: 'x', user: { email: 'a@b.example' } }];
    expect(responseOf(calls.accepctedPendingUserList, [row])).toEqual({ accepted_pending_user_list: [row] });
  });

  test('REST-29 one that may be null is not missing where it is, and any other is', () => {
    const party = { id: 1, brandname: 'V' };
    for (const mapping of [null, undefined])
      expect(readResponse(calls.mappingExists, { vendor: party, customer: party, mapping })).toMatchObject({
        missing: [],
      });
    expect(readResponse(calls.mappingExists, { vendor: party, customer: null, mapping: null })).toMatchObject({
      missing: ['customer'],
    });
    expect(readResponse(calls.mappingExists, { vendor: party })).toMatchObject({ missing: ['customer'] });
  });

  test('several of one response are distinguished', () => {
    const [vendor, customer] = [
      { id: 1, brandname: 'V' },
      { id: 2, brandname: 'C' },
    ];
    const parts = { vendor, customer, mapping: { id: 3, activated: null } };
    for (const body of [parts, { data: parts }, { mapping_exists: parts }])
      expect(responseOf(calls.mappingExists, body)).toEqual(parts);
    expect(responseOf(calls.mappingExists, { vendor, customer })).toEqual({ vendor, customer, mapping: undefined });
  });

  test.each([{ org: null }, { data: null }, { org: [] }, { org: {} }])(
    'is null where the answer says so: %j',
    (body) => {
      expect(responseOf(calls.orgDetail, body)).toEqual({ org: null });
    },
  );

  test.each([{}, { other: org }, { org: [org, org] }])('is undefined where there is none: %j', (body) => {
    expect(readResponse(calls.orgDetail, body)).toEqual({
      refused: false,
      response: { org: undefined },
      missing: ['org'],
    });
  });
});

describe('OPEN-49 a list', () => {
  const rows = [user, { ...user, id: 6 }];

  test.each([
    ['under the key that we chose', { active_users: rows }],
    ['bare', rows],
    ['under data', { data: rows }],
    ['wrapped once more, behind a number', { active_users: { total: 2, rows } }],
    ['with rows under their noun', { active_users: rows.map((row) => ({ ent_usr: row })) }],
    ['although it says that it failed', { success: false, active_users: rows }],
    ['as an object by id under its key', { active_users: { 5: rows[0], 6: rows[1] } }],
  ])('REST-17 is found %s', (_where, body) => {
    expect(responseOf(calls.activeUserList, body)).toMatchObject({ active_users: rows });
  });

  test.each([{ active_users: {} }, { message: 'None' }])('that is null or missing is undefined: %j', (body) => {
    expect(responseOf(calls.activeUserList, body)).toMatchObject({ active_users: undefined });
  });

  test.each([
    { data: { active_users: null }, result: 'Could not connect' },
    { meta: { total: 1 } },
    { first: { id: 1 }, note: 'x' },
    { first: {} },
  ])('that is null, or missing next to a value that is not a list, is undefined: %j', (body) => {
    expect(responseOf(calls.activeUserList, body)).toMatchObject({ active_users: undefined });
  });

  test('of which only objects under unknown keys are there is null', () => {
    const body = { meta: { total: 2 }, first: { id: 1 } };
    expect(responseOf(calls.activeUserList, body)).toMatchObject({ active_users: null });
  });

  test('without rows is one under any key', () => {
    expect(responseOf(calls.activeUserList, { users: [] })).toMatchObject({ active_users: [] });
  });

  test('that became an object has numbers or the ids of its objects as keys', () => {
    const [a, b] = [{ id: 'a' }, { id: 'b' }];
    expect([{ a, b }, { a, 1: b }, { 12: a }].map(listIn)).toEqual([[a, b], [b, a], [a]]);
    expect([{ a, c: b }, { x1: a }, { '1x': a }, { 1: 'a' }, { 1: a, b: 'b' }, {}, 'a', null].map(listIn)).toEqual(
      Array(8).fill(undefined),
    );
  });

  const labels = { 1: 'Banking', 2: 'Energy' };
  const options = [
    { id: '1', label: 'Banking' },
    { id: '2', label: 'Energy' },
  ];
  test.each([
    [labels, options],
    [{ data: labels }, options],
    [{ industries: labels }, options],
    [{ data: { industries: labels } }, options],
    [{ industry_list: labels, count: 2 }, options],
    [{ industries: { banking: 'Banking' } }, [{ id: 'banking', label: 'Banking' }]],
  ])('ENT-10 of options may be an object of id to label: %j', (body, industries) => {
    expect(responseOf(calls.industryList, body)).toEqual({ industries });
  });

  test.each([
    ['industries', { data: { 1: 'Banking', 2: null } }],
    ['industries', { data: { 1: ['Banking'], 2: 'Energy' } }],
    ['industries', { industries: { Finance: labels, Supply: { 3: 'Oil' } } }],
    ['industries', { industries: { Finance: options, Supply: options } }],
    ['industries', { data: { Finance: labels } }],
    ['active_users', { active_users: { a: 1 } }],
    ['active_users', { active_users: { 1: 'Ann' } }],
    ['active_users', { data: { 1: 'Ann', 2: 'Bob' } }],
    ['active_users', { 1: 'Ann' }],
    ['active_users', { data: '[{"id":1}]' }],
  ])('ENT-10 %s that cannot be understood is null: %j', (key, body) => {
    const call = key === 'industries' ? calls.industryList : calls.activeUserList;
    expect(responseOf(call, body)).toMatchObject({ [key]: null });
  });

  test('is the received list, and its only row is not a wrapper', () => {
    expect((responseOf(calls.activeUserList, rows) as { active_users: unknown }).active_users).toBe(rows);
    const only = [{ active_users: rows }];
    expect(responseOf(calls.activeUserList, only)).toMatchObject({ active_users: only });
    const unknown = [{ id: 1 }];
    expect((responseOf(calls.activeUserList, unknown) as { active_users: unknown }).active_users).toBe(unknown);
  });

  test.each(['errors', 'error', 'messages', 'warnings', 'links', 'meta', 'pagination', 'paging'])(
    'is not what an envelope says of itself (%s)',
    (key) => {
      expect(responseOf(calls.activeUserList, { [key]: ['x'], users: rows })).toMatchObject({ active_users: rows });
    },
  );

  test('that is missing is none that a caller cannot do without; one that cannot be understood is', () => {
    for (const body of [{}, undefined, { active_users: rows }, { active_users: null }])
      expect(readResponse(calls.activeUserList, body)).toMatchObject({ missing: [] });
    for (const body of ['text', { active_users: 5 }])
      expect(readResponse(calls.activeUserList, body)).toMatchObject({ missing: ['active_users'] });
    expect(responseOf(calls.activeUserList, undefined)).toMatchObject({ active_users: undefined });
  });

  test('REST-57 an empty list is one of both kinds, and an unknown list next to a known one is neither', () => {
    expect(responseOf(calls.specificOrgDetails, [])).toEqual({ asmts: undefined, subscribed_models: undefined });
    expect(responseOf(calls.specificOrgDetails, { asmts: [], others: [1] })).toEqual({
      asmts: [],
      subscribed_models: undefined,
    });
  });

  test('REST-37 REST-57 two lists of one kind may come as one, two of different kinds may not', () => {
    const orgs = [org, { ...org, id: 8, is_disabled: true }];
    for (const body of [orgs, { data: orgs }])
      expect(responseOf(calls.orgList, body)).toMatchObject({ active_orgs: orgs, disable_orgs: orgs });
    expect(responseOf(calls.orgList, { active_orgs: orgs })).toMatchObject({
      active_orgs: orgs,
      disable_orgs: undefined,
    });
    expect(responseOf(calls.specificOrgDetails, [{ title: 'x' }])).toEqual({ asmts: null, subscribed_models: null });
    expect(responseOf(calls.specificOrgDetails, { data: { asmts: [] } })).toEqual({
      asmts: [],
      subscribed_models: undefined,
    });
    expect(responseOf(calls.specificOrgDetails, { assessments: [], models: [] })).toEqual({
      asmts: null,
      subscribed_models: null,
    });
  });

  test('REST-25 of a module is found in its object', () => {
    const Console = [{ id: 1, label: 'Administrator' }];
    for (const body of [{ module_role_list: { Console } }, { Console }, { data: { module_role_list: { Console } } }])
      expect(responseOf(calls.moduleRoleList, body)).toEqual({ module_role_list: { Console } });
  });
});

describe('OPEN-49 a single value', () => {
  test.each([{ data: 'x' }, { encrypt: 'x' }, { result: { data: 'x' } }])('REST-4 is found in %j', (body) => {
    expect(responseOf(calls.encrypt, body)).toEqual({ data: 'x' });
  });

  test('is never made of an answer that has other parts', () => {
    for (const body of [{}, true, 'x', { data: true }])
      expect(responseOf(calls.isMultiFactorEnabled, body)).toMatchObject({ success: undefined, enabled: undefined });
    expect(readResponse(calls.encrypt, {})).toMatchObject({ missing: ['data'] });
    expect(readResponse(calls.encrypt, { data: 'x' })).toMatchObject({ missing: [] });
  });

  test('SPEC-8 that a caller needs makes a refusal an answer, any other does not', () => {
    expect(responseOf(calls.encrypt, { success: false, data: 'x' })).toEqual({ data: 'x' });
    expect(readResponse(calls.encrypt, { success: false })).toEqual({ refused: true });
    expect(readResponse(calls.activeUserList, { success: false, total_count: 5 })).toEqual({ refused: true });
    expect(readResponse(calls.activeUserList, { success: false })).toEqual({ refused: true });
    for (const body of [{ error: 'No' }, { enabled: false, error: 'No' }])
      expect(readResponse(calls.isMultiFactorEnabled, body)).toEqual({ refused: true });
  });

  test('SPEC-8 REST-42 a null that the call allows is a response under every name', () => {
    expect(responseOf(calls.getOrganiser, { success: false, organiser: null })).toEqual({ organiser: null });
    expect(responseOf(calls.getOrganiser, { success: false, data: { organiser: null } })).toEqual({ organiser: null });
    expect(readResponse(calls.getOrganiser, { success: false, data: null })).toEqual({ refused: true });
  });

  test('REST-2 a refusal there is an answer', () => {
    for (const body of [
      { success: false },
      { data: { success: false, error: 'No such user' } },
      { is_multi_factor_enabled: { success: false } },
      { success: true, data: { success: false } },
    ])
      expect(responseOf(calls.isMultiFactorEnabled, body)).toMatchObject({ success: false });
  });
});

describe('SPEC-8 a refusal with status 200', () => {
  test.each([
    { success: false, error: 'Access denied', data: [] },
    { status: 'error', data: { active_users: [] } },
  ])('is one next to an empty list: %j', (body) => {
    expect(readResponse(calls.activeUserList, body)).toEqual({ refused: true });
  });

  test.each([
    { success: false },
    { error: 'No' },
    { errors: ['No'] },
    { status: 'Failure' },
    { status: 'fail' },
    { status: 400 },
    { status: '503' },
    { status: ' error ' },
    { status: 599 },
    { data: { success: false } },
    { success: false, org: null },
    { success: false, org: { id: null, brandname: 'Never stored' } },
  ])('is %j', (body) => {
    expect(readResponse(calls.updateOrganiser, body)).toEqual({ refused: true });
  });

  test.each([
    {},
    { success: true },
    { error: null },
    { error: false },
    { errors: [] },
    { errors: {} },
    { status: 'ok' },
    { status: 'Errors were fixed' },
    { status: 'no error' },
    { status: 399 },
    { status: 600 },
    { status: 400.5 },
    { status: 'x400' },
    { status: '0400' },
    { status: ['400'] },
    { organisation: [{ success: false }, { success: false }] },
  ])('is not %j', (body) => {
    expect(readResponse(calls.updateOrganiser, body)).toMatchObject({ refused: false });
  });

  test('is not what the call declares as data', () => {
    const mapping = { status: 'error' };
    expect(readResponse(calls.activateDeactivate, mapping)).toMatchObject({ refused: false });
    expect(readResponse(calls.mappingExists, { success: false })).toMatchObject({ refused: false });
    expect(readResponse(calls.checkIfOrgUsrExists, { success: false, errors: ['No'] })).toEqual({ refused: true });
    expect(readResponse(calls.getSso, { success: false, sso: null })).toMatchObject({ refused: false });
  });
});

test('SPEC-8 what is wrapped is merged, and of two with the same key the outer one counts', () => {
  const body = [{ message: 'outer', data: { message: 'inner', code: 'X' } }];
  expect(mergedEnvelopes(calls.orgDetail, body)).toMatchObject({ message: 'outer', code: 'X' });
});

test('CASES-22 an answer that wraps itself without end is read to a depth and no further', () => {
  let body: object = org;
  for (let depth = 0; depth < 20; depth += 1) body = { data: body };
  expect(readResponse(calls.orgDetail, body)).toMatchObject({ missing: ['org'] });
  const wrapped = (depth: number): object => (depth === 0 ? org : { data: wrapped(depth - 1) });
  expect([7, 8].map((depth) => responseOf(calls.orgDetail, wrapped(depth)))).toEqual([{ org }, { org: undefined }]);
});
