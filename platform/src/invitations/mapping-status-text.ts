import { endedStatus, withdrawnStatus } from '@console/contract/mapping-endings';
import { texts } from '@console/contract/rules';

const rejectedStatus = 'Rejected';

/** The status text of a mapping; `activated` is null while it is pending. What was accepted, or is asked for again, has no `stored` one of before. */
export function mappingStatusText(activated: boolean | null, stored: string | null = null): string {
  if (activated === null) return texts.mappings.pending;
  return activated ? texts.mappings.accepted : (stored ?? rejectedStatus);
}

/** Whether something that is not accepted was ended or withdrawn, and not rejected. */
export const isEndedOrWithdrawn = ({ activated, status }: { activated: boolean | null; status: string | null }) =>
  activated === false && (status === endedStatus || status === withdrawnStatus);
