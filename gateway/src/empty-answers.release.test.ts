import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { mutationNames, mutationOf } from '@console/contract/mutations';
import { describe, expect, test } from 'vitest';
import type { Answer } from './testing/client.ts';
import { isPossible, prepareMutation, sampleOf } from './testing/samples/all.ts';
import { useTestSystem } from './testing/system.ts';

const system = useTestSystem();

/** Calls that are made for their response. */
const needed = new Set<string>([
  calls.login.path,
  calls.encrypt.path,
  calls.validPassword.path,
  calls.updateConfig.path,
]);
const emptied = Object.values<Call>(calls).filter(({ kind, path }) => kind !== 'read' && !needed.has(path));

/** A response without the values that differ each time. */
const lasting = ({ data, errors }: Answer) =>
  JSON.parse(
    JSON.stringify({ data, errors }, (key, value) =>
      /^(id|createdAt|updatedAt|at|cursor|url|organisationId|requestId|userId)$/.test(key) && value !== null
        ? key
        : value,
    ),
  );

async function outcomeOf(name: string, status?: 200 | 204) {
  await system.reset();
  const send = await prepareMutation(system, name, 'once');
  for (const { path } of status ? emptied : []) system.upstream.script(path, { emptied: status });
  return lasting(await send());
}

/** Mutations that any product API has and that change data, except those that need the response of their call. */
const changing = mutationNames.filter((name) => {
  const { by, isExtension } = sampleOf(name);
  const isOfSession = mutationOf(name).event?.startsWith('session:') || by === 'anonymous';
  const isSpecified = !isExtension || name.startsWith('withdraw');
  return isSpecified && !isOfSession && !/^(encrypt|preview|updateConfig|changePassword|startExport)/.test(name);
});

describe('RELIABILITY-F40 OPEN-49 DESIGN-3 with empty answers to its changes', () => {
  const others = ['requestPasswordReset', 'resetPassword'];
  test.each([...changing, ...others].filter((name) => isPossible(name)))(
    '%s is done and answers the same',
    async (name) => {
      const usual = await outcomeOf(name);
      expect(usual.errors).toEqual([]);
      for (const status of [204, 200] as const) expect(await outcomeOf(name, status)).toEqual(usual);
    },
  );
});
