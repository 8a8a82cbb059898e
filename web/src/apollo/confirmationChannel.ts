/** The message of a provider's window to the dialog that opened it: what went wrong, or null. */
export interface ConfirmationMessage {
  state: string;
  problem: string | null;
}

/** A window that has visited another site has lost its reference to the window that opened it. */
export const openConfirmationChannel = (): BroadcastChannel => new BroadcastChannel('console.confirmation');

/** Whether a provider's response confirms an action; otherwise it signs in. The platform begins its states with this prefix. */
export const isConfirmation = (state: string): boolean => state.startsWith('confirm.');
