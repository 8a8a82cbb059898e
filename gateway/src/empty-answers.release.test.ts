import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { describe, expect, test } from 'vitest';
import type { Answer } from './testing/client.ts';
import { type EachMutation, eachMutation } from './testing/each-mutation.ts';
import { mode, useTestSystem } from './testing/system.ts';

const system = useTestSystem();

/** Calls that are made for their response. */
const needed = new Set<string>([
  calls.login.path,
  calls.encrypt.path,
  calls.validPassword.path,
  calls.updateConfig.path,
]);
const emptied = Object.values<Call>(calls).filter(({ kind, path }) => kind !== 'read' && !needed.has(path));

/** An answer without what is another each time. */
const lasting = ({ data, errors }: Answer) =>
  JSON.parse(
    JSON.stringify({ data, errors }, (key, value) =>
      /^(id|createdAt|updatedAt|at|cursor|url|organisationId|requestId|userId)$/.test(key) && value !== null
        ? key
        : value,
    ),
  );

async function outcomeOf({ by = 'adm', run }: EachMutation, status?: 200 | 204) {
  await system.reset();
  const tab = await system.signIn(by);
  for (const { path } of status ? emptied : []) system.upstream.script(path, { emptied: status });
  return lasting(await run(system, tab));
}

describe('RELIABILITY-F40 OPEN-49 DESIGN-3 with empty answers to its changes', () => {
  // Nothing is withdrawn without the extensions.
  const names = Object.keys(eachMutation).filter((name) => mode === 'on' || !name.startsWith('withdraw'));
  test.each(names)('%s is done and answers the same', async (name) => {
    const mutation = eachMutation[name];
    if (!mutation) throw new Error(`no ${name}`);
    const usual = await outcomeOf(mutation);
    expect(usual.errors).toEqual([]);
    for (const status of [204, 200] as const) expect(await outcomeOf(mutation, status)).toEqual(usual);
  });
});
