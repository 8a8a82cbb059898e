import type { ServerMetrics } from '@console/server-base/metrics';
import type { FastifyReply } from 'fastify';
import type { Services } from './core/services.ts';
import type { OperationLog } from './graphql/format-error.ts';

/** Health checks are frequent, and say nothing about users. */
const isHealth = (route: string | undefined) => route?.startsWith('/health/') ?? false;

export function observeRequest(metrics: ServerMetrics, operation: OperationLog | null, reply: FastifyReply): void {
  if (isHealth(reply.request.routeOptions.url)) return;
  const name = operation?.operation ?? 'other';
  const code = operation ? (operation.code ?? statusCodeOf(reply)) : String(reply.statusCode);
  metrics.count('console_requests_total', { operation: name, code });
  metrics.observe('console_request_duration_seconds', { operation: name }, reply.elapsedTime);
  if (operation) countObjectives(metrics, code, reply.elapsedTime);
  if (operation?.signIn && !isProbeSignIn(operation))
    metrics.count('console_sign_ins_total', {
      method: operation.signIn,
      outcome: operation.signInResult ?? operation.code ?? 'UNKNOWN',
    });
}

const slowFromMs = 1_000;

function countObjectives(metrics: ServerMetrics, code: string, ms: number): void {
  const isFailed = /^(INTERNAL|UPSTREAM_.*|5\d\d)$/.test(code);
  for (const [objective, isBad] of [
    ['availability', isFailed],
    ['latency', ms > slowFromMs],
  ] as const)
    metrics.count('console_objective_requests_total', { objective, outcome: isBad ? 'bad' : 'good' });
}

/** Successful probe sign-ins only, so that guesses of its password are seen. */
const isProbeSignIn = ({ isProbe, signInResult }: OperationLog) => isProbe === true && signInResult === 'LoginSuccess';

/** A request that was rejected before GraphQL has no code. */
const statusCodeOf = ({ statusCode }: FastifyReply) => (statusCode < 400 ? 'OK' : String(statusCode));

export function reportGateway(metrics: ServerMetrics, services: Services): void {
  const { productApi, shares, refusalReports, settings, shared } = services;
  for (const objective of ['availability', 'latency'])
    for (const outcome of ['good', 'bad']) metrics.count('console_objective_requests_total', { objective, outcome }, 0);
  metrics.onScrape((set) => {
    const { isOut, breakers, pools } = productApi.state;
    set('console_degraded', { reason: 'product_api' }, Number(isOut));
    if (shared) set('console_degraded', { reason: 'shared_state' }, Number(shared.isOut));
    for (const { call, all, aCaller } of breakers) {
      set('console_breaker_open', { call, scope: 'all' }, Number(all));
      set('console_breaker_open', { call, scope: 'caller' }, Number(aCaller));
    }
    for (const { pool, running, waiting, places } of pools) {
      set('console_bulkhead_running', { pool }, running);
      set('console_bulkhead_waiting', { pool }, waiting);
      set('console_bulkhead_places', { pool }, places);
    }
    set('console_queue_depth', { queue: 'documents' }, shares.waiting);
    set('console_queue_depth', { queue: 'refusals' }, refusalReports.waiting);
    set('console_secret_rotating', { secret: 'SESSION_SECRET' }, Number(settings.secrets.length > 1));
  });
}
