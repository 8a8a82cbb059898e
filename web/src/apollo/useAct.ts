import type { ApolloCache, ApolloClient, DocumentNode, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useRef, useState } from 'react';
import { dismissFailure, reportFailure, showSuccess } from '../ui/toasts.tsx';
import { useClientSource } from './ClientSourceProvider.tsx';
import { type Failure, failureOf, toFailure } from './failure.ts';
import { operationName } from './operationName.ts';
import { useSession } from './SessionProvider.tsx';
import type { ActContext } from './sessionLink.ts';

interface ActOptions<Data> {
  /** Text of the alert when it is done. */
  success?: string;
  /** Names of the fields under which the form shows the server's messages itself. */
  fields?: readonly string[];
  /** True for a failure that the screen answers in its own way; anything else becomes the toast. */
  handles?: (failure: Failure) => boolean;
  /** False where there is nothing to save, so that a failure does not say whether it was. */
  saves?: boolean;
  /** Puts right in the cache what the answer's objects alone do not, in the same moment as they are written. */
  update?: (cache: ApolloCache, data: Data) => void;
}

const outcomes = {
  NOTHING: 'Nothing was saved.',
  PART: 'At least a part of it was saved. Check what is missing before you try again.',
  UNKNOWN: 'It is not known whether it was saved. Check before you try again.',
} as const;

/** The same mutation of the same object is the same action, whatever else is sent. */
const actionOf = (document: DocumentNode, variables: OperationVariables): string => {
  const { id, organisationId, userId } = { ...variables, ...variables.input };
  return JSON.stringify([operationName(document), id, organisationId, userId]);
};

const isDone = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Object.values(data).some((payload) => payload !== null);

/**
 * The one way to change something. `act` resolves with the data once the payload is there, with undefined when the act is already under way (a second press
 * does nothing), and rejects with a `Failure` after the person was told of it.
 */
export const useAct = <Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  options: ActOptions<Data> = {},
) => {
  const source = useClientSource();
  const session = useSession();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});

  const refuse = (failure: Failure, hadSession: boolean, action: string): never => {
    setFieldErrors(failure.fields);
    const shown = Object.keys(failure.fields);
    const inForm = shown.length > 0 && shown.every((name) => options.fields?.includes(name));
    // That the session ended was reported where it was noticed.
    if (hadSession && failure.has('UNAUTHENTICATED')) throw failure;
    const note = options.saves === false ? undefined : outcomes[failure.saved];
    if (!inForm && !options.handles?.(failure)) reportFailure(failure, { action, note });
    // The form shows what was refused, and does not say that the rest was saved.
    else if (failure.saved === 'PART') reportFailure(failureOf([{ message: outcomes.PART }]), { action });
    throw failure;
  };

  // `begin` is asked for the request's context only when the act does begin, not at a second press.
  const act = async (variables: Variables, begin?: () => ActContext) => {
    if (running.current) return undefined;
    running.current = true;
    const hadSession = session.secret !== null;
    setBusy(true);
    setFieldErrors({});
    const send = (client: ApolloClient) =>
      client.mutate({
        mutation: document as TypedDocumentNode<Data>,
        variables,
        context: begin?.(),
        update: (cache, { data }) => {
          if (isDone(data)) options.update?.(cache, data as Data);
        },
      });
    const settled = await source.with(send).catch((error: unknown) => ({ data: undefined, error }));
    running.current = false;
    setBusy(false);
    const action = actionOf(document, variables);
    dismissFailure(action);
    const data = settled.data as Data | undefined | null;
    if (!data || !isDone(data))
      return refuse(settled.error ? toFailure(settled.error) : failureOf([]), hadSession, action);
    // What could not be read back below the payload is read again; the act itself counts as done.
    if (settled.error) void source.with((client) => client.refetchQueries({ include: 'active' }));
    if (options.success) showSuccess(options.success);
    return data;
  };

  return { act, busy, fieldErrors };
};
