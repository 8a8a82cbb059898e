import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { idempotencyCalls } from '@console/contract/calls/idempotency';
import { type DocumentNode, type ExecutionResult, type OperationDefinitionNode, parse } from 'graphql';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '../base/memory-store.ts';
import type { ValidatedOperation } from '../core/validated-operation.ts';
import type { SavedState } from '../product-api/write-tracker.ts';
import { executeIdempotently } from './idempotent-mutations.ts';

interface Sent {
  text?: string;
  variables?: object;
  idempotencyKey?: string | string[] | undefined;
  /** The key for the product API; null without a caller. */
  key?: string | null;
  isBearer?: boolean;
  uid?: string | null;
  role?: string;
  keyScopes?: string[] | undefined;
  onboardingToken?: string | null;
  saved?: SavedState;
  isPartial?: boolean;
  /** Whether the gateway knows which writes a request has made. */
  isTracked?: boolean;
  extensions?: boolean;
}

let store: MemoryStore;
const warn = vi.fn();
const callAside = vi.fn(async (_call: object, _input: object): Promise<object> => ({ state: 'started' }));
const done: ExecutionResult = { data: { updateUser: { id: '1' } } };
const execute = vi.fn(async (_operation: ValidatedOperation): Promise<ExecutionResult> => done);
const userMutation = 'mutation { updateUser(input: {}) { id } }';

function operationOf(sent: Sent): ValidatedOperation {
  const { text = userMutation, key = 'session-key', isBearer = false, uid = '5', saved = 'NOTHING' } = sent;
  const document: DocumentNode = parse(text);
  const user = { id: 5, email: 'a@b.example', role: sent.role ?? 'ADMINISTRATOR', key_scopes: sent.keyScopes };
  const context = {
    idempotencyKey: 'idempotencyKey' in sent ? sent.idempotencyKey : 'one',
    onboardingToken: sent.onboardingToken ?? null,
    session: { isBearer, current: uid === null ? null : { uid } },
    api: {
      key,
      callAside,
      journal: null,
      settings: { assessorManagesUsers: true },
      call: async () => ({ user }),
      perRequest: () => ({}),
    },
    call: { writes: sent.isTracked === false ? undefined : { saved, isPartial: sent.isPartial ?? false } },
    log: { warn },
    services: {
      store,
      contentCipher: {
        encrypt: async (_purpose: string, content: unknown) => JSON.stringify(content),
        decrypt: async (_purpose: string, stored: string) => JSON.parse(stored),
      },
    },
    supports: async (name: string) => name === 'extensions' && sent.extensions === true,
  };
  const [operation] = document.definitions as OperationDefinitionNode[];
  const request = { variables: sent.variables ?? {} };
  return {
    document,
    operation,
    operationName: null,
    queryHash: text,
    request,
    context,
  } as unknown as ValidatedOperation;
}
const run = executeIdempotently(execute);
const send = (sent: Sent = {}) => run(operationOf(sent));
const refusal = (code: string, status: number, more: object = {}) =>
  expect.objectContaining({ extensions: expect.objectContaining({ code, http: { status }, ...more }) });

beforeEach(() => {
  store = new MemoryStore(() => new Date());
  vi.clearAllMocks();
});
afterEach(() => vi.useRealTimers());

