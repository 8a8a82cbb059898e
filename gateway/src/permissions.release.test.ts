import { randomUUID } from 'node:crypto';
import { permissionFields } from '@console/contract/testing/access-matrix';
import type { UserName } from '@console/platform/testing/fixtures';
import { addMapping, addUserMapping } from '@console/platform/testing/mappings';
import { addIntegrationKey, addOrganisationKey, addUsers } from '@console/platform/testing/users';
import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { loadSchema } from './graphql/schema.ts';
import type { Answer, TestClient } from './testing/client.ts';
import { addInvitations, invitationsDocument } from './testing/invitation-mutations.ts';
import { keyFields } from './testing/key-mutations.ts';
import {
  externalUserDocument,
  externalUsersDocument,
  goodDetails,
  mapExternalUserDocument,
  mappingsDocument,
} from './testing/mapping-mutations.ts';
import { organisationKeyFields } from './testing/organisation-key-mutations.ts';
import { nominate } from './testing/organisation-mutations.ts';
import { erasePerson } from './testing/personal-data.ts';
import { addReview, sendReview } from './testing/review-mutations.ts';
import { completeUsers } from './testing/rows.ts';
import { sendSample } from './testing/samples/all.ts';
import type { Target as SampleTarget } from './testing/samples/sample.ts';
import { blockSignIn } from './testing/security-mutations.ts';
import { addSso, ssoDomainOf } from './testing/sso-mutations.ts';
import { mode, password, useTestSystem } from './testing/system.ts';
import { assessmentsOf } from './testing/tab-mutations.ts';
import { updateUserDocument } from './testing/user-mutations.ts';

const system = useTestSystem();

// biome-ignore lint/suspicious/noExplicitAny: an object as the documents of this test select it
type Body = any;
type Target = Partial<Record<keyof SampleTarget | 'search', string>>;

/** A type with permission fields, and objects of it in all states. */
interface Kind {
  prepare: (caller: UserName) => Promise<Target[]>;
  read: (tab: TestClient, target: Target) => Promise<Body>;
}

let names = 0;
const newName = () => {
  names += 1;
  return `walk${names}`;
};
const newEmail = () => `${newName()}@new.example`;
const ids = (entries: object): string[] => Object.values(entries).map(String);

/** The permission fields of a type, each with its mutation. */
const fieldsOf = (type: string) => Object.keys(permissionFields[type] ?? {}).join(' ');

/** A full organisation with an inactive user, a responder, and complete user records, which updates in the specification require. */
async function prepareUsers(): Promise<void> {
  const { db, orgs, users } = system.platform;
  await addUsers(db, orgs.B, [{ firstname: 'full', lastname: 'B', is_disabled: true }]);
  await db.updateTable('ent_org').set({ user_limit: 1 }).where('id', '=', orgs.B).execute();
  await db.insertInto('responder').values({ ent_usr_id: users.audA.id, kind: 'arc' }).execute();
  await completeUsers(system);
}

const userKind: Kind = {
  async prepare() {
    await prepareUsers();
    const { mfaA, orgB } = system.platform.users;
    for (const { id } of [mfaA, orgB]) await blockSignIn(system, id);
    const rows = await system.platform.db.selectFrom('ent_usr').select('id').execute();
    return rows.map(({ id }) => ({ userId: String(id), inactiveId: String(id) }));
  },
  read: async (tab, { userId }) => {
    const fields = `id email status blockedBy ${fieldsOf('User')}`;
    const document = `query($id: ID!) { user(id: $id) { ${fields} } viewer { user { ${fields} } } }`;
    const { data } = await tab.graphql(document, { id: userId });
    // An Auditee reads their own record through the viewer only.
    return data?.user ?? [data?.viewer?.user].find((own) => own?.id === userId);
  },
};

/** A user of the organisation who can be nominated for its senior positions. */
const postHolder = (id: string) => {
  const { orgs, users } = system.platform;
  const holders = { [orgs.A]: users.orgA.id, [orgs.B]: users.orgB.id, [orgs.D]: users.usrD.id };
  return String(holders[Number(id)] ?? 0);
};

