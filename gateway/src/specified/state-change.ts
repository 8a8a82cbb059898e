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

export interface Subject<Body extends Stated> {
  kind: 'user' | 'organisation';
  id: string;
  detail: { call: Call; place: 'user' | 'org' };
  /** Throws FORBIDDEN by role, or for the caller's own id. */
  authorize(id: string | null): Promise<void>;
  readAllowed(): Promise<Body>;
  read(): Promise<Body>;
  /** Throws what else forbids the change. */
  requirePossible(stored: Body): Promise<void>;
  /** Sends the state, or nothing to a product API that toggles. */
  send(isDisabled?: boolean): Promise<Body | null | undefined>;
}

/** Confirms the change, and makes it unless the subject has the state; returns the subject. */
type StateChange<Body> = (confirm: () => Promise<void>) => Promise<Body | null | undefined>;

/** Throws FORBIDDEN or NOT_FOUND for a change that the caller may not make. */
export const prepareStateChange = async <Body extends Stated>(
  context: Context,
  subject: Subject<Body>,
  isDisabled: boolean,
): Promise<StateChange<Body>> =>
  (await context.supports('extensions'))
    ? changeOfPlatform(subject, isDisabled)
    : changeBySpecification(context, subject, isDisabled);

/** Our platform takes the state, and checks the change under a lock. */
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

/** External product APIs toggle, so the gateway checks the change first, and changes a user or organisation only once at a time. */
async function changeBySpecification<Body extends Stated>(
  { api, log, services }: Context,
  subject: Subject<Body>,
  isDisabled: boolean,
): Promise<StateChange<Body>> {
  const { kind, id, detail } = subject;
  const stored = await subject.readAllowed();
  await subject.authorize(idOf(stored.id));
  /** Throws if the state is unknown: toggling could do the opposite. */
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

/** Throws CONFLICT for the opposite state. */
function withState<Body extends Stated>(
  { kind }: Subject<Body>,
  isDisabled: boolean,
  answered: Body | null | undefined,
) {
  if (answered?.is_disabled != null && boolOf(answered.is_disabled) !== isDisabled) throw changedMeanwhileError(kind);
  return answered;
}
