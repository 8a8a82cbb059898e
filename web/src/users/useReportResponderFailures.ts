import { useEffect, useRef } from 'react';
import { failureFromErrors } from '../feedback/failure.ts';
import { dismissFailure, reportFailure } from '../feedback/toasts.tsx';

const action = 'responders';

/** Reports missing lists of responders in one toast, although every table and page returns equal texts. */
export const useReportResponderFailures = (messages: readonly string[], loaded: boolean): void => {
  const reported = useRef(new Set<string>());
  const all = JSON.stringify(messages);
  useEffect(
    function reportMissingResponders() {
      const failures = JSON.parse(all) as string[];
      if (failures.some((message) => !reported.current.has(message)))
        reportFailure(failureFromErrors(failures.map((message) => ({ message }))), { action });
      else if (loaded && failures.length === 0) dismissFailure(action);
      reported.current = new Set(failures);
    },
    [all, loaded],
  );
};
