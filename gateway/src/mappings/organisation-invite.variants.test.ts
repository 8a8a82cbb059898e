import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test } from 'vitest';
import { invitationDocument, inviteOrganisationDocument, mapPaths as paths } from '../testing/mapping-mutations.ts';
import { mode, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const vendor = { id: 77, brandname: 'Vendor & Co' };
const living = { id: 5, activated: null, status: 'Pending' };
const script = (org: object | null, mapping: unknown = null) => {
  system.upstream.script(paths.who, { body: { org, user: org && { id: 9, is_disabled: false } } });
  system.upstream.script(paths.exists, { body: { vendor, customer: {}, mapping } });
  system.upstream.script(paths.invite, { body: {} });
  system.upstream.script(paths.inviteInto, { body: {} });
};
const send = async (user: UserName, document: string, variables: object) => {
  const tab = await system.signIn(user);
  system.upstream.requests.length = 0;
  const answer = await tab.graphql(document, { email: ' Who@Vendor.example ', ...variables });
  return {
    ...answer,
    sent: system.upstream.requests
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/consoles/') && !path.includes('capabilities'))
      // A product API that may search only one direction gets a call for each.
      .filter((path, place, all) => path !== paths.exists || all.indexOf(path) === place),
  };
};
const look = (user: UserName, variables: object = {}) => send(user, invitationDocument, variables);
const invite = (user: UserName, variables: object = {}) => send(user, inviteOrganisationDocument, variables);
const kind = mode === 'on' ? { invite_type: 'organisation' } : {};

describe('the first step', () => {
  test.each<[string, object | null, unknown, object, string[]]>([
    [
      'INVITE-7 MSG-21 an unknown email',
      null,
      null,
      {
        state: 'ORGANISATION_UNKNOWN',
        message: 'This Organisation DOES NOT exist. Send invitation?',
        organisation: null,
      },
      [paths.who],
    ],
    [
      'INVITE-6 MSG-21 an organisation without mapping',
      vendor,
      null,
      { state: 'ORGANISATION_EXISTS', message: 'Organisation exists. Send approval request for Mapping.' },
      [paths.who, paths.exists],
    ],
    [
      'INVITE-5 MSG-21 one that was asked',
      vendor,
      living,
      { state: 'MAPPING_EXISTS', message: 'Organisation Mapping Already Exist' },
      [paths.who, paths.exists],
    ],
    [
      'INVITE-5 one that is mapped',
      vendor,
      { id: 5, activated: true },
      { state: 'MAPPING_EXISTS' },
      [paths.who, paths.exists],
    ],
    [
      'OPEN-43 one that rejected',
      vendor,
      { id: 5, activated: false, status: 'Rejected' },
      { state: 'ORGANISATION_EXISTS' },
      [paths.who, paths.exists],
    ],
    ['INVITE-6 an empty mapping is none', vendor, {}, { state: 'ORGANISATION_EXISTS' }, [paths.who, paths.exists]],
  ])('%s', async (_what, org, mapping, expected, calls) => {
    script(org, mapping);
    const { data, errors, sent } = await look('orgA');
    expect([errors, sent]).toEqual([[], calls]);
    const organisation = org && { id: '77', brandName: 'Vendor & Co' };
    expect(data.organisationInvite).toMatchObject({ organisation, ...expected });
  });

  test('INVITE-4 REST-16 REST-29 sends the email trimmed, and the inviting organisation as the customer', async () => {
    script(vendor);
    await look('orgA');
    expect(system.upstream.sent(paths.who)).toMatchObject([
      { method: 'POST', body: { user: { email: 'Who@Vendor.example' } } },
    ]);
    const { A } = system.platform.orgs;
    const back = mode === 'on' ? [] : [{ method: 'POST', body: { vendor_id: A, customer_id: 77 } }];
    expect(system.upstream.sent(paths.exists)).toMatchObject([
      { method: 'POST', body: { vendor_id: 77, customer_id: A } },
      ...back,
    ]);
    await look('adm', { organisationId: system.platform.orgs.B });
    expect(system.upstream.sent(paths.exists)[0]?.body).toEqual({ vendor_id: 77, customer_id: system.platform.orgs.B });
  });

  test('INVITE-7 a product API that reports an unknown email by 404', async () => {
    system.upstream.script(paths.who, { status: 404, body: { message: 'Not found.' } });
    expect((await look('orgA')).data.organisationInvite.state).toBe('ORGANISATION_UNKNOWN');
  });

  test.each([
    ['', 'required'],
    ['  ', 'required'],
    ['unknown', 'must be an email address'],
    [`${'x'.repeat(260)}@y.example`, 'must be an email address'],
  ])('INVITE-3 the email %j is %s, and no call is made', async (email, message) => {
    for (const ask of [look, invite]) {
      const { errors, sent } = await ask('orgA', { email });
      expect([errors[0]?.extensions.code, errors[0]?.extensions.fields, sent]).toEqual([
        'INVALID',
        [{ path: 'email', code: expect.any(String), message }],
        [],
      ]);
    }
  });

  test('INVITE-9 an email of the inviting organisation itself is INVALID, and nothing is sent', async () => {
    script({ id: system.platform.orgs.A, brandname: 'Organisation A' });
    for (const ask of [look, invite]) {
      const { errors, sent } = await ask('orgA');
      expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields: [{ path: 'email' }] });
      expect(sent).toEqual([paths.who]);
    }
  });
});

