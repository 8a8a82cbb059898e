import { webhooksCalls } from '@console/contract/calls/webhooks';
import fc from 'fast-check';
import { buildSchema, graphql } from 'graphql';
import { expect, test } from 'vitest';
import type { Context } from '../core/context.ts';
import { passOn } from './pass-on.ts';

const schema = buildSchema(`
  enum State { WAITING DELIVERED }
  type Inner { id: ID! count: Int }
  type Delivery { id: ID! number: Int! state: State kinds: [State!] isSent: Boolean! inner: Inner inners: [Inner!]! own: String }
  type Query { webhooks: [Delivery!] webhook: Delivery! }
`);
const document = (field: string) =>
  `{ ${field} { id number state kinds isSent inner { id count } inners { id count } own } }`;
const own = schema.getType('Delivery') as unknown as { getFields(): Record<string, { resolve?: () => string }> };
Object.assign(own.getFields().own ?? {}, { resolve: () => 'of the gateway' });
const fields = schema.getQueryType()?.getFields() ?? {};

/** Reads a field from a call that returns `answer`. `has`: the product API names the capability; `logged` collects missing parts. */
async function read(field: 'webhooks' | 'webhook', answer: unknown, { has = true, logged = [] as string[] } = {}) {
  const log = {
    warn: ({ missing = [], dropped = [] }: Record<string, string[]>) => logged.push(...missing, ...dropped),
  };
  const api = { key: 'key', call: async () => ({ [field]: answer }) };
  const context = { api, log, session: { isBearer: false }, supports: async () => has } as unknown as Context;
  Object.assign(fields[field] ?? {}, { resolve: passOn(webhooksCalls.webhooks) });
  const { data, errors = [] } = await graphql({ schema, source: document(field), contextValue: context });
  return { data: data?.[field], codes: errors.map(({ extensions }) => extensions.code) };
}

const inner = { id: '1', count: 2 };
const delivery = {
  id: '7',
  number: 3,
  state: 'WAITING',
  kinds: ['DELIVERED'],
  isSent: false,
  inner,
  inners: [inner],
  own: 'of the gateway',
};

test('SPEC-7 a value with the names and types of the schema is passed on as it is, and without the capability null or CAPABILITY_UNAVAILABLE', async () => {
  expect(await read('webhooks', [delivery])).toEqual({ data: [delivery], codes: [] });
  expect(await read('webhooks', null)).toEqual({ data: null, codes: [] });
  expect(await read('webhooks', [delivery], { has: false })).toEqual({ data: null, codes: [] });
  expect((await read('webhook', delivery, { has: false })).codes).toEqual(['CAPABILITY_UNAVAILABLE']);
});

test('RELIABILITY-F10 a value of an enum that a later release has is null, and left out of a list', async () => {
  const later = { ...delivery, state: 'PAUSED', kinds: ['PAUSED', 'WAITING'] };
  expect(await read('webhook', later)).toEqual({ data: { ...delivery, state: null, kinds: ['WAITING'] }, codes: [] });
});

test('SPEC-7 an answer of the release before is read by the same names in snake case', async () => {
  const before = { id: 7, number: 3, state: 'waiting', kinds: ['delivered'], is_sent: false, inner, inners: [inner] };
  expect(await read('webhook', before)).toEqual({ data: delivery, codes: [] });
});

test('RELIABILITY-F10 an item that cannot be read is left out and logged, unless none can be', async () => {
  const logged: string[] = [];
  const wrong = { ...delivery, number: '3' };
  expect(await read('webhooks', [wrong, delivery], { logged })).toEqual({ data: [delivery], codes: [] });
  expect((await read('webhooks', [wrong], { logged })).codes).toEqual(['UPSTREAM_BAD_RESPONSE']);
  expect(new Set(logged)).toEqual(new Set(['webhooks.number']));
});

test('OPEN-49 RELIABILITY-F10 any other answer is UPSTREAM_BAD_RESPONSE, and never an error of GraphQL or a default', async () => {
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom<unknown>(null, 'WAITING', 'PAUSED', 1, '1', true, inner, delivery),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...Object.keys(delivery)), tie('value'), { maxKeys: 8, noNullPrototype: true }),
    ),
  })).value;
  const answers = fc.oneof(
    values,
    fc.array(values),
    fc.record({ state: values, kinds: values, inner: values }).map((parts) => [{ ...delivery, ...parts }]),
  );
  await fc.assert(
    fc.asyncProperty(answers, async (value) => {
      const { codes } = await read('webhooks', value);
      expect(codes.filter((code) => code !== 'UPSTREAM_BAD_RESPONSE')).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});
