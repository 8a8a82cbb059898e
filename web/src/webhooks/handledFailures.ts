import type { Failure } from '../feedback/failure.ts';
import { isShownInDialog } from '../ui/dialog/useConfirmedMutation.ts';

/** Whether the dialog of a webhook shows the failure itself. */
export const isHandledHere = (failure: Failure): boolean => isShownInDialog(failure) || failure.has('CONFLICT');