const organisationKind: Kind = {
  async prepare() {
    await prepareUsers();
    const { orgs } = system.platform;
    return ids([orgs.A, orgs.B, orgs.D]).map((id) => ({ organisationId: id, userId: postHolder(id) }));
  },
  read: async (tab, { organisationId: id }) => {
    const document = `query($id: ID!) { organisation(id: $id) { state userLimit blockedBy ${fieldsOf('Organisation')} } }`;
    return (await tab.graphql(document, { id })).data?.organisation;
  },
};

/** A product API without extensions does not report that an organisation is disabled. */
const disabledOrNot = mode === 'on' ? [false, true] : [false];
const states = [null, true, false];

/** In a product API without extensions a rejection does not end a mapping that was accepted at the same time. */
const pause = 11_000;

/** Ids of requests that were rejected from the start: the organisation that rejected them does not see them in lists. */
const rejected = new Set<string>();

/** Another organisation, with an Organiser. */
async function addCounterpart(is_disabled: boolean): Promise<[organisation: number, organiser: number, name: string]> {
  const { db } = system.platform;
  const now = system.platform.now();
  const brandname = newName();
  const row = { guid: randomUUID(), brandname, is_disabled, created_at: now, updated_at: now };
  const { id } = await db.insertInto('ent_org').values(row).returning('id').executeTakeFirstOrThrow();
  const [organiser = 0] = await addUsers(db, id, [{ email: newEmail(), role_id: 3 }]);
  return [id, organiser, brandname];
}

/** Requests in every state, to and from A, B and the disabled D, with active and disabled organisations, some made by the caller. */
async function addRequests(caller: UserName): Promise<Target[]> {
  const { db, orgs, users } = system.platform;
  rejected.clear();
  const targets: Target[] = [];
  for (const own of [orgs.A, orgs.B, ...(mode === 'on' ? [orgs.D] : [])])
    for (const activated of states)
      for (const isReceived of [true, false])
        for (const is_disabled of disabledOrNot)
          for (const isOwn of [true, false]) {
            // Requests that were decided do not depend on the sender or on a disabled party, so one of each is enough.
            if (activated !== null && (isOwn || is_disabled)) continue;
            const [other, organiser, search] = await addCounterpart(is_disabled);
            const status = activated === null ? 'Pending' : activated ? 'Accepted' : 'Rejected';
            const people = isReceived ? [organiser, users.orgA.id] : [users.orgA.id, organiser];
            const id = await addMapping(db, own, other, {
              activated,
              status,
              requested_by_org_id: isReceived ? other : own,
              requester_id: isOwn ? users[caller].id : (people[0] ?? 0),
              mapped_user_id: people[1] ?? 0,
            });
            targets.push({ organisationId: String(own), mappingId: String(id), search });
            if (activated === false) rejected.add(String(id));
          }
  return targets;
}

/** A document of an organisation's list with the search as a variable, so that it is compiled once. */
const withSearch = (documentOf: (args: string) => string) =>
  documentOf('(search: $search)').replace('($id: ID!)', '($id: ID!, $search: String)');

async function readRequest(tab: TestClient, { organisationId, mappingId, search }: Target): Promise<Body> {
  const { data } = await tab.graphql(withSearch(mappingsDocument), { id: organisationId, search });
  return data?.organisation?.mappings?.edges.find(({ node }: Body) => node.id === mappingId);
}

const requestKind: Kind = { prepare: addRequests, read: readRequest };

