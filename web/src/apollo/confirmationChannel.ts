/** What the window of a provider tells the dialog that has opened it: what went wrong, or null. */
export interface ConfirmationMessage {
  state: string;
  problem: string | null;
}

/** Windows that have been at another site do not know the one that has opened them. */
export const openConfirmationChannel = (): BroadcastChannel => new BroadcastChannel('console.confirmation');

/** Whether an answer of a provider confirms an action; else it signs in. The platform begins its states so. */
export const isConfirmation = (state: string): boolean => state.startsWith('confirm.');
