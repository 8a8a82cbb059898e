import type { Failure } from './failure.ts';
import { dismissFailure, reportFailure } from './toasts.tsx';

let explained = false;
/** The reads with a toast that says that the role does not allow them. */
const refused = new Set<string>();

/** While the notice of the changed role is shown, it explains queries that the role does not allow, so they have no toast. */
export const explainRefusedReads = (shown: boolean): void => {
  explained = shown;
  if (!shown) return;
  for (const action of refused) dismissFailure(action);
  refused.clear();
};

export const reportFailedRead = (failure: Failure, action: string | undefined): void => {
  const isRefused = failure.has('FORBIDDEN') && failure.codes.every((code) => code === 'FORBIDDEN');
  if (isRefused && explained) return;
  if (action !== undefined) {
    if (isRefused) refused.add(action);
    else refused.delete(action);
  }
  reportFailure(failure, { action });
};
