import { createContext } from 'react';

interface ShowOptions {
  /** Gets the focus back when the panel closes. */
  from?: HTMLElement;
  /** The panel gets the focus. */
  focus?: boolean;
}

/** The panel next to a list: which row it shows. */
export interface PeekState {
  /** The id of the shown row; null without a panel. */
  shown: string | null;
  /** The row that Tab leads to. */
  current: string | null;
  setCurrent: (id: string) => void;
  show: (id: string, options?: ShowOptions) => void;
  close: () => void;
  /** Whether the panel takes the focus now; once for each `show`. */
  takesFocus: () => boolean;
}

/** Null in a list without panels. */
export const PeekContext = createContext<PeekState | null>(null);

/** The row of a table that Tab leads to. */
export const FocusedRowContext = createContext<string | null>(null);
