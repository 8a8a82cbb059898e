import type { UserName } from '@console/platform/testing/fixtures';
import { addUserMapping } from '@console/platform/testing/mappings';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addExternalUser,
  externalUserDocument,
  externalUsersDocument,
  mapPaths as paths,
} from '../testing/mapping-mutations.ts';
import { activeUsersPath, mode, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const externalUserBody = (id: number, firstname: string | null, more: object = {}, home: object | null = null) => ({
  user: { id, firstname, lastname: null, email: `u${id}@ext.example`, ent_org_id: home ? 77 : null, ...more },
  home_org: home,
  activated: null as boolean | null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: `2026-02-0${id}T00:00:00Z`,
});
/** The query that our platform gets for a page of external users. */
const firstPage = (more: object): Record<string, unknown> => ({
  org_id: String(system.platform.orgs.A),
  order_by: 'updated_at',
  direction: 'desc',
  offset: '0',
  ...more,
});
const vendor = { id: 77, brandname: 'Vendor & Co' };
const list = () => [
  externalUserBody(1, 'Ann'),
  externalUserBody(3, 'bea', {}, vendor),
  { ...externalUserBody(2, 'Cy', {}, vendor), activated: true },
];

const pagesOf = '/consoles/ext/external_users';

/** Scripts the response to the list: a page in the platform's order, or all rows. */
function script(...rows: { updated_at: string }[]) {
  if (mode === 'off')
    for (const path of [paths.users, paths.usersOf])
      system.upstream.script(path, { body: { accepted_pending_user_list: rows } });
  const page = rows.toSorted((one, other) => other.updated_at.localeCompare(one.updated_at));
  system.upstream.script(pagesOf, {
    body: { users: page, total_count: rows.length, has_next: false },
  });
}

async function open(user: UserName, args = '', organisation: 'A' | 'B' = 'A') {
  const tab = await system.signIn(user);
  system.upstream.requests.length = 0;
  const answer = await tab.graphql(externalUsersDocument(args), { id: system.platform.orgs[organisation] });
  const sent = system.upstream.requests
    .map(({ path }) => path)
    .filter((path) => path !== paths.me && path !== paths.organisation);
  return { ...answer, users: answer.data?.organisation?.externalUsers, sent };
}

describe('the list', () => {
  beforeEach(() => script(...list()));

  test('INVITE-18 REST-32 OPEN-32 of the own organisation comes with one call, newest change first', async () => {
    const { users, sent, errors } = await open('orgA');
    const { A } = system.platform.orgs;
    const homeOrganisation = { id: '77', brandName: 'Vendor & Co' };
    const path = mode === 'on' ? pagesOf : paths.users;
    expect([errors, sent]).toEqual([[], [path]]);
    const query = mode === 'on' ? firstPage({ limit: '25' }) : {};
    expect(system.upstream.sent(path).map((call) => [call.method, call.query])).toEqual([['GET', query]]);
    const row = (id: number, fullName: string, more: object) => ({
      id: `${A}:${id}`,
      state: 'PENDING',
      at: `2026-02-0${id}T00:00:00.000Z`,
      viewerCanMap: true,
      viewerCanReject: true,
      viewerCanRemove: false,
      viewerCanWithdraw: mode === 'on',
      takesReason: mode === 'on',
      acceptBlock: null,
      viewerCanEditPerson: false,
      homeOrganisation,
      user: { id: String(id), email: `u${id}@ext.example`, fullName },
      ...more,
    });
    expect(users).toEqual({
      totalCount: 3,
      nodes: [
        row(3, 'bea', {}),
        row(2, 'Cy', {
          state: 'ACCEPTED',
          viewerCanMap: false,
          viewerCanReject: false,
          viewerCanRemove: true,
          viewerCanWithdraw: false,
        }),
        row(1, 'Ann', { viewerCanEditPerson: true, homeOrganisation: null }),
      ],
    });
  });

  test('XUSER-8 USER-74 a user who cannot be accepted has the reason why', async () => {
    const cases: [string, object, string | null][] = [
      ['of a disabled organisation', { home_org: { ...vendor, is_disabled: true } }, 'ORGANISATION_DISABLED'],
      ['who is deactivated', { user: { id: 3, email: 'u3@ext.example', is_disabled: 1 } }, 'USER_INACTIVE'],
      ['whom another organisation has created since', { must_resend: true }, 'INVITATION_INVALID'],
      ['whom another user invited', { requester: { id: 999_999 } }, null],
    ];
    for (const [_who, more, acceptBlock] of cases) {
      const row = { ...externalUserBody(3, 'bea', {}, vendor), ...more };
      script(row);
      const { users } = await open('orgA');
      expect(users.nodes).toMatchObject([{ acceptBlock, viewerCanMap: acceptBlock === null, viewerCanReject: true }]);
    }
  });

  test('REALUSE-14 the name of the user who invited a person is read with the mapping', async () => {
    const { platform } = system;
    await addUserMapping(platform.db, platform.users.orgB.id, platform.orgs.A, {
      requester_id: platform.users.assA.id,
    });
    const tab = await system.signIn('orgA');
    const document = 'query($id: ID!) { externalUser(userId: $id) { invitedBy } }';
    const { data } = await tab.graphql(document, { id: platform.users.orgB.id });
    expect(data.externalUser).toEqual({ invitedBy: expect.stringMatching(/\S/) });
  });

  test('XUSER-8 an invitation of the viewer is for others', async () => {
    const cases = ['requester', 'requester_id'] as const;
    for (const key of cases) {
      const { id } = system.platform.users.orgA;
      const row = { ...externalUserBody(3, 'bea', {}, vendor), [key]: key === 'requester' ? { id } : id };
      script(row);
      const { users } = await open('orgA');
      expect(users.nodes).toMatchObject([
        { acceptBlock: 'OWN_INVITATION', viewerCanMap: false, viewerCanReject: true },
      ]);
    }
  });

  test('XUSER-8 an invitation of the only active Organiser or higher is theirs to accept, with one call more', async () => {
    const { id } = system.platform.users.orgB;
    const row = { ...externalUserBody(3, 'bea', {}, vendor), requester: { id } };
    script(row, row);
    const own = { id, email: 'orgb@b.example', role: { idStr: 'ORGANISER' }, is_disabled: false };
    const other = { id: 999, email: 'x@b.example', role: { idStr: 'ARCHITECT' }, is_disabled: false };
    const seen = async (...active: object[]) => {
      system.upstream.script(activeUsersPath, { body: { [mode === 'on' ? 'users' : 'active_users']: active } });
      const { users, sent } = await open('orgB', '', 'B');
      return [users.nodes[0].acceptBlock, users.nodes[0].viewerCanMap, sent.length];
    };
    // Our platform lists only users of the permitted roles.
    const assessor = { id: 998, email: 'y@b.example', role: { idStr: 'ASSESSOR' } };
    expect(await seen(own, ...(mode === 'on' ? [] : [assessor]))).toEqual([null, true, 2]);
    expect(await seen(own, { ...other, is_disabled: true })).toEqual([null, true, 2]);
    expect(await seen(own, other)).toEqual(['OWN_INVITATION', false, 2]);
    // The list is not understood: at least the caller is one of these users.
    expect(await seen()).toEqual(['OWN_INVITATION', false, 2]);
  });

  test('INVITE-18 REST-31 of another organisation comes with its own call', async () => {
    const { users, sent } = await open('arc', '', 'B');
    const path = mode === 'on' ? pagesOf : paths.usersOf;
    expect([users.totalCount, sent]).toEqual([3, [path]]);
    const id = String(system.platform.orgs.B);
    const query = mode === 'on' ? { org_id: id } : { ext_org_id: id };
    expect(system.upstream.sent(path)).toMatchObject([{ method: 'GET', query }]);
  });

  for (const [args, expected] of [
    ['(search: "BEA")', ['3']],
    ['(search: "vendor &")', ['3', '2']],
    ['(search: "u1@")', ['1']],
    ['(search: "none")', []],
    ['(first: 2)', ['3', '2']],
    ['(first: 1, offset: 1)', ['2']],
    ['(last: 1)', ['1']],
  ] as const)
    testWith('off', `OPEN-66 CONST-7 externalUsers${args} are ${expected}, cut from the whole list`, async () => {
      const { users } = await open('orgA', args);
      expect(users.nodes.map(({ user }: { user: { id: string } }) => user.id)).toEqual(expected);
    });

  testWith('off', 'PENDING-32 by whether the viewer invited them, cut from the whole list', async () => {
    const own = system.platform.users.orgA.id;
    const rowsBy = (...senders: object[]) =>
      senders.map((sender, at) => ({ ...externalUserBody(at + 1, 'Ann'), ...sender }));
    script(...rowsBy({ requester: { id: own } }, { requester_id: 999 }, { requester_id: own }, { activated: true }));
    const found = async (filter: string) => {
      const { users } = await open('orgA', `(filter: { states: [PENDING], ${filter} }, first: 1)`);
      return [users.totalCount, users.nodes.map(({ user }: { user: { id: string } }) => user.id)];
    };
    expect(await found('invitedByViewer: true')).toEqual([2, ['3']]);
    expect(await found('invitedByViewer: false')).toEqual([1, ['2']]);
    expect(await found('invitedByViewer: null')).toEqual([3, ['3']]);
  });

  for (const [args, query] of [
    ['(search: " BEA ", first: 10, offset: 20)', { search: 'BEA', limit: '10', offset: '20' }],
    ['(last: 1)', { limit: '1', offset: undefined, last: 'true' }],
    ['(orderBy: { field: NAME, direction: ASC })', { order_by: 'name', direction: 'asc' }],
    ['(orderBy: { field: EMAIL, direction: DESC })', { order_by: 'email' }],
    ['(filter: { states: [PENDING, REJECTED] })', { state: ['pending', 'rejected'] }],
    ['(filter: { invitedByViewer: false })', { invited_by_caller: 'false' }],
    ['(filter: { updatedSince: "2026-01-01T00:00:00Z" })', { updated_since: '2026-01-01T00:00:00.000Z' }],
  ] as const)
    testWith('on', `OPEN-66 XUSER-9 externalUsers${args} is one call for its page`, async () => {
      const { errors, sent } = await open('orgA', args);
      expect([errors, sent]).toEqual([[], [pagesOf]]);
      const { offset, ...expected } = firstPage({ limit: '25', ...query });
      expect(system.upstream.sent(pagesOf)[0]?.query).toEqual(
        offset === undefined ? expected : { ...expected, offset },
      );
    });

  test('GQL-11 externalUsers with wrong arguments are INVALID', async () => {
    const cases = ['first: 0', 'first: 1, last: 1', 'after: "x", offset: 1'] as const;
    for (const args of cases) {
      const { code, sent } = await open('orgA', `(${args})`);
      expect([code, sent]).toEqual(['INVALID', []]);
    }
  });

  testWith('off', 'OPEN-49 OPEN-43 a thin answer: bare users, and false for waiting', async () => {
    const bare = [
      { id: '9', email: 'x@y.example', firstname: 'X', activated: false, updated_at: '2026-01-01T00:00:00Z' },
    ];
    system.upstream.script(paths.users, { body: [...bare, { user: { id: 4 } }] });
    const { users, errors } = await open('orgA');
    expect(errors).toEqual([]);
    expect(users).toMatchObject({
      totalCount: 1,
      nodes: [{ state: 'PENDING', user: { id: '9' }, homeOrganisation: null }],
    });
  });
});

testWith('on', 'XUSER-9 pages of the external users that differ are a call each, equal ones are one', async () => {
  await addExternalUser(system, 'orgB', 'A');
  await addExternalUser(system, 'mfaB', 'A', true);
  const tab = await system.signIn('orgA');
  const { mfaB, orgB } = system.platform.users;
  system.upstream.requests.length = 0;
  const all = 'externalUsers(filter: { states: [ACCEPTED] }) { totalCount nodes { user { id } } }';
  const { data, errors } = await tab.graphql(`{ viewer { organisation {
    users(filter: { status: ACTIVE }, first: 1) { totalCount }
    one: ${all} two: ${all} three: ${all.replace('ACCEPTED', 'PENDING')} } } }`);
  const page = ({ id }: { id: number }) => ({ totalCount: 1, nodes: [{ user: { id: String(id) } }] });
  expect([errors, data.viewer.organisation]).toMatchObject([
    [],
    { users: { totalCount: 5 }, one: page(mfaB), two: page(mfaB), three: page(orgB) },
  ]);
  expect(system.upstream.sent(pagesOf).map(({ query }) => query.state)).toEqual(['accepted', 'pending']);
});

describe('one of them', () => {
  const find = async (user: UserName, variables: object) => {
    const tab = await system.signIn(user);
    system.upstream.requests.length = 0;
    const answer = await tab.graphql(externalUserDocument, { userId: '9', ...variables });
    return { ...answer, sent: system.upstream.requests.map(({ path }) => path) };
  };
  const mapping = {
    vendor_id: null,
    vendor: null,
    customer_id: 1,
    activated: null,
    updated_at: '2026-02-01T00:00:00Z',
  };
  const stub = { id: 9, email: 'stub@new.example', ent_org_id: null };
  const script = (its: object | null, user: object = stub) => {
    system.upstream.script(paths.userExists, { body: { mapped_org: { id: 1, brandname: 'X' }, mapping: its } });
    system.upstream.script(paths.user, { body: { user } });
  };

  test.each([
    [null, { viewerCanEditPerson: true, viewerCanMap: true, homeOrganisation: null, state: 'PENDING' }],
    // Another organisation has accepted the user, so this one cannot edit their record.
    [undefined, { viewerCanEditPerson: false, viewerCanMap: true, homeOrganisation: null, state: 'PENDING' }],
    [vendor, { viewerCanEditPerson: false, viewerCanMap: true, homeOrganisation: { id: '77' }, state: 'PENDING' }],
  ])('XUSER-1 REST-22 REST-30 a user with the home organisation %j', async (home, expected) => {
    const known = home === null ? {} : { firstname: 'Bea', role_id: 5, ent_org_id: home?.id ?? null };
    script({ ...mapping, vendor: home, vendor_id: home?.id ?? null }, { ...stub, ...known });
    const { data, errors } = await find('orgA', {});
    expect(errors).toEqual([]);
    expect(data.externalUser).toMatchObject({ ...expected, user: { id: '9', email: 'stub@new.example' } });
    expect(system.upstream.sent(paths.userExists)).toMatchObject([
      { method: 'POST', body: { ent_usr_id: 9, mapped_org_id: system.platform.orgs.A } },
    ]);
    expect(system.upstream.sent(paths.user)).toMatchObject([{ query: { user_id: '9' } }]);
  });

  test('XUSER-1 the organisation may be another one for roles with access to all', async () => {
    script(mapping);
    const { data } = await find('arc', { organisationId: system.platform.orgs.B });
    expect(data.externalUser.id).toBe(`${system.platform.orgs.B}:9`);
    expect(system.upstream.sent(paths.userExists)[0]?.body).toMatchObject({ mapped_org_id: system.platform.orgs.B });
  });

  test('XUSER-3 a user who was never invited is NOT_FOUND without any data', async () => {
    script(null, { ...stub, email: 'secret@b.example' });
    const { data, code, text } = await find('orgA', {});
    expect([data, code]).toEqual([{ externalUser: null }, 'NOT_FOUND']);
    expect(text).not.toContain('secret@');
  });

  test('XUSER-3 an impossible id is NOT_FOUND', async () => {
    for (const userId of ['999999', 'unknown', '-1']) expect((await find('orgA', { userId })).code).toBe('NOT_FOUND');
  });

  test('REST-22 a product API that hides the record returns the user in the mapping', async () => {
    script({ ...mapping, mapped_user: { ...stub, firstname: 'Told' } });
    system.upstream.script(paths.user, { status: 403, body: {} });
    expect((await find('orgA', {})).data.externalUser.user.fullName).toBe('Told');
    script(mapping);
    system.upstream.script(paths.user, { status: 403, body: {} });
    expect((await find('orgA', {})).code).toBe('NOT_FOUND');
  });
});