describe('DESIGN-8 an operation with an idempotency key', () => {
  test('is executed once: a repetition gets the stored answer', async () => {
    const operation = operationOf({});
    expect(await run(operation)).toEqual(done);
    expect(await send()).toEqual(done);
    expect(execute.mock.calls).toEqual([[operation]]);
    expect(operation.context.operationKey).toEqual({ keyHash: expect.any(String), inputHash: expect.any(String) });
    expect(operation.context.api.journal).not.toBeNull();
  });

  test.each([
    ['without a key', { idempotencyKey: undefined }],
    ['that is a query', { text: '{ viewer { user { id } } }' }],
    ['that is about signing in', { text: 'mutation { encrypt(data: "x") { data } }' }],
  ])('%s is executed each time', async (_which, sent) => {
    const claim = vi.spyOn(store, 'claim');
    await send(sent);
    await send(sent);
    expect(execute).toHaveBeenCalledTimes(2);
    expect(claim).not.toHaveBeenCalled();
  });

  test('that the document does not have is executed each time', async () => {
    for (let sent = 0; sent < 2; sent += 1) await run({ ...operationOf({}), operation: undefined } as never);
    expect(execute).toHaveBeenCalledTimes(2);
  });

  test('of a field that is no mutation of ours is executed once', async () => {
    await send({ text: 'mutation { __typename }' });
    await send({ text: 'mutation { __typename }' });
    expect(execute).toHaveBeenCalledOnce();
  });

  test.each([[''], ['a b'], ['ü'], ['x'.repeat(256)], [['one', 'two']]])('is INVALID with the key %j', async (key) => {
    await expect(send({ idempotencyKey: key })).rejects.toThrow(refusal('INVALID', 400));
    await expect(send({ idempotencyKey: key })).rejects.toThrow(
      'Idempotency-Key must have 1 to 255 visible ASCII characters.',
    );
    expect(execute).not.toHaveBeenCalled();
  });

  test('may have a key of 255 signs', async () => {
    expect(await send({ idempotencyKey: '~'.repeat(255) })).toEqual(done);
  });

  test.each([
    ['input', { variables: { a: 1 } }],
    ['rights', { role: 'ORGANISER' }],
    ['scopes', { keyScopes: ['users:write'] }],
  ])('and other %s is IDEMPOTENCY_CONFLICT', async (_which, sent) => {
    await send();
    await expect(send(sent)).rejects.toThrow(refusal('IDEMPOTENCY_CONFLICT', 422));
    await expect(send(sent)).rejects.toThrow('already used with different input or permissions');
    expect(execute).toHaveBeenCalledOnce();
  });

  test('belongs to the user of a session, to an API key, or to the token or input of a request without either', async () => {
    const senders: Sent[] = [
      { uid: '5' },
      { uid: '6' },
      { isBearer: true, key: 'one' },
      { isBearer: true, key: 'two' },
      { uid: null, key: null, onboardingToken: 'one' },
      { uid: null, key: null, onboardingToken: 'two' },
      { uid: null, key: null },
      { uid: null, key: null, variables: { a: 1 } },
      { uid: null, key: null, isBearer: true, variables: { a: 2 } },
      { idempotencyKey: 'two' },
      { uid: null, key: null, idempotencyKey: 'two' },
      { isBearer: true, key: 'one', idempotencyKey: 'two' },
    ];
    for (const sent of senders) await send(sent);
    expect(execute).toHaveBeenCalledTimes(senders.length);
    for (const sent of senders) await send(sent);
    expect(execute).toHaveBeenCalledTimes(senders.length);
    await send({ uid: '5', key: 'another session of the user' });
    expect(execute).toHaveBeenCalledTimes(senders.length);
  });
});

describe('DESIGN-8 a running operation', () => {
  const { promise, resolve } = Promise.withResolvers<ExecutionResult>();

  test('is waited for, at most 6 seconds, in longer and longer pauses', async () => {
    vi.useFakeTimers();
    const pause = vi.spyOn(timers, 'setTimeout').mockImplementation((ms) => new Promise((end) => setTimeout(end, ms)));
    syncBuiltinESMExports();
    execute.mockReturnValueOnce(promise);
    const first = send();
    const begin = vi.spyOn(store, 'claim');
    await vi.advanceTimersByTimeAsync(0);
    const late = send().catch((thrown) => thrown);
    await vi.advanceTimersByTimeAsync(750);
    // The attempts at 0, 50, 150, 350 and 750 ms.
    expect(begin).toHaveBeenCalledTimes(5 + 1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begin).toHaveBeenCalledTimes(5 + 1 + 2);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await late).toEqual(refusal('CONFLICT', 409, { retryAfter: 1 }));
    expect((await late).message).toBe('The first request with this Idempotency-Key is still running.');
    const patient = send();
    resolve(done);
    await vi.advanceTimersByTimeAsync(500);
    expect([await first, await patient]).toEqual([done, done]);
    expect(execute).toHaveBeenCalledOnce();
    pause.mockRestore();
    syncBuiltinESMExports();
  });
});

describe('DESIGN-8 the end of an operation', () => {
  const other = { variables: { a: 1 } };
  const isForgotten = () =>
    send(other).then(
      () => true,
      () => false,
    );

  test('stores no answer with errors, and forgets what saved nothing', async () => {
    const failed = { data: null, errors: [{ message: 'refused' }] } as unknown as ExecutionResult;
    execute.mockResolvedValueOnce(failed);
    expect(await send()).toBe(failed);
    expect(await isForgotten()).toBe(true);
    expect(execute).toHaveBeenCalledTimes(2);
  });

  test('of one of which the writes are not known stores its answer, and forgets no failure', async () => {
    expect([await send({ isTracked: false }), await send({ isTracked: false })]).toEqual([done, done]);
    expect(execute).toHaveBeenCalledOnce();
    execute.mockRejectedValueOnce(new Error('lost'));
    const failing = { isTracked: false, idempotencyKey: 'two' };
    await expect(send(failing)).rejects.toThrow('lost');
    await expect(send({ ...failing, ...other })).rejects.toThrow(refusal('IDEMPOTENCY_CONFLICT', 422));
  });

  test('of one that threw is the same', async () => {
    execute.mockRejectedValueOnce(new Error('lost'));
    await expect(send({ saved: 'UNKNOWN' })).rejects.toThrow('lost');
    expect(await isForgotten()).toBe(false);
    expect(await send()).toEqual(done);
    expect(execute).toHaveBeenCalledTimes(2);
    execute.mockRejectedValueOnce(new Error('lost'));
    await expect(send({ idempotencyKey: 'two' })).rejects.toThrow('lost');
    await send({ ...other, idempotencyKey: 'two' });
  });

  test.each([
    ['is partial', { isPartial: true, saved: 'PART' as const }, done],
    ['has a secret', { text: 'mutation { createApiKey(input: {}) { secret } }' }, done],
    ['is longer than 64 kB', { saved: 'PART' as const }, { data: { a: 'x'.repeat(64 * 1024) } }],
  ])(
    'of one that %s stores no answer, and it is executed again with the same input alone',
    async (_which, sent, result) => {
      execute.mockResolvedValueOnce(result);
      expect(await send(sent)).toEqual(result);
      await expect(send({ ...sent, ...other })).rejects.toThrow(refusal('IDEMPOTENCY_CONFLICT', 422));
      await send(sent);
      expect(execute).toHaveBeenCalledTimes(2);
    },
  );

  test('of one with an answer of 64 kB stores it', async () => {
    const data = { a: 'x'.repeat(64 * 1024 - JSON.stringify({ a: '' }).length) };
    execute.mockResolvedValueOnce({ data });
    expect([await send(), await send()]).toEqual([{ data }, { data }]);
    expect(execute).toHaveBeenCalledOnce();
  });
});

