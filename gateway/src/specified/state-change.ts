import type { Call } from '@console/contract/call';
import { changedMeanwhileError } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import { boolOf, idOf } from '../product-api/shape.ts';

interface Stated {
  readonly id?: unknown;
  readonly is_disabled?: unknown;
}

/** A user who is activated or deactivated, or an organisation that is enabled or disabled. */
export interface Subject<Body extends Stated> {
  kind: 'user' | 'organisation';
  id: string;
  /** The call that reads it, and its place in the response. */
  detail: { call: Call; place: 'user' | 'org' };
  /** Throws FORBIDDEN for a caller who may not change this id, by their role or because it is their own. */
  authorize(id: string | null): Promise<void>;
  /** Reads it for a caller who may change it. */
  readAllowed(): Promise<Body>;
  read(): Promise<Body>;
  /** Throws what else forbids the change. */
  requirePossible(stored: Body): Promise<void>;
  /** Sends the change with the state, or without one to a product API that toggles. */
  send(isDisabled?: boolean): Promise<Body | null | undefined>;
}

/** Confirms the change, and makes it unless the subject has the state; the subject as far as it is known then. */
type StateChange<Body> = (confirm: () => Promise<void>) => Promise<Body | null | undefined>;

/** A change of state that the caller may make. Throws FORBIDDEN or NOT_FOUND for any other. */
export const prepareStateChange = async <Body extends Stated>(
  context: Context,
  subject: Subject<Body>,
  isDisabled: boolean,
): Promise<StateChange<Body>> =>
  (await context.supports('extensions'))
    ? changeOfPlatform(subject, isDisabled)
    : changeBySpecification(context, subject, isDisabled);

/** Our platform takes the state, and checks what forbids it together with the change, under a lock. */
async function changeOfPlatform<Body extends Stated>(
  subject: Subject<Body>,
  isDisabled: boolean,
): Promise<StateChange<Body>> {
  await subject.authorize(subject.id);
  return async (confirm) => {
    await confirm();
    return withState(subject, isDisabled, await notFoundForInvalidId(subject.send(isDisabled), subject.id));
  };
}

/** Any other product API toggles. The gateway checks what forbids the change, and makes one change of a subject at a time. */
async function changeBySpecification<Body extends Stated>(
  { api, log, services }: Context,
  subject: Subject<Body>,
  isDisabled: boolean,
): Promise<StateChange<Body>> {
  const { kind, id, detail } = subject;
  const stored = await subject.readAllowed();
  await subject.authorize(idOf(stored.id));
  /** Throws when the state is unknown: a call that toggles would then do the opposite. */
  const hasState = (body: Body) => {
    if (body.is_disabled == null) throw incompleteResponse(log, detail.call, `${detail.place}.is_disabled`);
    return boolOf(body.is_disabled) === isDisabled;
  };
  return async (confirm) => {
    if (hasState(stored)) return stored;
    await subject.requirePossible(stored);
    await confirm();
    return services.keyedMutex.runExclusive(`${kind} ${id}`, async () => {
      api.clearReads();
      const current = await subject.read();
      return hasState(current) ? current : withState(subject, isDisabled, await subject.send());
    });
  };
}

/** The subject as answered; throws CONFLICT for one with the opposite state. */
function withState<Body extends Stated>(
  { kind }: Subject<Body>,
  isDisabled: boolean,
  answered: Body | null | undefined,
) {
  if (answered?.is_disabled != null && boolOf(answered.is_disabled) !== isDisabled) throw changedMeanwhileError(kind);
  return answered;
}