const externalUserKind: Kind = {
  async prepare(caller) {
    const { db, orgs, users } = system.platform;
    rejected.clear();
    const targets: Target[] = [];
    for (const [at, into] of [orgs.A, orgs.B, ...(mode === 'on' ? [orgs.D] : [])].entries())
      for (const activated of states)
        for (const requester_id of activated === null ? [users.orgA.id, users[caller].id] : [null]) {
          const homes = await Promise.all(disabledOrNot.map(async (off) => (await addCounterpart(off))[1]));
          const [inactive = 0] = await addUsers(db, null, [{ email: newEmail(), is_disabled: true, role_id: 4 }]);
          const [stub = 0] = await addUsers(db, null, [{ email: newEmail(), role_id: null }]);
          for (const [place, userId] of [...homes, inactive, stub].entries()) {
            // Tests half of the decided requests, with alternating kinds of users by organisation and decision.
            if (activated !== null && (at + place + Number(activated)) % 2) continue;
            await addUserMapping(db, userId, into, { activated, requester_id });
            targets.push({ organisationId: String(into), userId: String(userId) });
            if (activated === false) rejected.add(String(userId));
          }
        }
    return targets;
  },
  async read(tab, target) {
    const one = (await tab.graphql(externalUserDocument, target)).data?.externalUser;
    if (one) return one;
    // An Assessor sees the list only.
    const { data } = await tab.graphql(externalUsersDocument('(first: 100)'), { id: target.organisationId });
    const id = `${target.organisationId}:${target.userId}`;
    return data?.organisation?.externalUsers?.nodes.find((node: Body) => node.id === id);
  },
};

const assessmentKind: Kind = {
  async prepare() {
    const targets: Target[] = [];
    for (const org of ['A', 'B', 'D'] as const) {
      const rows = ['Not Started', 'In Progress', 'Completed'].map((audit_status) => ({ audit_status }));
      const organisationId = String(system.platform.orgs[org]);
      for (const id of await assessmentsOf(system, org, rows)) targets.push({ organisationId, assessmentId: id });
    }
    return targets;
  },
  async read(tab, { assessmentId: id }) {
    const document = `query($id: ID!) { assessment(id: $id) { status ${fieldsOf('Assessment')} } }`;
    return (await tab.graphql(document, { id })).data?.assessment;
  },
};

const keyKind: Kind = {
  async prepare(caller) {
    const { db, orgs, users } = system.platform;
    for (const user of new Set([caller, 'orgA', 'orgB', 'audA'] as const)) {
      for (const _ of [0, 1, 2, 3, 4]) await addIntegrationKey(db, users[user].id);
      const keys = await db.selectFrom('api_key').select('id').where('ent_usr_id', '=', users[user].id).execute();
      const [, revoked, rotated, expired, suspended] = keys.map(({ id }) => id);
      const past = new Date(system.platform.now().getTime() - 60_000);
      const set = (values: object, id = 0) => db.updateTable('api_key').set(values).where('id', '=', id).execute();
      await set({ revoked_at: past }, revoked);
      await set({ rotated_at: past }, rotated);
      await set({ expires_at: past }, expired);
      await set({ suspended_at: past }, suspended);
    }
    const rows = await db.selectFrom('api_key').select(['id', 'ent_usr_id']).where('name', '=', 'sync').execute();
    return rows.map(({ id, ent_usr_id }) => {
      const organisationId = ent_usr_id === users.orgB.id ? orgs.B : orgs.A;
      return { keyId: String(id), organisationId: String(organisationId) };
    });
  },
  async read(tab, { keyId, organisationId }) {
    const all = `{ ${keyFields} viewerCanEditAllowedAddresses }`;
    const document = `query($id: ID!) { viewer { apiKeys ${all} } organisation(id: $id) { apiKeys ${all} } }`;
    const { data } = await tab.graphql(document, { id: organisationId });
    const keys = [...(data?.viewer?.apiKeys ?? []), ...(data?.organisation?.apiKeys ?? [])];
    return keys.find((key) => key.id === keyId);
  },
};

