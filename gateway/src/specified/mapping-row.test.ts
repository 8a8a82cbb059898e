import { expect, test } from 'vitest';
import { mappingRowOf, mappingStateOf, organisationRefOf } from './mapping-row.ts';

const mapping = {
  id: 7,
  vendor_id: 2,
  customer_id: 1,
  vendor: { id: 2, brandname: 'Vend' },
  customer: { id: 1, brandname: 'Cust' },
  requester: { id: 11, firstname: 'Ada', lastname: 'Lovelace', email: 'ada@cust.example', ent_org_id: 1 },
  mapped_user: { id: 22, email: 'bo@vend.example' },
  activated: null as unknown,
  status: null as unknown,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-02-02T03:04:05Z',
  show_activate_deactivate_button: false as unknown,
};
const flag = { show_activate_deactivate_button: true };
const rowFor = (organisationId: string, more: object = {}, mayAnswer = true, userId = '99') =>
  mappingRowOf({ ...mapping, ...more }, organisationId, { mayAnswer, userId });

test.each<[string, object, boolean, [string, string, boolean]]>([
  ['MAP-7 flag and may act', flag, true, ['ACCEPT_OR_REJECT', 'Pending', true]],
  [
    'MAP-7 flag and permission, with any status',
    { ...flag, status: 'Waiting' },
    true,
    ['ACCEPT_OR_REJECT', 'Pending', true],
  ],
  ['MAP-8 OPEN-42 flag and may not act', flag, false, ['PENDING', 'Pending', false]],
  ['MAP-9 no flag, a status', { status: 'In review', activated: true }, true, ['STATUS', 'In review', false]],
  [
    'MAP-9 no flag, a status, no permission',
    { status: 'Rejected', activated: false },
    false,
    ['STATUS', 'Rejected', false],
  ],
  ['MAP-10 no flag, no status, activated', { activated: true }, true, ['STATUS', 'Accepted', false]],
  ['MAP-10 an empty status is none', { status: ' ', activated: 1 }, true, ['STATUS', 'Accepted', false]],
  ['MAP-11 no flag, no status, undecided', {}, true, ['STATUS', 'Pending', false]],
  ['MAP-11 no flag, no status, not activated', { activated: false }, true, ['STATUS', 'Pending', false]],
  ['MAP-7 a flag as text', { show_activate_deactivate_button: 'true' }, true, ['ACCEPT_OR_REJECT', 'Pending', true]],
  [
    'MAP-11 the text false is no flag',
    { show_activate_deactivate_button: 'false' },
    true,
    ['STATUS', 'Pending', false],
  ],
])('%s', (_what, more, mayAnswer, [action, statusText, may]) => {
  expect(rowFor('1', more, mayAnswer)).toMatchObject({
    action,
    statusText,
    viewerCanAccept: may,
    viewerCanReject: may,
  });
});

test.each<[object, string]>([
  [{ activated: true }, 'ACCEPTED'],
  [{ activated: true, status: 'Pending' }, 'ACCEPTED'],
  [{ activated: 'true' }, 'ACCEPTED'],
  [{ activated: null }, 'PENDING'],
  [{}, 'PENDING'],
  [{ activated: null, status: 'Whatever' }, 'PENDING'],
  [{ activated: false, status: 'Rejected' }, 'REJECTED'],
  [{ activated: 0, status: 'Declined' }, 'REJECTED'],
  [{ activated: false, status: 'pending' }, 'PENDING'],
  [{ activated: false }, 'PENDING'],
  [{ activated: false, status: 'Requested', ...flag }, 'PENDING'],
])('MAP-11 OPEN-43 the answer %j is %s', (answer, state) => {
  expect(mappingStateOf(answer)).toBe(state);
});

test('MAP-17 ENT-6 OPEN-42 the row has all of the mapping, and the other party seen from either side', () => {
  expect(rowFor('1')).toEqual({
    id: '7',
    node: {
      id: '7',
      customer: { id: '1', brandName: 'Cust' },
      vendor: { id: '2', brandName: 'Vend' },
      requester: { id: '11', name: 'Ada Lovelace', email: 'ada@cust.example' },
      mappedUser: { id: '22', name: 'bo@vend.example', email: 'bo@vend.example' },
      state: 'PENDING',
      createdAt: '2026-01-02T03:04:05.000Z',
      updatedAt: '2026-02-02T03:04:05.000Z',
    },
    counterpart: { id: '2', brandName: 'Vend' },
    requestedByOrganisation: true,
    organiser: { id: '11', name: 'Ada Lovelace', email: 'ada@cust.example' },
    at: '2026-01-02T03:04:05.000Z',
    action: 'STATUS',
    statusText: 'Pending',
    acceptBlock: null,
    viewerCanAccept: false,
    viewerCanReject: false,
  });
  const other = rowFor('2', flag);
  expect([other?.counterpart.brandName, other?.requestedByOrganisation]).toEqual(['Cust', false]);
  expect(rowFor('1', { activated: true })?.at).toBe('2026-02-02T03:04:05.000Z');
});

