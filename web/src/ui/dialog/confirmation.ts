import { createContext, useContext } from 'react';
import { useLocation } from 'react-router-dom';
import type { ConfirmationMethod } from '../../gql/graphql.ts';

/** A confirmation method other than the password. */
export type OtherWay = Exclude<ConfirmationMethod, 'PASSWORD'>;

/** How the viewer confirms an action that needs the password. */
export interface Confirmation {
  /** Null while unknown, and for a product API that only knows passwords: the dialog then asks for the password. */
  ways: readonly ConfirmationMethod[] | null;
  /** Reads the confirmation methods again. */
  load: () => void;
  /** Confirms the next action. To be called in the press of a button, because a browser opens windows only then. Resolves with what went wrong, or null; never after the signal. */
  confirm: (way: OtherWay, signal: AbortSignal) => Promise<string | null>;
  /** Whether the viewer has confirmed a change of this page's settings so recently that the next one needs no confirmation. */
  isHeld: (page: string) => boolean;
  /** Stores that the viewer has just confirmed a change of this page's settings. */
  hold: (page: string) => void;
}

/** Null outside the shell. */
export const ConfirmationContext = createContext<Confirmation | null>(null);

/** The viewer's confirmation methods: whether there is a password, and the others. */
export const useConfirmation = () => {
  const confirmation = useContext(ConfirmationContext);
  const ways = confirmation?.ways ?? (['PASSWORD'] as const);
  return {
    confirmation,
    hasPassword: ways.includes('PASSWORD'),
    others: ways.filter((way): way is OtherWay => way !== 'PASSWORD'),
  };
};

/** Whether a recent confirmation still counts for the settings of this page. */
export const useHeldConfirmation = () => {
  const { confirmation } = useConfirmation();
  const { pathname, search } = useLocation();
  const page = pathname + search;
  return { isHeld: () => confirmation?.isHeld(page) ?? false, hold: () => confirmation?.hold(page) };
};