const invitationKind: Kind = {
  async prepare() {
    const disabled = String(system.platform.orgs.D);
    const all = await addInvitations(system, ['A', 'B', 'D']);
    // Tests a third of the disabled organisation's invitations.
    return all
      .filter(({ organisationId }, place) => organisationId !== disabled || place % 3 === 0)
      .map(({ id, organisationId, email }) => ({ invitationId: id, organisationId, search: email }));
  },
  async read(tab, { invitationId, organisationId, search }) {
    const { data } = await tab.graphql(withSearch(invitationsDocument), { id: organisationId, search });
    return data?.organisation?.invitations?.nodes.find((node: Body) => node.id === invitationId);
  },
};

const organisationKeyKind: Kind = {
  async prepare() {
    const { db, orgs } = system.platform;
    const targets = [];
    const past = new Date(system.platform.now().getTime() - 60_000);
    for (const organisationId of [orgs.A, orgs.B])
      for (const state of [{}, { revoked_at: past }, { rotated_at: past }, { expires_at: past }]) {
        const { id } = await addOrganisationKey(db, organisationId);
        if (Object.keys(state).length > 0) await db.updateTable('api_key').set(state).where('id', '=', id).execute();
        targets.push({ keyId: String(id), organisationId: String(organisationId) });
      }
    return targets;
  },
  async read(tab, { keyId, organisationId }) {
    const document = `query($id: ID!) { organisation(id: $id) { organisationApiKeys { ${organisationKeyFields} viewerCanEditAllowedAddresses } } }`;
    const { data } = await tab.graphql(document, { id: organisationId });
    return data?.organisation?.organisationApiKeys?.find(({ id }: Body) => id === keyId);
  },
};

/** Reviews in each state, of two organisations and started by different users, with one person for `adm` to decide about. */
async function prepareReviews(): Promise<Target[]> {
  const { db, orgs, users } = system.platform;
  const targets: Target[] = [];
  const [started, cancelled] = [{ started_by: users.orgA.id }, { state: 'cancelled' as const }];
  // The reviewed person belongs to organisation A, so no one can decide in reviews of another organisation.
  for (const [organisationId, states] of [
    [orgs.A, [{}, {}, started, started, cancelled]],
    [orgs.B, [cancelled, cancelled]],
  ] as const)
    for (const state of states) {
      const added = await addReview(system, organisationId);
      await db
        .updateTable('access_review')
        .set({ started_by: users.adm.id, ...state })
        .where('id', '=', Number(added.reviewId))
        .execute();
      targets.push({ ...added, organisationId: String(organisationId) });
    }
  return targets;
}

const reviewKind: Kind = {
  prepare: prepareReviews,
  read: async (tab, { reviewId: id }) => {
    const document = `query($id: ID!) { accessReview(id: $id) { state ${fieldsOf('AccessReview')} } }`;
    return (await tab.graphql(document, { id })).data?.accessReview;
  },
};

const reviewItemKind: Kind = {
  prepare: prepareReviews,
  read: async (tab, { reviewId: id, itemId }) => {
    const document = `query($id: ID!) { accessReviewItems(reviewId: $id) { nodes { id ${fieldsOf('AccessReviewItem')} } } }`;
    const { data } = await tab.graphql(document, { id });
    return data?.accessReviewItems?.nodes.find((node: Body) => node.id === itemId);
  },
};

const reviewSeriesKind: Kind = {
  prepare: prepareReviews,
  read: async (tab, { organisationId: id, seriesId }) => {
    const document = `query($id: ID!) { organisation(id: $id) { accessReviewSeries { id ${fieldsOf('AccessReviewSeries')} } } }`;
    const { data } = await tab.graphql(document, { id });
    return data?.organisation?.accessReviewSeries?.find((series: Body) => series.id === seriesId);
  },
};

const kinds: Record<string, Kind> = {
  User: userKind,
  Organisation: organisationKind,
  MappingEdge: requestKind,
  ExternalUser: externalUserKind,
  Assessment: assessmentKind,
  // A product API without extensions has no calls for these.
  ...(mode === 'on' && {
    ApiKey: keyKind,
    OrganisationApiKey: organisationKeyKind,
    Invitation: invitationKind,
    AccessReview: reviewKind,
    AccessReviewItem: reviewItemKind,
    AccessReviewSeries: reviewSeriesKind,
  }),
};

