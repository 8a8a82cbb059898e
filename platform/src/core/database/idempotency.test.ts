import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { demoNow } from '../../testing/demo-now.ts';
import { type Fixtures, writeFixtures } from '../../testing/fixtures.ts';
import { addMs, dayMs, secondMs } from '../base/clock.ts';
import type { CallerOwner, IdempotentRequest } from '../base/idempotent-request.ts';
import { runOnce } from './idempotency.ts';
import { idempotentOperationsStore } from './idempotent-operations.store.ts';
import type { Database } from './schema.ts';

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

const userOwner = (id: number): CallerOwner => ({ column: 'ent_usr_id', id });

describe('DESIGN-8 a command with an idempotency key', () => {
  let runs = 0;
  /** Runs a command that returns the number of its runs, and with it the stored response. */
  const run = (more: Partial<IdempotentRequest> = {}, fails = false) => {
    const request = {
      owner: userOwner(fixtures.users.adm.id),
      call: 'createOrg',
      key: 'one',
      inputHash: 'input',
      commands: 1,
    };
    return db
      .transaction()
      .execute((trx) =>
        runOnce(trx, now, { ...request, ...more }, async () => {
          runs += 1;
          if (fails) throw new Error('failed');
          const answer = { run: runs, at: now, secret: 'x' as string | null };
          return { answer, stored: { ...answer, secret: null } };
        }),
      )
      .catch(({ message, body }) => body?.code ?? message);
  };
  beforeEach(() => {
    runs = 0;
  });

  test('runs once, and a repetition gets the stored answer', async () => {
    expect(await run()).toEqual({ run: 1, at: demoNow, secret: 'x' });
    expect([await run(), await run()]).toEqual(Array(2).fill({ run: 1, at: demoNow, secret: null }));
    expect(runs).toBe(1);
  });

  test('runs once for each user, call, key and place in its request', async () => {
    const others = [
      { owner: userOwner(fixtures.users.arc.id) },
      { call: 'createOrganiser' },
      { key: 'two' },
      { commands: 2 },
    ];
    for (const more of [{}, ...others]) await run(more);
    expect(runs).toBe(5);
    for (const [place, more] of [{}, ...others].entries()) expect(await run(more)).toMatchObject({ run: place + 1 });
    expect(await run({ key: 'one 2' })).toMatchObject({ run: 5 });
  });

  test('is refused with other input, for a day', async () => {
    await run();
    expect(await run({ inputHash: 'other' })).toBe('IDEMPOTENCY_CONFLICT');
    now = addMs(demoNow, dayMs);
    expect(await run({ inputHash: 'other' })).toBe('IDEMPOTENCY_CONFLICT');
    now = addMs(demoNow, dayMs + 1);
    expect(await run({ inputHash: 'other' })).toMatchObject({ run: 2, at: now });
    expect([await run(), await run({ inputHash: 'other' })]).toMatchObject(['IDEMPOTENCY_CONFLICT', { run: 2 }]);
  });

  test('that is found without its answer, or with other input, is refused in words, and does not run', async () => {
    const request = {
      owner: userOwner(fixtures.users.adm.id),
      call: 'createOrg',
      key: 'one',
      inputHash: 'input',
      commands: 1,
    };
    const repeat = () => Promise.reject(new Error('ran again'));
    const once = (more: Partial<IdempotentRequest> = {}) =>
      db.transaction().execute((trx) => runOnce(trx, now, { ...request, ...more }, repeat));
    const message = 'This request was already sent with different content. Start again.';
    await run();
    await expect(once({ inputHash: 'other' })).rejects.toMatchObject({ body: { message } });
    await db.updateTable('idempotency_key').set({ answer: null }).execute();
    await expect(once()).rejects.toMatchObject({ body: { message, code: 'IDEMPOTENCY_CONFLICT' } });
  });

  test('that failed runs again', async () => {
    expect(await run({}, true)).toBe('failed');
    expect(await run({ inputHash: 'other' })).toMatchObject({ run: 2 });
  });
});

