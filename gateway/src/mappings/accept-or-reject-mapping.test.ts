import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test } from 'vitest';
import { acceptDocument, addMapping, mapPaths as paths, rejectDocument } from '../testing/mapping-mutations.ts';
import { mode, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

/** Organisation 77 has asked A, its vendor. */
const request = (more: object = {}, own: 'A' | 'B' = 'A') => ({
  id: 5,
  vendor_id: system.platform.orgs[own],
  customer_id: 77,
  vendor: { id: system.platform.orgs[own], brandname: 'Own' },
  customer: { id: 77, brandname: 'Customer & Co' },
  requester: { id: 21, firstname: 'Req', lastname: null, email: 'req@c.example', ent_org_id: 77 },
  mapped_user: { id: 22, email: 'asked@own.example' },
  activated: null,
  status: 'Pending',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  show_activate_deactivate_button: true,
  ...more,
});
const answered = (activated: boolean) =>
  request({
    activated,
    status: activated ? 'Accepted' : 'Rejected',
    updated_at: '2026-03-01T00:00:00Z',
    show_activate_deactivate_button: false,
  });
const script = (pending: object[], accepted: object[] = []) => {
  system.upstream.script(paths.pending, { body: { pending_org_list: pending } });
  system.upstream.script(paths.accepted, { body: { accepted_org_list: accepted } });
  system.upstream.script(paths.listsOf, { body: { pending_org_list: pending, accepted_org_list: accepted } });
};
async function answer(user: UserName, document: string, { id = '5', of = 'A' as 'A' | 'B' } = {}) {
  const tab = await system.signIn(user);
  system.upstream.requests.length = 0;
  const { data, errors, code } = await tab.graphql(document, { organisationId: system.platform.orgs[of], id });
  const reads: string[] = [paths.me, paths.organisation];
  const sent = system.upstream.requests.map(({ path }) => path).filter((path) => !reads.includes(path));
  return { edge: (data?.acceptMapping ?? data?.rejectMapping)?.edge, data, errors, code, sent };
}

test.each([
  ['accepted', 'MAP-12', acceptDocument, true, 'ACCEPTED', 'Accepted', '2026-03-01T00:00:00.000Z'],
  ['rejected', 'MAP-13', rejectDocument, false, 'REJECTED', 'Rejected', '2026-01-01T00:00:00.000Z'],
] as const)('a request is %s (%s) REST-36 GQL-6 with one call, and its response is the row', async (...row) => {
  const [, , document, activated, state, statusText, at] = row;
  script([request()]);
  system.upstream.script(paths.answer, { body: { mapping: answered(activated) } });
  const { edge, errors, sent } = await answer('orgA', document);
  expect([errors, sent]).toEqual([[], [paths.pending, paths.answer]]);
  expect(system.upstream.sent(paths.answer)).toMatchObject([
    { method: 'POST', body: { user_id: 22, vendor_id: system.platform.orgs.A, customer_id: 77, activated } },
  ]);
  expect(edge).toMatchObject({
    node: { id: '5', state },
    counterpart: { id: '77', brandName: 'Customer & Co' },
    action: 'STATUS',
    statusText,
    at,
    viewerCanAccept: false,
    viewerCanReject: false,
  });
});

test.each([
  ['the requester', { mapped_user: null }, 21],
  ['the one who was asked', { requester: null }, 22],
])('MAP-12 OPEN-42 user_id is %s where %j', async (_who, more, user_id) => {
  script([request(more)]);
  system.upstream.script(paths.answer, { body: { mapping: answered(true) } });
  await answer('orgA', acceptDocument);
  expect(system.upstream.sent(paths.answer)[0]?.body).toMatchObject({ user_id });
});

describe('MAP-18 OPEN-43 a request with a disabled organisation', () => {
  const off = async (org: 'B' | 'M') =>
    system.platform.db
      .updateTable('ent_org')
      .set({ is_disabled: true })
      .where('id', '=', system.platform.orgs[org])
      .execute();

  test.each<[UserName, 'B', 'B' | 'M']>([
    ['adm', 'B', 'B'],
    ['adm', 'B', 'M'],
    ['arc', 'B', 'M'],
  ])(
    '%s cannot accept for %s when %s is disabled, and nothing is sent; rejecting it is possible',
    async (user, of, disabled) => {
      const id = await addMapping(system, 'mfaA', 'orgB', { customer: 'M' });
      await off(disabled);
      const accepted = await answer(user, acceptDocument, { id, of });
      expect([accepted.code, accepted.errors[0]?.message]).toEqual([
        'CONFLICT',
        'This request cannot be accepted, because one of its organisations is disabled.',
      ]);
      expect(system.upstream.sent(paths.answer)).toEqual([]);
      expect((await answer(user, rejectDocument, { id, of })).errors).toEqual([]);
    },
  );

  test('an Organiser cannot accept either, where the product API shows them the other organisation', async () => {
    script([request()]);
    system.upstream.script(paths.organisation, { body: { org: { id: 77, brandname: 'Vendor', is_disabled: 'true' } } });
    system.upstream.script(paths.answer, { body: { mapping: answered(true) } });
    const { code, sent } = await answer('orgA', acceptDocument);
    // Without extensions the gateway decides what an Organiser may see and sends no call; our platform decides itself.
    expect([code, sent.includes(paths.answer)]).toEqual(mode === 'off' ? ['CONFLICT', false] : [undefined, true]);
  });
});

test('MAP-12 OPEN-42 without a known user, user_id is the caller', async () => {
  script([request({ mapped_user: null, requester: null })]);
  system.upstream.script(paths.answer, { body: { mapping: answered(true) } });
  await answer('orgA', acceptDocument);
  expect(system.upstream.sent(paths.answer)[0]?.body).toMatchObject({ user_id: system.platform.users.orgA.id });
});

test.each<UserName>(['adm', 'arc'])('MAP-16 REST-35 %s answers for another organisation', async (user) => {
  script([request({}, 'B')]);
  system.upstream.script(paths.answer, {
    body: { mapping: { ...answered(true), ...request({}, 'B'), activated: true } },
  });
  const { errors, sent } = await answer(user, acceptDocument, { of: 'B' });
  expect([errors, sent]).toEqual([[], [paths.listsOf, paths.answer]]);
});

describe('what the answer does not tell', () => {
  test('GQL-6 an answer without the mapping is made good by one look at the lists', async () => {
    system.upstream.script(
      paths.pending,
      { body: { pending_org_list: [request()] }, times: 1 },
      { body: { pending_org_list: [] } },
    );
    system.upstream.script(paths.accepted, { body: { accepted_org_list: [answered(true)] } });
    system.upstream.script(paths.answer, { body: {} });
    const { edge, sent } = await answer('orgA', acceptDocument);
    expect([edge.node.state, sent.sort()]).toEqual([
      'ACCEPTED',
      [paths.pending, paths.answer, paths.accepted, paths.pending].sort(),
    ]);
  });

  test('GQL-6 the answer counts though nothing can be read again: no row of an accepted request, and no error', async () => {
    const unreadable = () => {
      script([request()]);
      system.upstream.script(paths.pending, { body: { pending_org_list: [request()] }, times: 1 }, { status: 500 });
      system.upstream.script(paths.answer, { body: {} });
    };
    unreadable();
    const accepted = await answer('orgA', acceptDocument);
    expect([accepted.data, accepted.errors]).toEqual([{ acceptMapping: { edge: null } }, []]);
    unreadable();
    const rejected = await answer('orgA', rejectDocument);
    expect([rejected.edge, rejected.errors]).toMatchObject([
      { node: { state: 'REJECTED' }, statusText: 'Rejected' },
      [],
    ]);
  });

  test.each([null, 'Pending', 'pending'])(
    'MAP-13 OPEN-43 of two values only, false with status %s after a rejection is rejected',
    async (status) => {
      script([request()]);
      system.upstream.script(paths.answer, { body: { mapping: request({ activated: false, status }) } });
      const { edge } = await answer('orgA', rejectDocument);
      expect([edge.node.state, edge.action, edge.statusText]).toEqual(['REJECTED', 'STATUS', 'Rejected']);
    },
  );

  test('MAP-12 a response without the new state means the requested one', async () => {
    script([request()]);
    const thin = request({ activated: undefined, status: undefined, show_activate_deactivate_button: undefined });
    system.upstream.script(paths.answer, { body: { mapping: thin } });
    const { edge, sent } = await answer('orgA', acceptDocument);
    expect([edge.node.state, edge.statusText, sent.length]).toEqual(['ACCEPTED', 'Accepted', 2]);
  });
});

describe('what is refused', () => {
  test.each<[string, () => void, string, string[]]>([
    ['NOT_FOUND for an unknown one', () => script([]), 'NOT_FOUND', [paths.pending, paths.accepted]],
    [
      'FORBIDDEN for the side that asked',
      () => {
        const requester = { id: 21, email: 'r@a.example', ent_org_id: system.platform.orgs.A };
        script([request({ show_activate_deactivate_button: false, requester })]);
      },
      'FORBIDDEN',
      [paths.pending],
    ],
  ])('MAP-12 MAP-13 %s, and nothing is sent', async (_what, prepare, code, calls) => {
    prepare();
    for (const document of [acceptDocument, rejectDocument]) {
      const refused = await answer('orgA', document);
      expect([refused.code, refused.sent]).toEqual([code, calls]);
    }
  });

  test.each([
    ['accepted', () => script([], [answered(true)]), rejectDocument, acceptDocument, [paths.pending, paths.accepted]],
    ['rejected', () => script([answered(false)]), acceptDocument, rejectDocument, [paths.pending]],
  ] as const)(
    'MAP-12 MAP-13 a request that was %s: the other answer is CONFLICT, the same returns it, and nothing is sent',
    async (state, prepare, other, same, calls) => {
      prepare();
      const refused = await answer('orgA', other);
      expect([refused.code, refused.sent]).toEqual(['CONFLICT', calls]);
      const repeated = await answer('orgA', same);
      expect([repeated.errors, repeated.edge.node.state, repeated.sent]).toEqual([[], state.toUpperCase(), calls]);
    },
  );

  test.each([409, 422, 404])(
    'MAP-12 MAP-13 REST-36 what is refused with %i is done when the request is in the requested state by then',
    async (status) => {
      const refuse = (after: object[], accepted: object[]) => {
        script([request()], accepted);
        system.upstream.script(
          paths.pending,
          { body: { pending_org_list: [request()] }, times: 1 },
          { body: { pending_org_list: after } },
        );
        system.upstream.script(paths.answer, { status, body: { message: 'late' } });
      };
      const code = status === 404 ? 'NOT_FOUND' : 'CONFLICT';
      refuse([], [answered(true)]);
      expect((await answer('orgA', acceptDocument)).edge.node.state).toBe('ACCEPTED');
      refuse([], [answered(true)]);
      expect((await answer('orgA', rejectDocument)).code).toBe(code);
      for (const after of [[], [answered(false)]]) {
        refuse(after, []);
        expect((await answer('orgA', rejectDocument)).edge.node.state).toBe('REJECTED');
        refuse(after, []);
        expect((await answer('orgA', acceptDocument)).code).toBe(code);
      }
      expect(system.upstream.sent(paths.answer)).toHaveLength(1);
    },
  );

  test.each([
    [{ status: 409, body: { message: 'late' } }, 'CONFLICT', 'late'],
    [{ status: 422, body: { message: 'Organisation is disabled' } }, 'CONFLICT', 'Organisation is disabled'],
    [{ status: 503, body: {} }, 'UPSTREAM_UNAVAILABLE', 'Request Failed'],
  ])('MAP-18 REST-36 the refusal %j is %s, and is sent once', async (fault, code, message) => {
    script([request()]);
    system.upstream.script(paths.answer, fault);
    const { errors } = await answer('orgA', acceptDocument);
    expect([errors[0]?.extensions.code, errors[0]?.message]).toEqual([code, message]);
    expect(system.upstream.sent(paths.answer)).toHaveLength(1);
  });

  test('OPEN-22 a mapping that the list holds but is of two others is NOT_FOUND', async () => {
    script([request({}, 'B')]);
    const { code, sent } = await answer('orgA', acceptDocument);
    expect([code, sent.includes(paths.answer)]).toEqual(['NOT_FOUND', false]);
  });
});
