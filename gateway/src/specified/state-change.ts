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

/** A user that is activated or deactivated, or an organisation that is enabled or disabled. */
export interface Subject<Body extends Stated> {
  kind: 'user' | 'organisation';
  id: string;
  detail: { call: Call; place: 'user' | 'org' };
  /** Throws FORBIDDEN by role, or for the caller's own id. */
  authorize(id: string | null): Promise<void>;
  readAllowed(): Promise<Body>;
  read(): Promise<Body>;
  /** Throws what else forbids the change. */
  requirePossible?(stored: Body): Promise<void>;
  /** Sends the state, or nothing to a product API that toggles. */
  send(isDisabled?: boolean): Promise<Body | null | undefined>;
  /** Reads it after a toggle with a response that does not show all of it. */
  readAfter?(): Promise<Body | null>;
}

/** The subject of a change as it was answered, and as it was stored before if the gateway had to read it. */
interface Changed<Body> {
  answered: Body | null | undefined;
  stored?: Body;
}

/** Confirms the change, and makes it unless the subject has the state. */
export type StateChange<Body> = (confirm: () => Promise<void>) => Promise<Changed<Body>>;

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
    const answered = await notFoundForInvalidId(subject.send(isDisabled), subject.id);
    return { answered: withState(subject, isDisabled, answered) };
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
    if (hasState(stored)) return { answered: stored, stored };
    await subject.requirePossible?.(stored);
    await confirm();
    const answered = await services.keyedMutex.runExclusive(`${kind} ${id}`, async () => {
      api.clearReads();
      const current = await subject.read();
      if (hasState(current)) return current;
      const sent = withState(subject, isDisabled, await subject.send());
      return subject.readAfter ? withState(subject, isDisabled, await subject.readAfter()) : sent;
    });
    return { answered, stored };
  };
}

/** Throws CONFLICT for the opposite state. */
function withState<Body extends Stated>(
  { kind }: Subject<Body>,
  isDisabled: boolean,
  answered: Body | null | undefined,
): Body | null | undefined {
  if (answered?.is_disabled != null && boolOf(answered.is_disabled) !== isDisabled) throw changedMeanwhileError(kind);
  return answered;
}
