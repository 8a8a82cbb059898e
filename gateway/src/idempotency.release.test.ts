import { randomUUID } from 'node:crypto';
import { idempotencyCalls } from '@console/contract/calls/idempotency';
import { mutationNames, mutationOf } from '@console/contract/mutations';
import { beforeEach, expect, test } from 'vitest';
import { effectsOf, isPossible, prepareMutation, said, withoutTimes } from './testing/samples/all.ts';
import { mode, useTestSystem } from './testing/system.ts';

/** Every mutation that takes an idempotency key; idempotency.test.ts has one of them. */

const system = useTestSystem();

const stored: readonly string[] = mutationNames.filter((name) => mutationOf(name).idempotency === undefined);
const newKey = () => ({ 'idempotency-key': randomUUID() });
let key = newKey();
beforeEach(() => {
  key = newKey();
});
const effects = () => effectsOf(system);

const { endOperation } = idempotencyCalls;

test.each(stored.filter(isPossible))(
  'DESIGN-8 RELIABILITY-F30 %s with one key, in sequence and in parallel, has one effect, one mail and equal answers',
  async (name) => {
    const send = await prepareMutation(system, name, 'once');
    const first = await send(key);
    expect([first.errors, first.status]).toEqual([[], 200]);
    const once = await effects();
    expect(once.entries.length > 0).toBe(name !== 'previewUserUpload');
    expect(said(await send(key))).toEqual(said(first));
    expect(await effects()).toEqual(once);

    await system.reset();
    key = newKey();
    const parallel = await prepareMutation(system, name, 'once');
    const [one, other] = await Promise.all([parallel(key), parallel(key)]);
    expect([one.errors, said(other)]).toEqual([[], said(one)]);
    expect(await effects()).toEqual(once);
  },
);

if (mode === 'on')
  test.each(stored)(
    'DESIGN-8 RELIABILITY-F24 %s that was lost before or after its answer has one effect when it is repeated, extension',
    async (name) => {
      const whole = await prepareMutation(system, name, 'once');
      system.upstream.requests.length = 0;
      const expected = await whole(key);
      const once = await effects();
      const writes = system.upstream.requests.filter(({ headers }) => headers['idempotency-key']);
      const paths = [...new Set(writes.map(({ path }) => path))];
      for (const path of [...paths, idempotencyCalls.storeOperation.path]) {
        await system.reset();
        key = newKey();
        const send = await prepareMutation(system, name, 'once');
        // Simulates a gateway that is killed after the product API has received its last call.
        system.upstream.script(path, { lost: true });
        system.upstream.script(endOperation.path, { status: 503, body: {} });
        await send(key);
        system.upstream.clear();
        system.platform.moveClock(31_000);
        const again = await send(key);
        expect([path, again.errors, withoutTimes(again)]).toEqual([path, [], withoutTimes(expected)]);
        expect([path, await effects()]).toEqual([path, once]);
        expect(said(await send(key))).toEqual(said(again));
      }
    },
  );
