import { refusalTexts } from '@console/contract/rules';
import type { Kysely, Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { demoNow } from '../../testing/demo-now.ts';
import { type Fixtures, type UserName, writeFixtures } from '../../testing/fixtures.ts';
import { addMs, secondMs } from '../base/clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from './caller.ts';
import {
  lockAllowedOrganisation,
  lockManagedUser,
  lockOrganisation,
  lockOrganisations,
  lockUser,
  readManagedUser,
  requireEnabledOrganisation,
} from './locks.ts';
import { consumeReauthentication, credentialOf, recordReauthentication } from './reauthentication.ts';
import { createSession } from './sessions.ts';

let now = demoNow;
let db: Kysely<Database>;
let fixtures: Fixtures;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());
beforeEach(async () => {
  now = demoNow;
  fixtures = await writeFixtures(db, now);
});
const clock = () => now;
const inTransaction = <T>(act: (trx: Transaction<Database>) => Promise<T>) => db.transaction().execute(act);
const organiser = () =>
  ({ role: 'ORGANISER', organisationId: String(fixtures.orgs.A), userId: fixtures.users.orgA.id }) as Caller;
const idOf = (user: UserName) => fixtures.users[user].id;
/** The status of a refusal and the reason in its audit entry. */
const refusalOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    ({ status, audit }) => [status, audit?.after.reason, audit?.target],
  );
const target = (user: UserName) => ({ type: 'ent_usr', id: idOf(user) });

describe('RELIABILITY an organisation', () => {
  test('is locked with others in the order of their ids', async () => {
    const { A, B } = fixtures.orgs;
    const locked = await inTransaction((trx) => lockOrganisations(trx, [B, A, 999]));
    expect([...locked].map(([id, { brandname }]) => [id, brandname.length > 0])).toEqual([
      [A, true],
      [B, true],
    ]);
    expect(await inTransaction((trx) => lockOrganisation(trx, B))).toMatchObject({ id: B });
    expect(await inTransaction((trx) => lockOrganisation(trx, null))).toBeUndefined();
  });

  test('is locked for a command of its own users, and refused to others', async () => {
    const { A, B } = fixtures.orgs;
    const lock = (caller: Caller, id: number, action: 'users:edit' | 'config:edit' = 'users:edit') =>
      inTransaction((trx) => lockAllowedOrganisation(trx, caller, action, id));
    expect(await lock(organiser(), A)).toMatchObject({ id: A });
    expect(await refusalOf(lock(organiser(), B))).toEqual([404, 'boundary', { type: 'ent_org', id: B }]);
    expect(await refusalOf(lock(organiser(), A, 'config:edit'))).toEqual([403, 'role', { type: 'ent_org', id: A }]);
    const unknown = lock({ ...organiser(), role: 'ADMINISTRATOR' }, 999);
    expect(await refusalOf(unknown)).toEqual([404, 'boundary', { type: 'ent_org', id: 999 }]);
  });

  test('has to be there and enabled', async () => {
    const [A, D] = await inTransaction((trx) =>
      Promise.all([lockOrganisation(trx, fixtures.orgs.A), lockOrganisation(trx, fixtures.orgs.D)]),
    );
    expect(requireEnabledOrganisation(A)).toBe(A);
    expect(() => requireEnabledOrganisation(undefined)).toThrow(expect.objectContaining({ status: 404 }));
    const disabled = { status: 422, body: { message: refusalTexts.organisationDisabled } };
    expect(() => requireEnabledOrganisation(D)).toThrow(expect.objectContaining(disabled));
  });
});

describe('USER-20 a user who is managed', () => {
  const read = (user: UserName, caller = organiser(), action: 'users:edit' | 'config:edit' = 'users:edit') =>
    readManagedUser(db, caller, action, idOf(user));

  test('is of the caller’s organisation and level', async () => {
    expect(await read('audA')).toMatchObject({ id: idOf('audA') });
    expect(await read('orgA')).toMatchObject({ id: idOf('orgA') });
    expect(await refusalOf(read('orgB'))).toEqual([404, 'boundary', target('orgB')]);
    expect(await refusalOf(read('arc'))).toEqual([403, 'level', target('arc')]);
    expect(await refusalOf(read('audA', organiser(), 'config:edit'))).toEqual([403, 'role', target('audA')]);
    expect(await read('orgB', { ...organiser(), role: 'ARCHITECT' })).toMatchObject({ id: idOf('orgB') });
    const named = readManagedUser(db, organiser(), 'users:edit', idOf('orgB'), { type: 'ent_org', id: 1 });
    expect(await refusalOf(named)).toEqual([404, 'boundary', { type: 'ent_org', id: 1 }]);
  });

  test('is locked, with their organisation where it is needed', async () => {
    const lock = (user: UserName, withOrganisation: boolean) =>
      inTransaction((trx) =>
        lockManagedUser(trx, organiser(), 'users:edit', idOf(user), { withOrganisation, withCaller: false }),
      );
    const user = expect.objectContaining({ id: idOf('audA') });
    expect(await lock('audA', false)).toEqual({ user, organisation: undefined });
    expect(await lock('audA', true)).toEqual({ user, organisation: expect.objectContaining({ id: fixtures.orgs.A }) });
    expect(await refusalOf(lock('orgB', true))).toEqual([404, 'boundary', target('orgB')]);
    const locked = await inTransaction((trx) => lockUser(trx, idOf('audA')));
    const found = { id: idOf('audA'), ent_org_id: fixtures.orgs.A, erased_at: null };
    expect(locked).toEqual({ ...found, password_hash: expect.any(String) });
  });
});

describe('SECURITY-T7 a reauthentication', () => {
  const session = async () => {
    const device = { userAgent: null, address: '::1' };
    const { sessionId } = await inTransaction((trx) =>
      createSession(trx, clock, idOf('orgA'), 1_000, device, { by: 'password', hasFactor: false }),
    );
    return { sessionId };
  };
  const record = (caller: { sessionId?: number }) =>
    inTransaction((trx) => recordReauthentication(trx, clock, credentialOf(caller)));
  const consume = (caller: Pick<Caller, 'sessionId' | 'apiKeyId' | 'keyScopes'>) =>
    inTransaction((trx) => consumeReauthentication(trx, clock, caller)).then(
      () => 'used',
      ({ status, body }) => body.code ?? status,
    );

  test('is valid once, for 60 seconds and for its session', async () => {
    const [one, other] = [await session(), await session()];
    expect(await consume(one)).toBe('WRONG_PASSWORD');
    await record(one);
    expect([await consume(other), await consume(one), await consume(one)]).toEqual([
      ...['WRONG_PASSWORD', 'used', 'WRONG_PASSWORD'],
    ]);
    await record(one);
    now = addMs(now, 60 * secondMs);
    expect(await consume(one)).toBe('used');
    await record(one);
    now = addMs(now, 60 * secondMs + 1);
    expect(await consume(one)).toBe('WRONG_PASSWORD');
  });

  test('belongs to a credential, and is not needed by a key with sensitive:write', async () => {
    expect(credentialOf({ sessionId: 1, apiKeyId: 2 })).toEqual({ type: 'session', id: 1 });
    expect(credentialOf({ apiKeyId: 2 })).toEqual({ type: 'api_key', id: 2 });
    expect(() => credentialOf({})).toThrow(expect.objectContaining({ status: 403 }));
    expect(await consume({ apiKeyId: 2, keyScopes: ['sensitive:write'] })).toBe('used');
    expect(await consume({ apiKeyId: 2, keyScopes: ['users:write'] })).toBe('WRONG_PASSWORD');
  });
});
