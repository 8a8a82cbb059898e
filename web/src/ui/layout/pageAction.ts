import type { MouseEventHandler } from 'react';

interface LinkAction {
  label: string;
  to: string;
  /** The link's location state. */
  state?: unknown;
  onClick?: MouseEventHandler;
}

interface ButtonAction {
  label: string;
  onClick: () => void;
  danger?: boolean;
  /** Says why the action is not possible now. */
  disabledReason?: string | undefined;
}

/** An action in a menu. */
export type PageAction = LinkAction | ButtonAction;