/** Mutations with input other than that of the samples. */
const senders: Record<string, (tab: TestClient, target: Target, object: Body, field: string) => Promise<Answer>> = {
  updateUser: (tab, { userId: id }) => {
    // A user who was only invited has no role yet.
    const role = id === String(system.platform.users.invited.id) ? { roleId: '5' } : {};
    return tab.graphql(updateUserDocument, { input: { id, department: newName(), ...role } });
  },
  erasePerson: (tab, { userId }, object) => erasePerson(tab, userId, object?.email ?? 'x@unheard.example'),
  completeAccessReview: (tab, { reviewId }) =>
    sendReview(tab, 'completeAccessReview', { reviewId, currentPassword: password }),
  decideInAccessReview: async (tab, { reviewId, itemId }) => {
    const decisions = [{ itemId, decision: 'KEEP', version: 0 }];
    const answer = await sendReview(tab, 'decideInAccessReview', { reviewId, decisions });
    const [failure] = answer.data?.decideInAccessReview?.failures ?? [];
    return failure ? { ...answer, code: failure.code } : answer;
  },
  nominateSeniorManager: (tab, { organisationId, userId, email }) =>
    nominate(tab, { organisationId, designationId: 'CFO', userId, confirmEmail: email }),
  mapExternalUser: (tab, { organisationId, userId }, object, field) => {
    const isWithPerson = field === 'viewerCanEditPerson' || object?.viewerCanEditPerson;
    const person = isWithPerson ? goodDetails() : undefined;
    return tab.graphql(mapExternalUserDocument, { input: { organisationId, userId, person } });
  },
};

/** States in which a mutation has no effect and does not fail. */
const reached: Record<string, readonly string[]> = {
  activateUser: ['ACTIVE'],
  deactivateUser: ['INACTIVE'],
  enableOrganisation: ['ACTIVE'],
  disableOrganisation: ['DISABLED'],
  acceptMapping: ['ACCEPTED'],
  mapExternalUser: ['ACCEPTED'],
  endMapping: ['ENDED'],
  removeExternalUser: ['ENDED'],
  withdrawMapping: ['WITHDRAWN'],
  withdrawExternalUser: ['WITHDRAWN'],
  revokeApiKey: ['REVOKED', 'EXPIRED'],
  revokeOrganisationApiKey: ['REVOKED', 'EXPIRED'],
  confirmApiKey: ['ACTIVE', 'ROTATED'],
  revokeInvitation: ['REVOKED'],
  // The user's sign-in is not blocked.
  unblockSignIn: ['ACTIVE', 'INACTIVE'],
};
const isReached = (mutation: string, object: Body, { mappingId, userId }: Target) =>
  /^reject/.test(mutation)
    ? rejected.has(mappingId ?? userId ?? '')
    : reached[mutation]?.includes(object?.status ?? object?.state ?? object?.node?.state);

/** Mutations that a full organisation or a responder can prevent. */
const withBlocks = ['createUser', 'uploadUsers', 'activateUser', 'deactivateUser'];

const callers = ['adm', 'arc', 'orgA', 'assA', 'audA'] as const;
const walks = Object.keys(kinds).flatMap((kind) => callers.map((caller) => [kind, caller] as const));

/** The targets for a caller: few for roles without permission, and halves for the two roles with nearly the same permissions. */
function targetsFor(kind: string, caller: UserName, prepared: readonly Target[]): readonly Target[] {
  const ownId = String(system.platform.orgs.A);
  const isHidden = ['MappingEdge', 'ExternalUser', 'Assessment'].includes(kind);
  if (caller === 'assA' || caller === 'audA') return prepared.slice(0, isHidden ? 6 : 12);
  // For an Organiser everything of another organisation is NOT_FOUND, so few of those targets are enough.
  const isOwn = ({ organisationId = ownId }: Target) => organisationId === ownId || kind === 'Organisation';
  if (caller !== 'adm' && caller !== 'arc') return prepared.filter((target, place) => isOwn(target) || place % 4 === 0);
  return prepared.filter((_target, place) => place % 2 === (caller === 'adm' ? 0 : 1));
}

