import { texts } from '@console/contract/rules';

const rejectedStatus = 'Rejected';

/** The status text of a mapping; `activated` is null while it is pending. */
export function mappingStatusText(activated: boolean | null): string {
  if (activated === null) return texts.mappings.pending;
  return activated ? texts.mappings.accepted : rejectedStatus;
}