describe('DESIGN-8 an operation of a gateway', () => {
  const operation = (more: { owner?: CallerOwner; key_hash?: string } = {}) => ({
    owner: userOwner(fixtures.users.adm.id),
    key_hash: 'one',
    ...more,
  });
  const store = () => idempotentOperationsStore(db, now);
  const start = (input = 'input', of = operation()) => store().start(of, input);
  const found = () => store().find(operation());
  const leasedUntil = (seconds: number) => addMs(now, seconds * secondMs);

  test('is started once for its user and key, and found', async () => {
    expect([await start(), await start(), await start('other')]).toEqual([{ journal: null }, null, null]);
    expect(await start('input', operation({ owner: userOwner(fixtures.users.arc.id) }))).toEqual({ journal: null });
    expect(await start('input', operation({ key_hash: 'two' }))).toEqual({ journal: null });
    expect(await found()).toEqual({ input_hash: 'input', leased_until: leasedUntil(5), answer: null });
    expect(await store().find(operation({ key_hash: 'unknown' }))).toBeUndefined();
  });

  test('is started anew after a day', async () => {
    await start();
    await store().storeResponse(operation(), 'answer');
    now = addMs(demoNow, dayMs);
    expect(await start('other')).toBeNull();
    now = addMs(demoNow, dayMs + 1);
    expect(await start('other')).toEqual({ journal: null });
    expect(await found()).toEqual({ input_hash: 'other', leased_until: leasedUntil(5), answer: null });
  });

  test('is resumed with its journal five seconds after it was last renewed, by the same input', async () => {
    await start();
    await store().storeJournal(operation(), 'reads');
    now = addMs(now, 4 * secondMs);
    expect(await start()).toBeNull();
    await store().renew(operation());
    expect(await found()).toMatchObject({ leased_until: leasedUntil(5) });
    now = addMs(now, 5 * secondMs);
    expect([await start('other'), await start(), await start()]).toEqual([null, { journal: 'reads' }, null]);
    now = addMs(now, 4 * secondMs);
    await store().storeJournal(operation(), 'more reads');
    expect(await found()).toMatchObject({ leased_until: leasedUntil(5) });
  });

  test('that has ended is resumed at once, and is not renewed', async () => {
    await start();
    await store().end(operation(), false);
    await store().renew(operation());
    expect(await found()).toMatchObject({ leased_until: null });
    expect([await start('other'), await start()]).toEqual([null, { journal: null }]);
  });

  test('that is forgotten may have other input, unless it has an answer', async () => {
    await start();
    await start('input', operation({ key_hash: 'two' }));
    await start('input', operation({ owner: userOwner(fixtures.users.arc.id) }));
    await store().end(operation(), true);
    expect(await found()).toBeUndefined();
    expect(await start('other', operation({ key_hash: 'two' }))).toBeNull();
    expect(await start('other', operation({ owner: userOwner(fixtures.users.arc.id) }))).toBeNull();
    expect(await start('other')).toEqual({ journal: null });
    await store().storeResponse(operation(), 'answer');
    await store().end(operation(), true);
    expect(await found()).toMatchObject({ answer: 'answer' });
  });

  test('stores the first answer, and then neither a journal nor a lease', async () => {
    await start();
    await store().storeJournal(operation(), 'reads');
    await store().storeResponse(operation(), 'first');
    const done = { input_hash: 'input', leased_until: null, answer: 'first' };
    expect(await found()).toEqual(done);
    const journalOf = () => db.selectFrom('idempotent_operation').select('journal').executeTakeFirstOrThrow();
    expect(await journalOf()).toEqual({ journal: null });
    await store().storeResponse(operation(), 'second');
    await store().storeJournal(operation(), 'late');
    await store().renew(operation());
    expect([await found(), await journalOf()]).toEqual([done, { journal: null }]);
    now = addMs(now, 10 * secondMs);
    expect(await start()).toBeNull();
  });
});