test.each(walks)(
  'ROLE-5 GQL-14 each viewerCan… of %s tells %s whether its mutation succeeds, in every state',
  async (name, caller) => {
    const { prepare, read } = kinds[name] as Kind;
    const targets = targetsFor(name, caller, await prepare(caller));
    const tab = await system.signIn(caller);
    const seen = new Set<boolean>();
    for (const given of targets) {
      let object = await read(tab, given);
      const fields = Object.entries(permissionFields[name] ?? {});
      for (const [place, [field, mutation]] of fields.entries()) {
        const may: boolean = object?.[field] ?? false;
        const blocks: string[] = (may && withBlocks.includes(mutation) && object.blockedBy) || [];
        if (/^end(Mapping|ExternalUser)$/.test(mutation)) system.platform.moveClock(pause);
        if (mode === 'on' && /setSingleSignOn|SsoDomain/.test(mutation))
          await addSso(system, Number(given.organisationId));
        const isPost = mutation === 'nominateSeniorManager';
        const email = isPost ? system.platform.users[caller].email : newEmail();
        const domain = ssoDomainOf(given.organisationId ?? '');
        const target = { ...given, email, domain, name: newName() };
        const answer = senders[mutation]
          ? senders[mutation](tab, target, object, field)
          : sendSample(tab, mutation, target);
        const { code = 'done', errors } = await answer;
        const allowed = may && blocks.length === 0 ? ['done'] : ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'INVALID'];
        if (!may && mode === 'off') allowed.push('CAPABILITY_UNAVAILABLE');
        // `personErasure` reports what prevents an erasure; the permission field does not.
        if (mutation === 'erasePerson') allowed.push('CONFLICT');
        if (blocks.length > 0) allowed.push('USER_LIMIT_REACHED', 'RESPONDER_ACTIVE');
        if (!may && isReached(mutation, object, target)) allowed.push('done');
        expect(allowed, JSON.stringify({ field, target, object, errors })).toContain(code);
        seen.add(may);
        // A failed mutation has changed nothing, so the object is not read again.
        if (code === 'done' && place < fields.length - 1) object = await read(tab, target);
      }
    }
    if (caller === 'adm') expect([...seen]).toContain(true);
  },
);

test.each(['adm', 'arc', 'orgA'] as const)(
  'MAP-12 GQL-14 a script of %s that accepts all requests with viewerCanAccept does not stop at one',
  async (caller) => {
    await addRequests(caller);
    const tab = await system.signIn(caller);
    let accepted = 0;
    for (const organisationId of ids(system.platform.orgs)) {
      const { data } = await tab.graphql(mappingsDocument('(first: 100)'), { id: organisationId });
      for (const { node, viewerCanAccept } of data?.organisation?.mappings?.edges ?? []) {
        if (!viewerCanAccept) continue;
        const { errors } = await sendSample(tab, 'acceptMapping', { organisationId, mappingId: node.id });
        expect([node, errors]).toEqual([node, []]);
        accepted += 1;
      }
    }
    expect(accepted).toBeGreaterThan(0);
  },
);

test('GQL-14 every viewerCan… of the schema is tested here, but for those that allow to see something', () => {
  const fields = Object.values(loadSchema().getTypeMap()).flatMap((type) =>
    isObjectType(type) ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`) : [],
  );
  const given = fields.filter((field) => /\.viewerCan(?!View|Read$)/.test(field));
  const tested = Object.entries(permissionFields).flatMap(([name, of]) =>
    Object.keys(of).map((field) => `${name}.${field}`),
  );
  expect(tested.toSorted()).toEqual(given.toSorted());
});