describe('DESIGN-8 before our platform', () => {
  const platform: Sent = { extensions: true };
  const stored: Record<string, object> = {};
  const names = () =>
    callAside.mock.calls.map(([call]) => Object.entries(idempotencyCalls).find(([, one]) => one === call)?.[0]);
  beforeEach(() => {
    for (const call of Object.values(idempotencyCalls)) delete stored[call.name];
    callAside.mockImplementation(async (call) => stored[(call as { name: string }).name] ?? { state: 'started' });
  });

  test('an operation is stored there, and renewed each second while it runs', async () => {
    vi.useFakeTimers();
    const { promise, resolve } = Promise.withResolvers<ExecutionResult>();
    execute.mockReturnValueOnce(promise);
    const running = send(platform);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(names()).toEqual(['beginOperation', 'storeOperation', 'storeOperation']);
    resolve(done);
    expect(await running).toEqual(done);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(names()).toEqual(['beginOperation', 'storeOperation', 'storeOperation', 'storeOperation']);
  });

  test('a request without a caller is stored in this process', async () => {
    await send({ ...platform, uid: null, key: null });
    expect(callAside).not.toHaveBeenCalled();
  });

  test('the answer that was stored first is answered', async () => {
    const operation = operationOf(platform);
    execute.mockImplementationOnce(async ({ context }) => {
      const first = { keyHash: context.operationKey?.keyHash, stored: { updateUser: { id: 'first' } } };
      stored[idempotencyCalls.storeOperation.name] = { answer: JSON.stringify(first) };
      return { ...done, extensions: { a: 1 } };
    });
    expect(await run(operation)).toEqual({ data: { updateUser: { id: 'first' } }, extensions: { a: 1 } });
  });

  test('what cannot be stored is logged, and answered all the same', async () => {
    vi.useFakeTimers();
    const lost = new Error('lost');
    const logged = [{ err: lost }, 'idempotency: the outcome of an operation could not be stored'];
    callAside.mockImplementation(async (call) => {
      if (call === idempotencyCalls.beginOperation) return { state: 'started' };
      throw lost;
    });
    expect(await send(platform)).toEqual(done);
    execute.mockImplementationOnce(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return { errors: [] };
    });
    expect(await send(platform)).toEqual({ errors: [] });
    expect(warn.mock.calls).toEqual([logged, logged, logged]);
  });

  test('an operation that saved nothing is forgotten there, and any other or one with a secret is not', async () => {
    const forgotten = async (sent: Sent) => {
      execute.mockResolvedValueOnce({ data: null, errors: [] });
      await send({ ...platform, ...sent });
      return callAside.mock.lastCall;
    };
    const ended = (forget: boolean) => [
      idempotencyCalls.endOperation,
      { body: { key_hash: expect.any(String), forget } },
    ];
    expect(await forgotten({})).toEqual(ended(true));
    expect(await forgotten({ saved: 'PART' })).toEqual(ended(false));
    expect(await forgotten({ text: 'mutation { createApiKey(input: {}) { secret } }' })).toEqual(ended(false));
  });

  test('createOrganisation makes its writes again in this process, because its attempt finds what was created', async () => {
    const text = 'mutation { createOrganisation(input: {}) { organisation { id } } }';
    const journals = [];
    for (const sent of [{ text }, {}, { ...platform, text }]) {
      const operation = operationOf({ ...sent, idempotencyKey: `journal-${journals.length}` });
      await run(operation);
      journals.push(operation.context.api.journal !== null);
    }
    expect(journals).toEqual([false, true, true]);
  });
});
