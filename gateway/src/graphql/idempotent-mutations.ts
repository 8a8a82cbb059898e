import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { idempotencyKeyPattern } from '@console/contract/calls/idempotency';
import { type MutationName, mutationOf, mutations } from '@console/contract/mutations';
import { type DocumentNode, type ExecutionResult, Kind, type SelectionSetNode } from 'graphql';
import { Upload } from 'graphql-upload-minimal';
import { failure } from '../base/errors.ts';
import { hashApiKey, hashText } from '../base/key-hash.ts';
import { readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import {
  anonymousKeyHash,
  type BeginResult,
  type IdempotentOperation,
  maxStoredResponseLength,
  type OperationKey,
} from '../core/idempotent-operation.ts';
import { PlatformOperation } from '../core/platform-operations.ts';
import { SharedOperation } from '../core/shared-operations.ts';
import { readUploadOnce } from '../core/uploads/read-upload.ts';
import type { Execute, ValidatedOperation } from '../core/validated-operation.ts';
import { isRecord } from '../product-api/shape.ts';

const declarationOf = (field: string | null) =>
  field !== null && Object.hasOwn(mutations, field) ? mutationOf(field as MutationName) : null;

/** Longer than the lease of an operation of a killed gateway. */
const longestWaitMs = 6_000;
const renewalMs = 1_000;
const firstPauseMs = 50;
const longestPauseMs = 500;

/** Executes a mutation with an idempotency key once: a repetition gets the stored response. */
export const executeIdempotently =
  (execute: Execute): Execute =>
  async (operation) => {
    const { context, document, operation: node } = operation;
    const field = node?.operation === 'mutation' ? rootFieldName(document, node.selectionSet) : null;
    const key = context.idempotencyKey;
    const { idempotency = 'stored' } = declarationOf(field) ?? {};
    if (key === undefined || field === null || idempotency === 'none') return execute(operation);
    if (typeof key !== 'string' || !idempotencyKeyPattern.test(key))
      throw failure('INVALID', 'Idempotency-Key must have 1 to 255 visible ASCII characters.', { responseStatus: 400 });
    const inputHash = hashText(await hashOperationInput(operation), await rightsOf(context));
    const operationKey = { keyHash: hashOf(context, key, inputHash), inputHash };
    const store = await openStore(context, operationKey, field);
    const begun = await beginInTime(store);
    if (begun.state === 'otherInput')
      throw failure(
        'IDEMPOTENCY_CONFLICT',
        'This Idempotency-Key was already used with different input or permissions. Use a new key.',
        {
          responseStatus: 422,
        },
      );
    if (begun.state === 'running') {
      const { retryAfter } = begun;
      throw failure('CONFLICT', 'The first request with this Idempotency-Key is still running.', {
        retryAfter,
        responseStatus: 409,
      });
    }
    if (begun.state === 'done') return { data: begun.data as ExecutionResult['data'] };
    context.operationKey = operationKey;
    context.api.journal = begun.journal;
    return finish(store, operation, execute, idempotency === 'secret');
  };

/** Permissions of the caller: others must not get a response that was stored with earlier ones. */
async function rightsOf({ api }: Context): Promise<string> {
  if (api.key === null) return '';
  const { role, keyScopes } = await readCaller(api);
  return JSON.stringify([role, keyScopes]);
}

/** Hash of a key in its scope: session user, API key, or otherwise token or input. */
function hashOf({ session, api, onboardingToken }: Context, key: string, inputHash: string): string {
  if (session.isBearer && api.key !== null) return hashText(`key ${hashApiKey(api.key)}`, key);
  return session.current
    ? hashText(`user ${session.current.uid}`, key)
    : anonymousKeyHash(onboardingToken ?? inputHash, key);
}

async function openStore(context: Context, key: OperationKey, field: string): Promise<IdempotentOperation> {
  const { services, call, api } = context;
  if (api.key !== null && (await context.supports('extensions'))) return new PlatformOperation(context, key);
  // `createOrganisation` finds the created objects by its `attempt`.
  const writes = field === 'createOrganisation' ? null : (call.writes ?? null);
  return new SharedOperation(services.store, key, writes);
}

async function beginInTime(store: IdempotentOperation): Promise<BeginResult> {
  const end = performance.now() + longestWaitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const begun = await store.begin();
    if (begun.state !== 'running' || performance.now() + pauseMs > end) return begun;
    await pause(pauseMs);
  }
}

/** Only a successful, complete response is stored; any other allows a repetition. */
async function finish(
  store: IdempotentOperation,
  operation: ValidatedOperation,
  execute: Execute,
  hasSecret: boolean,
): Promise<ExecutionResult> {
  const { writes } = operation.context.call;
  const { log } = operation.context;
  const logFailure = (err: unknown) =>
    log.warn({ err }, 'idempotency: the outcome of an operation could not be stored');
  const end = () => {
    const forget = writes?.saved === 'NOTHING' && !hasSecret;
    return store.end({ forget }).catch(logFailure);
  };
  const renewing = setInterval(() => void store.renew().catch(logFailure), renewalMs);
  try {
    const result = await execute(operation).finally(() => clearInterval(renewing));
    const isFinal = !result.errors && !writes?.isPartial && !hasSecret;
    if (isFinal && JSON.stringify(result.data).length <= maxStoredResponseLength) {
      const data = await store.finish(result.data).catch((err) => {
        logFailure(err);
        return result.data;
      });
      return { ...result, data: data as ExecutionResult['data'] };
    }
    await end();
    return result;
  } catch (thrown) {
    await end();
    throw thrown;
  }
}

/** First root field of an operation, the only one of a mutation. */
function rootFieldName(document: DocumentNode, { selections: [first] }: SelectionSetNode): string | null {
  if (first === undefined) return null;
  if (first.kind === Kind.FIELD) return first.name.value;
  if (first.kind === Kind.INLINE_FRAGMENT) return rootFieldName(document, first.selectionSet);
  const fragment = document.definitions.find(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === first.name.value,
  );
  return fragment?.kind === Kind.FRAGMENT_DEFINITION ? rootFieldName(document, fragment.selectionSet) : null;
}

/** Hash of document and variables: independent of field order, with files' hashes, without passwords, which are checked and not saved. */
async function hashOperationInput({ queryHash, operationName, request }: ValidatedOperation): Promise<string> {
  return hashText(queryHash, operationName ?? '', JSON.stringify(await toHashable(request.variables ?? {})));
}

async function toHashable(value: unknown): Promise<unknown> {
  if (value instanceof Upload) return hashFile(value);
  if (Array.isArray(value)) return Promise.all(value.map(toHashable));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).filter(([name]) => name !== 'currentPassword');
  fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return Promise.all(fields.map(async ([name, field]) => [name, await toHashable(field)]));
}

async function hashFile({ promise }: Upload): Promise<unknown> {
  const file = await readUploadOnce(promise).catch(() => null);
  return file && { name: file.name, sha256: createHash('sha256').update(file.bytes).digest('hex') };
}
