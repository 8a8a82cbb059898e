import type { Failure } from '../feedback/failure.ts';
import { isShownInDialog } from '../ui/dialog/useConfirmedMutation.ts';

/** What the dialog of a webhook shows itself. */
export const isHandledHere = (failure: Failure): boolean => isShownInDialog(failure) || failure.has('CONFLICT');
