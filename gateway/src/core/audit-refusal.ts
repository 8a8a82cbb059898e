import { createHash } from 'node:crypto';
import { isAuditedCode } from '@console/contract/errors';
import { storedEmail } from '@console/contract/fields/domain-rules';
import type { FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import type { CallContext } from '../product-api/call-context.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { auditedFieldAt } from './audited-field.ts';
import { cachedCaller } from './caller.ts';
import { type Context, callContextOf } from './context.ts';
import type { RequestSession } from './request-session.ts';
import type { Services } from './services.ts';
import type { ErrorListener } from './validated-operation.ts';

interface RefusalDetails {
  action: string;
  reason: string;
  target?: { type: string; id: string | null };
  /** Email that a caller without a session claims. */
  email?: string | null;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hashEmail = (email: string): string => sha256(storedEmail(email));

/** Null for text that the audit log does not accept. */
const textMatching = (pattern: RegExp, text: string | null): string | null =>
  text && pattern.test(text) ? text : null;

export function recordRefusal({ api, call, session, services }: Context, refused: RefusalDetails): void {
  report(services, { session, key: api.key, call, callerId: cachedCaller(api)?.userId ?? null }, refused);
}

export function recordRefusalBeforeGraphql(request: FastifyRequest, services: Services, refused: RefusalDetails): void {
  const session = request.consoleSession;
  const key = session?.credential?.key ?? null;
  report(services, { session, key, call: callContextOf(request), callerId: null }, refused);
}

interface RefusedSender {
  session: RequestSession | null;
  key: string | null;
  call: CallContext;
  callerId: string | null;
}

function report(
  { refusalReports }: Services,
  { session, key, call, callerId }: RefusedSender,
  refused: RefusalDetails,
) {
  const { action, reason, target, email } = refused;
  refusalReports.add({
    action: action.slice(0, 100),
    reason,
    target_type: target?.type.slice(0, 40) ?? 'request',
    target_id: clearIdOf(target?.id ?? null),
    via: session?.isBearer ? 'bearer' : key === null ? 'public' : 'session',
    key_hash: key === null ? null : sha256(key),
    user_id: session?.current?.uid ?? callerId,
    email_hash: email ? hashEmail(email) : null,
    client_address: textMatching(/^[\da-fA-F:.]{2,45}$/, call.clientAddress),
    request_id: call.requestId,
  });
}

export function recordTamperedCookie(context: Context): void {
  context.log.warn('session.tampered');
  recordRefusal(context, { action: 'session:resume', reason: 'TAMPERED' });
}

const longestId = 36;

/** Id of a target; hashed if it could be a key or token typed as an id. */
function clearIdOf(id: string | null): string | null {
  const isSecret = id !== null && (id.length > longestId || id.startsWith('key_'));
  return textMatching(/^[\w:.-]{1,64}$/, isSecret ? `hash:${sha256(id).slice(0, 16)}` : id);
}

export const recordsRefusals = ({ capabilities }: Services, call: CallContext): Promise<boolean> =>
  capabilities.supports('extensions', call, { atAnyAge: true }).catch(() => false);

async function ownRefusals(
  errors: readonly GraphQLError[],
  services: Services,
  call: CallContext,
): Promise<GraphQLError[]> {
  const refusals = errors.filter(({ extensions }) => isAuditedCode(extensions?.code));
  if (!refusals.some(isRecordable) || !(await recordsRefusals(services, call))) return refusals;
  return refusals.filter((error) => !isRecordable(error));
}

/** Whether the product API can have recorded it: not for a read, of which only the gateway knows the purpose. */
function isRecordable(error: GraphQLError): boolean {
  const failure = upstreamFailure(error);
  return failure !== null && !(failure.isRead && (failure.code === 'FORBIDDEN' || failure.code === 'NOT_FOUND'));
}

function upstreamFailure(error: unknown): ApiFailure | null {
  for (let cause = error; cause; cause = (cause as { originalError?: unknown }).originalError)
    if (cause instanceof ApiFailure) return cause.status === null ? null : cause;
  return null;
}

export const recordOperationRefusals: ErrorListener = async (
  errors,
  { context, document, operation, request: { variables = {} } },
) => {
  const recorded = new Set<string>();
  for (const error of await ownRefusals(errors, context.services, context.call)) {
    const refused = refusalDetails(
      error,
      context,
      auditedFieldAt({ document, operation, variables }, error.path ?? []),
    );
    const key = JSON.stringify(refused);
    if (refused && !recorded.has(key)) recordRefusal(context, refused);
    recorded.add(key);
  }
};

function refusalDetails(
  { extensions }: GraphQLError,
  { session }: Context,
  field: Omit<RefusalDetails, 'reason'>,
): RefusalDetails | null {
  const reason = String(extensions.code);
  if (reason !== 'UNAUTHENTICATED') return { ...field, reason };
  // There was no attempt if no credential was sent.
  const isTried = session.isBearer || (session.cookieSession && session.pageSecretHash !== null);
  return isTried ? { action: 'session:useKey', reason } : null;
}

export async function recordIfRefusal(request: FastifyRequest, services: Services, error: GraphQLError): Promise<void> {
  const reason = String(error.extensions.code);
  const [own] = await ownRefusals([error], services, callContextOf(request));
  if (!own || reason === 'UNAUTHENTICATED') return;
  recordRefusalBeforeGraphql(request, services, { action: 'graphql:request', reason });
}
