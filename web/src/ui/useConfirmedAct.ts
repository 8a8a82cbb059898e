import { useState } from 'react';
import { type Failure, toFailure } from '../apollo/failure.ts';
import { focusIfLost } from './focusIfLost.ts';

/** The failures that the dialog itself shows. */
export const inDialog = (failure: Failure): boolean => failure.has('WRONG_PASSWORD') || failure.has('RATE_LIMITED');

/** Answers with nothing when the act is already under way. */
type Send = (password?: string) => Promise<unknown>;

interface ConfirmedActOptions {
  /** The dialog's title once the password was wrong. */
  wrongTitle: string;
  /** Whether the person's own password is always asked for; else only once the server has refused to go without. */
  password: 'always' | 'whenNeeded';
  /** Something was changed. */
  onChanged: () => void;
  /** True for a failure that the screen answers in its own way: the question closes. */
  answers?: (failure: Failure) => boolean;
}

/**
 * An act behind a question, with the person's own password where it is asked for. `dialog` takes the question and what sends the act, which the dialog
 * waits for; the act's `handles` says yes to what `inDialog` does.
 */
export const useConfirmedAct = ({ wrongTitle, password, onChanged, answers }: ConfirmedActOptions) => {
  const [opened, setOpened] = useState(false);
  const [needsPassword, setNeedsPassword] = useState(password === 'always');
  const [fault, setFault] = useState<{ failure: Failure; given: boolean } | null>(null);
  const close = () => setOpened(false);
  const confirm = async (send: Send, given: string | undefined) => {
    try {
      if (!(await send(given))) return;
      close();
      onChanged();
      focusIfLost();
    } catch (error) {
      const failure = toFailure(error);
      setFault(inDialog(failure) ? { failure, given: given !== undefined } : null);
      if (failure.has('WRONG_PASSWORD')) setNeedsPassword(true);
      if (answers?.(failure)) close();
    }
  };
  const refused = fault?.failure.has('WRONG_PASSWORD') ?? false;
  const wrong = refused && fault?.given === true;
  const passwordFault = wrong ? 'This is not your password. Nothing was changed.' : 'Your own password is needed here.';
  return {
    open: () => {
      setFault(null);
      setOpened(true);
    },
    dialog: (question: string, send: Send) => ({
      opened,
      title: wrong ? wrongTitle : question,
      question: wrong ? question : undefined,
      password: needsPassword,
      error: refused ? passwordFault : fault?.failure.message,
      onCancel: close,
      onConfirm: (given?: string) => confirm(send, given),
    }),
  };
};