describe('inviting', () => {
  test('INVITE-8 REST-14 OPEN-29 of the own organisation, and the new request is read once', async () => {
    script(vendor);
    const { orgs } = system.platform;
    const row = (id: number, other: object & { id: number }, activated: boolean | null) => ({
      id,
      vendor_id: other.id,
      customer_id: orgs.A,
      vendor: other,
      customer: { id: orgs.A, brandname: 'A' },
      activated,
      show_activate_deactivate_button: false,
    });
    const rejected = { ...row(2, vendor, false), status: 'Rejected' };
    const list = [row(1, { ...vendor, id: 78 }, null), rejected, row(3, vendor, null)];
    system.upstream.script(paths.pending, { body: { pending_org_list: list } });
    const { data, errors, sent } = await invite('orgA', { modules: ['auditor', 'central'] });
    expect([errors, sent]).toEqual([[], [paths.who, paths.exists, paths.invite, paths.pending]]);
    expect(system.upstream.sent(paths.invite)).toMatchObject([
      { method: 'POST', body: { user: { email: 'Who@Vendor.example', modules: ['auditor', 'central'], ...kind } } },
    ]);
    expect(data.inviteOrganisation.edge).toMatchObject({
      node: { id: '3', state: 'PENDING' },
      counterpart: { id: '77' },
      requestedByOrganisation: true,
      action: 'STATUS',
      statusText: 'Pending',
    });
  });

  test('INVITE-8 OPEN-29 the newest request of the inviting organisation is the new one', async () => {
    script(vendor);
    const { A } = system.platform.orgs;
    const row = (id: number, day: number, own: boolean) => ({
      id,
      ...(own ? { vendor_id: 77, customer_id: A } : { vendor_id: A, customer_id: 77 }),
      vendor: own ? vendor : { id: A, brandname: 'A' },
      customer: own ? { id: A, brandname: 'A' } : vendor,
      activated: null,
      created_at: `2026-01-0${day}T00:00:00Z`,
      show_activate_deactivate_button: !own,
    });
    const list = [row(3, 1, true), row(9, 9, false), row(5, 3, true), row(4, 2, true)];
    system.upstream.script(paths.pending, { body: { pending_org_list: list } });
    expect((await invite('orgA')).data.inviteOrganisation.edge.node.id).toBe('5');
  });

  test('INVITE-5 OPEN-29 a request that the other organisation sent is a mapping too, whichever way a product API looks', async () => {
    script(vendor);
    const { A } = system.platform.orgs;
    system.upstream.script(
      paths.exists,
      ...(mode === 'on' ? [] : [{ body: { vendor, customer: {}, mapping: null }, times: 1 }]),
      { body: { vendor: { id: A }, customer: vendor, mapping: living } },
    );
    const { code, errors, sent } = await invite('orgA');
    expect([code, errors[0]?.message, sent]).toEqual([
      'CONFLICT',
      'Organisation Mapping Already Exist',
      [paths.who, paths.exists],
    ]);
  });

  test('INVITE-8 REST-15 OPEN-29 of another organisation, by an Administrator', async () => {
    script(vendor);
    system.upstream.script(paths.listsOf, { body: { accepted_org_list: [], pending_org_list: [] } });
    const { data, errors, sent } = await invite('adm', { organisationId: system.platform.orgs.B });
    expect([errors, sent]).toEqual([[], [paths.who, paths.exists, paths.inviteInto, paths.listsOf]]);
    expect(system.upstream.sent(paths.inviteInto)[0]?.body).toEqual({
      user: { email: 'Who@Vendor.example', ...kind },
      ext_org_id: system.platform.orgs.B,
    });
    expect(data.inviteOrganisation.edge).toBeNull();
  });

  test('INVITE-7 INVITE-17 an organisation that has yet to come on board has no row; no modules are left out', async () => {
    script(null);
    const { data, errors, sent } = await invite('orgA', { modules: [] });
    expect([errors, sent, data.inviteOrganisation.edge]).toEqual([[], [paths.who, paths.invite], null]);
    expect(system.upstream.sent(paths.invite)[0]?.body).toEqual({ user: { email: 'Who@Vendor.example', ...kind } });
  });

  test('INVITE-5 a living mapping is a CONFLICT with its text, and nothing is sent', async () => {
    script(vendor, living);
    const { errors, code, sent } = await invite('orgA');
    expect([code, errors[0]?.message, sent]).toEqual([
      'CONFLICT',
      'Organisation Mapping Already Exist',
      [paths.who, paths.exists],
    ]);
  });

  test.each([
    [{ status: 409, body: {} }, 'CONFLICT', 'Organisation Mapping Already Exist'],
    [{ status: 409, body: { message: 'taken' } }, 'CONFLICT', 'Organisation Mapping Already Exist'],
    [
      { status: 422, body: { message: 'Organisation Mapping Already Exist' } },
      'CONFLICT',
      'Organisation Mapping Already Exist',
    ],
    [{ status: 422, body: { errors: { email: ['is odd'] } } }, 'INVALID', 'email is odd'],
  ])('INVITE-5 REST-14 the refusal %j is %s', async (fault, code, message) => {
    script(vendor);
    system.upstream.script(paths.invite, fault);
    const { errors } = await invite('orgA');
    expect([errors[0]?.extensions.code, errors[0]?.message]).toEqual([code, message]);
    expect(system.upstream.sent(paths.invite)).toHaveLength(1);
  });

  test('GQL-6 the mutation succeeds when the list cannot be read again, without a row and without an error', async () => {
    script(vendor);
    system.upstream.script(paths.pending, { status: 500, body: {} });
    const { data, errors } = await invite('orgA');
    expect([data.inviteOrganisation, errors]).toEqual([{ edge: null }, []]);
  });
});
