import { accountCalls } from '@console/contract/calls/account';
import { extensionCalls } from '@console/contract/calls/extensions';
import { sessionCalls } from '@console/contract/calls/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { PlatformSettings } from '../base/settings.ts';
import { acceptIdempotencyKeys, readIdempotencyKey } from './idempotency.ts';

const settings = (extensions: boolean) => ({ settings: { extensions } as PlatformSettings });
interface Sent {
  headers?: Record<string, unknown>;
  body?: unknown;
  uploaded?: Record<string, unknown>;
}
const requestOf = ({ headers = { 'idempotency-key': 'one' }, body = { a: 1 }, uploaded }: Sent = {}) =>
  ({ headers, body, uploaded }) as unknown as FastifyRequest;
const read = (sent: Sent = {}, extensions = true) =>
  readIdempotencyKey(settings(extensions), requestOf(sent), 'createOrg');
const inputOf = (sent: Sent) => read(sent)?.inputHash;

describe('DESIGN-8 the idempotency key of a request', () => {
  test('is read with its call, and with extensions alone', () => {
    expect(read()).toEqual({ call: 'createOrg', key: 'one', inputHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect([read({ headers: {} }), read({}, false)]).toEqual([null, null]);
  });

  test('has 1 to 255 letters, digits and signs', () => {
    expect(read({ headers: { 'idempotency-key': '~'.repeat(255) } })?.key).toHaveLength(255);
    const errors = { 'idempotency-key': ['must have 1 to 255 visible ASCII characters'] };
    for (const key of ['', 'a b', 'x'.repeat(256), ['one', 'two']])
      expect(() => read({ headers: { 'idempotency-key': key } })).toThrow(
        expect.objectContaining({ status: 422, body: { errors, codes: { 'idempotency-key': ['FORMAT'] } } }),
      );
  });

  test('belongs to the body and the files, whatever the order of the files', () => {
    const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
    const [logo, icon] = [file('a.png', 'a'), file('b.png', 'b')];
    const inputs = [
      ...[{}, { body: { a: 2 } }, { uploaded: { logo } }, { uploaded: { icon: logo } }],
      ...[
        { uploaded: { logo: icon } },
        { uploaded: { logo: file('b.png', 'a') } },
        { uploaded: { logo: file('a.png', 'b') } },
      ],
      ...[{ uploaded: { logo, icon } }, { uploaded: { logo: undefined } }],
    ].map(inputOf);
    expect(new Set(inputs).size).toBe(inputs.length);
    expect(inputOf({ uploaded: { icon, logo } })).toBe(inputOf({ uploaded: { logo, icon } }));
    expect(inputOf({ uploaded: {} })).toBe(inputOf({}));
  });

  test('belongs to the input that the gateway names, where it names one', () => {
    const named = (input: unknown, body: unknown = { a: 1 }) =>
      inputOf({ headers: { 'idempotency-key': 'one', 'idempotency-input': input }, body });
    expect(named('input', { a: 2 })).toBe(named('input'));
    expect(named('other')).not.toBe(named('input'));
    expect([named(''), named(['input'])]).toEqual([inputOf({}), inputOf({})]);
  });
});

describe('DESIGN-8 a caller', () => {
  /** The caller's idempotency key after the hook has run. */
  async function acceptedBy(call: string | undefined, { isRead = false, caller = true, sent = {} as Sent } = {}) {
    const hooks: ((request: FastifyRequest) => Promise<void>)[] = [];
    const addHook = (name: string, hook: (typeof hooks)[number]) => name === 'preHandler' && hooks.push(hook);
    acceptIdempotencyKeys({ addHook } as unknown as FastifyInstance, settings(true));
    const request = {
      ...requestOf(sent),
      caller: caller ? { userId: 7 } : null,
      routeOptions: { config: { call, isRead } },
    };
    await hooks[0]?.(request as unknown as FastifyRequest);
    return request.caller;
  }

  test('writes with the key, and no command of it has run', async () => {
    const owner = { column: 'ent_usr_id', id: 7 };
    const idempotency = { call: 'createOrg', key: 'one', inputHash: expect.any(String), owner, commands: 0 };
    expect(await acceptedBy('createOrg')).toEqual({ userId: 7, idempotency });
  });

  test('has none without a key, for a read, for another route and for calls about sessions and passwords', async () => {
    expect(await acceptedBy('createOrg', { sent: { headers: {} } })).toEqual({ userId: 7 });
    expect(await acceptedBy('createOrg', { isRead: true })).toEqual({ userId: 7 });
    expect(await acceptedBy(undefined)).toEqual({ userId: 7 });
    expect(await acceptedBy('createOrg', { caller: false })).toBeNull();
    for (const { name } of [
      ...[accountCalls.validPassword, accountCalls.changePwd],
      ...[sessionCalls.logoutApiUser, extensionCalls.handover],
    ])
      expect([name, await acceptedBy(name)]).toEqual([name, { userId: 7 }]);
  });
});