test.each([
  [{ requester: null }, true, null],
  [{ requester: null, ...flag }, false, null],
  [{ requester: { id: 3, email: 'x@y.z' }, ...flag }, false, 'x@y.z'],
  [{ requester: { id: 3, email: 'x@y.z', ent_org_id: '1' }, ...flag }, true, 'x@y.z'],
  [{ requester: { id: 3, email: 'x@y.z', ent_org_id: 2 } }, false, 'x@y.z'],
  [{ requester: { id: 3, email: 'x@y.z', ent_org_id: 5 }, mapped_user: { ent_org_id: 2 }, ...flag }, true, 'x@y.z'],
  [{ requester: { id: 3, email: 'x@y.z', ent_org_id: 5 }, mapped_user: { ent_org_id: 1 } }, false, 'x@y.z'],
  [{ requester: { id: 3, email: 'x@y.z', ent_org_id: 5 }, activated: true, mapped_user: null }, true, null],
])(
  'MAP-17 OPEN-42 the asking side follows from the requester, else from the user who was asked, else from the flag (%j)',
  (more, asked, name) => {
    const row = rowFor('1', more);
    expect([row?.requestedByOrganisation, row?.organiser?.name ?? null]).toEqual([asked, name]);
  },
);

const theirs = { id: 22, email: 'bo@vend.example', ent_org_id: 2 };
const ours = { id: 11, email: 'ada@cust.example', ent_org_id: 1 };
const withOrganiser = { id: 2, brandname: 'Vend', organizer: { id: 33, email: 'olga@vend.example' } };
test.each<[string, object, string | null]>([
  ['who was asked, where we asked', { requester: ours, mapped_user: theirs }, 'bo@vend.example'],
  ['who asked, where they did', { requester: theirs, mapped_user: ours }, 'bo@vend.example'],
  ['who was asked, as far as is known', { requester: ours, mapped_user: { email: 'x@y.z' } }, 'x@y.z'],
  ['who asked, as far as is known', { requester: { email: 'x@y.z' }, mapped_user: ours }, 'x@y.z'],
  [
    'their organiser, where both people are ours',
    { requester: ours, mapped_user: ours, vendor: withOrganiser },
    'olga@vend.example',
  ],
  [
    'their organiser, where an Administrator of a third asked for them',
    { requester: { ...ours, ent_org_id: 9 }, mapped_user: ours, vendor: withOrganiser },
    'olga@vend.example',
  ],
  ['not known, and never ours', { requester: ours, mapped_user: ours }, null],
])('MAP-20 OPEN-42 the Organiser and Email of an accepted row are of %s', (_who, people, email) => {
  expect(rowFor('1', { ...people, activated: true })?.organiser?.email ?? null).toBe(email);
});

test('MAP-20 OPEN-42 before it is accepted a row names who requested it', () => {
  expect(rowFor('1', { requester: ours, mapped_user: theirs })?.organiser?.email).toBe('ada@cust.example');
});

test.each<[string, object, string, string | null]>([
  [
    'the other organisation is disabled',
    { customer: { ...mapping.customer, is_disabled: true } },
    '99',
    'ORGANISATION_DISABLED',
  ],
  [
    'its own organisation is disabled',
    { vendor: { ...mapping.vendor, is_disabled: 1 } },
    '99',
    'ORGANISATION_DISABLED',
  ],
  ['the viewer made it', {}, '11', 'OWN_INVITATION'],
  ['nothing is against it', { customer: { ...mapping.customer, is_disabled: false } }, '99', null],
])(
  'MAP-21 a request says why it cannot be accepted where %s, and can be rejected',
  (_why, more, viewer, acceptBlock) => {
    expect(rowFor('2', { ...flag, ...more }, true, viewer)).toMatchObject({
      action: 'ACCEPT_OR_REJECT',
      acceptBlock,
      viewerCanAccept: acceptBlock === null,
      viewerCanReject: true,
    });
    expect(rowFor('2', { ...flag, ...more }, false, viewer)).toMatchObject({
      acceptBlock: null,
      viewerCanAccept: false,
      viewerCanReject: false,
    });
  },
);

test.each([
  ['of two other organisations', mapping, '3'],
  ['without id', { ...mapping, id: null }, '1'],
  ['without a party', { ...mapping, vendor: null, vendor_id: null }, '1'],
  ['a party without a name', { ...mapping, vendor: { id: 2 } }, '1'],
  ['that is none', 'text', '1'],
])('MAP-18 ENT-9 a mapping %s is not a row', (_what, value, organisationId) => {
  expect(mappingRowOf(value, organisationId, { mayAnswer: true, userId: '99' })).toBeNull();
});

test('ENT-6 OPEN-49 ids come as texts or numbers, a party without its own by the id next to it', () => {
  expect(organisationRefOf({ brandname: 'X' }, '9')).toEqual({ id: '9', brandName: 'X' });
  expect(rowFor('1', { vendor: { brandname: 'Vend' }, vendor_id: '2' })?.counterpart.id).toBe('2');
});
