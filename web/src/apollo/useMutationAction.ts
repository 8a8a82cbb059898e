import type { ApolloCache, DocumentNode, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useLayoutEffect, useRef, useState } from 'react';
import { Failure, failureFromErrors, stillRunning, toFailure } from '../feedback/failure.ts';
import { dismissFailure, reportFailure, showSuccess } from '../feedback/toasts.tsx';
import { loadClient } from './loadClient.ts';
import { dropMutationKeys, openMutationKey, settleFailedKey } from './mutationKeys.ts';
import { operationName } from './operationName.ts';
import { useSession } from './SessionProvider.tsx';
import type { MutationContext } from './sessionLink.ts';

export interface MutationActionOptions<Data> {
  /** Text of the alert after success. */
  success?: string | ((data: Data) => string);
  /** Names of the fields at which the form shows the server's messages itself. */
  fields?: readonly string[];
  /** True for a failure that the screen shows itself; every other one becomes a toast. */
  handles?: (failure: Failure) => boolean;
  /** False for a mutation that saves nothing: failures then do not mention saved data. */
  saves?: boolean;
  /** False if a second press must repeat the action, and for passwords, for which the gateway accepts no key. */
  keyed?: boolean;
  /** Whether the user leaves the form after success: the form stays busy and sends nothing more. */
  leaves?: (data: Data) => boolean;
  /** Whether the mutation changes so much that the page's queries are sent again. */
  readsAgain?: boolean;
  /** Updates lists and counts in the cache, together with the objects of the payload. */
  update?: (cache: ApolloCache, data: Data) => void;
}

const outcomes = {
  NOTHING: 'Nothing was saved.',
  PART: 'At least part of your change was saved. Check what is missing before you try again.',
  UNKNOWN: 'Your change might not have been saved. Check before you try again.',
  /** The next press sends the same key. */
  REPEATABLE: 'Your change might not have been saved. Try again. It will not be applied twice.',
} as const;

/** How often a press is sent again while an earlier request with its key is running. The gateway itself waits six seconds each time. */
const mostWaits = 3;
const pauseMs = 1_000;

const isStillRunning = (error: unknown) => Boolean(error) && toFailure(error).has(stillRunning);

/** Identifies an action by mutation and object, whatever the other variables. */
const actionOf = (document: DocumentNode, variables: OperationVariables): string => {
  const { id, organisationId, userId } = { ...variables, ...variables.input };
  return JSON.stringify([operationName(document), id, organisationId, userId]);
};

const isDone = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Object.values(data).some((payload) => payload !== null);

/** Sends a mutation. `mutate` resolves with the data, or undefined if it already runs or its form is being left, and rejects with a shown `Failure`. */
export const useMutationAction = <Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  options: MutationActionOptions<Data> = {},
) => {
  const session = useSession();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [settledTimes, setSettledTimes] = useState(0);
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});

  // Runs once the result is rendered: an earlier press was meant for the form that has succeeded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs after each result.
  useLayoutEffect(
    function allowNextPress() {
      running.current = false;
    },
    [settledTimes],
  );

  const refuse = (failure: Failure, hadSession: boolean, action: string, repeatable: boolean): never => {
    setFieldErrors(failure.fields);
    const shown = Object.keys(failure.fields);
    // The viewer's role may have been lowered, so that the chosen role is now above it.
    if (shown.some((path) => path.endsWith('roleId'))) session.notifyRefused();
    const inForm = shown.length > 0 && shown.every((name) => options.fields?.includes(name));
    // The session link has already reported the end of the session.
    if (hadSession && failure.has('UNAUTHENTICATED')) throw failure;
    const outcome = failure.saved === 'UNKNOWN' && repeatable ? 'REPEATABLE' : failure.saved;
    const note = options.saves === false ? undefined : outcomes[outcome];
    if (!inForm && !options.handles?.(failure)) reportFailure(failure, { action, note });
    // The form shows the invalid fields, but not that other changes were saved.
    else if (failure.saved === 'PART') reportFailure(failureFromErrors([{ message: outcomes.PART }]), { action });
    throw failure;
  };

  // `begin` returns the request's context; it is not called at a second press.
  const mutate = async (variables: Variables, begin?: () => MutationContext) => {
    if (running.current) return undefined;
    running.current = true;
    const { secret, signal } = session;
    const wasOffline = !navigator.onLine;
    setBusy(true);
    setFieldErrors({});
    const saves = options.saves !== false;
    const opened = saves && options.keyed !== false ? await openMutationKey(document, variables) : null;
    const keyed = opened instanceof Failure ? null : opened;
    const send = async () => {
      if (opened instanceof Failure) throw opened;
      const client = await loadClient(session);
      const context: MutationContext = { ...begin?.() };
      if (keyed) context.headers = { ...context.headers, 'idempotency-key': keyed.key };
      const answer = await client.mutate({
        mutation: document as TypedDocumentNode<Data>,
        variables,
        context,
        update: (cache, { data }) => {
          if (isDone(data)) options.update?.(cache, data as Data);
        },
      });
      // The mutation succeeded, but parts of its payload could not be read, or it repeats the response to an earlier press.
      const isStale = answer.error || keyed?.repeated || options.readsAgain;
      if (isStale && isDone(answer.data)) void client.refetchQueries({ include: 'active' });
      return answer;
    };
    const settle = () => send().catch((error: unknown) => ({ data: undefined, error }));
    let settled = await settle();
    // Stops when the session has changed, so that nothing is sent as another user.
    for (let waits = 0; waits < mostWaits && !signal.aborted && isStillRunning(settled.error); waits += 1) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      settled = await settle();
    }
    const data = settled.data as Data | undefined | null;
    const succeeded = data && isDone(data);
    if (!succeeded || !options.leaves?.(data)) {
      setBusy(false);
      setSettledTimes((times) => times + 1);
    }
    const action = actionOf(document, variables);
    dismissFailure(action);
    if (!succeeded) {
      const failure = settled.error ? toFailure(settled.error) : failureFromErrors([]);
      if (failure.outage === 'browser' && wasOffline && !keyed?.repeated) failure.saved = 'NOTHING';
      const repeatable = keyed !== null && settleFailedKey(keyed, failure);
      return refuse(failure, secret !== null, action, repeatable);
    }
    if (saves) dropMutationKeys();
    const { success } = options;
    if (success) showSuccess(typeof success === 'function' ? success(data) : success);
    return data;
  };

  return { mutate, busy, fieldErrors };
};
