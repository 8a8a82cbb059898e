import { endedStatus, withdrawnStatus } from '@console/contract/mapping-endings';
import { texts } from '@console/contract/rules';

const rejectedStatus = 'Rejected';

/** Status text; `activated` is null while pending. `stored` is null for accepted or renewed requests. */
export function mappingStatusText(activated: boolean | null, stored: string | null = null): string {
  if (activated === null) return texts.mappings.pending;
  return activated ? texts.mappings.accepted : (stored ?? rejectedStatus);
}

/** Whether an unaccepted mapping was ended or withdrawn, not rejected. */
export const isEndedOrWithdrawn = ({ activated, status }: { activated: boolean | null; status: string | null }) =>
  activated === false && (status === endedStatus || status === withdrawnStatus);
