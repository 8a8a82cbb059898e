import { randomUUID } from 'node:crypto';
import { idempotencyKeyHeader } from '@console/contract/calls/idempotency';
import type { Capability } from '@console/contract/capabilities';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { hashApiKey } from '../base/key-hash.ts';
import type { CallContext } from '../product-api/call-context.ts';
import { fileAddress } from '../product-api/file-address.ts';
import { RequestCalls } from '../product-api/request-calls.ts';
import { WriteTracker } from '../product-api/write-tracker.ts';
import { readCaller } from './caller.ts';
import type { SpentCost } from './caller-budgets.ts';
import type { OperationKey } from './idempotent-operation.ts';
import type { KeyRequest } from './key-request-log.ts';
import type { RequestSession } from './request-session.ts';
import type { Sender } from './request-shares.ts';
import type { Services } from './services.ts';

export interface OperationPoints {
  points: number;
  rows: number;
  calls: number;
}

export class Context {
  api: RequestCalls;
  readonly call: CallContext;
  /** Token that authorised an upload without a session, otherwise null. */
  readonly onboardingToken: string | null;
  operationKey: OperationKey | null = null;
  endParsing: () => void = () => undefined;
  readonly cost: { spent: SpentCost | null } = { spent: null };
  /** Unchecked header `x-cost-only`. */
  readonly costOnly: string | string[] | undefined;
  operationCost: OperationPoints | null = null;
  /** Entry in the log of the API key; null without one. */
  readonly keyRequest: KeyRequest | null;
  readonly services: Services;
  readonly session: RequestSession;
  readonly sender: Sender;
  readonly cookieHeader: string | undefined;
  readonly userAgent: string | undefined;
  /** Unchecked header `Idempotency-Key`. */
  readonly idempotencyKey: string | string[] | undefined;

  // Apollo copies the properties of a context, which loses #private ones.
  constructor(request: FastifyRequest, services: Services, session: RequestSession) {
    this.services = services;
    this.session = session;
    this.sender = request.sender;
    this.keyRequest = request.keyRequest;
    this.cookieHeader = request.headers.cookie;
    this.userAgent = request.headers['user-agent'];
    this.costOnly = request.headers['x-cost-only'];
    this.idempotencyKey = request.headers[idempotencyKeyHeader];
    this.call = callContextOf(request);
    const { keyBudgets } = services;
    const { credential } = request.sender;
    const hasBudget = session.isBearer && keyBudgets.limit > 0;
    const context = hasBudget ? { ...this.call, reportKeyBudget: () => keyBudgets.report(credential) } : this.call;
    this.api = new RequestCalls(services.productApi, context, session.credential);
    this.onboardingToken = request.onboardingToken;
  }

  get limitKey(): string {
    const { key } = this.api;
    return this.session.current?.uid ?? hashApiKey(key ?? '');
  }

  get log(): FastifyBaseLogger {
    return this.call.log;
  }

  /** URL of a file on our origin; null for a URL that is not allowed. */
  fileAddress(address: unknown): string | null | Promise<string> {
    const { settings, pictures } = this.services;
    const { key } = this.api;
    return fileAddress(address, settings) ?? (key === null ? null : pictures.addressOf(address, key));
  }

  /** Whether the product API has a capability beyond the specification; see docs/architecture.md. */
  async supports(capability: Capability, options?: { atAnyAge: boolean }): Promise<boolean> {
    const { capabilities } = this.services;
    // The first response announces the extensions, and every request with a key reads its caller.
    if (capabilities.isUnknown && this.api.key !== null) await readCaller(this.api).catch(() => null);
    return capabilities.supports(capability, this.call, options);
  }

  /** Whether the product API counts attempts, over all sessions and keys; otherwise the gateway does. */
  countsAttempts(): Promise<boolean> {
    return this.supports('extensions', { atAnyAge: true });
  }
}

export const callContextOf = (request: FastifyRequest): CallContext => ({
  requestId: request.id,
  nonce: randomUUID(),
  clientAddress: request.ip,
  log: request.log,
  writes: new WriteTracker(),
  span: request.spans?.innermost,
});

/** Context of a call without a key, on the connections for signing in. */
export const anonymousCallContext = ({ call, userAgent }: Context): CallContext => ({
  ...call,
  pool: 'signIn',
  ...(userAgent ? { userAgent } : {}),
});
