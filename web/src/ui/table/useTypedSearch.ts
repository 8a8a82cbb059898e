import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { searchToSend } from './listAddress.ts';

const settleMs = 300;

/** The text typed into a field for which the server finds the options: sent once typing pauses, an emptied field at once. */
export const useTypedSearch = () => {
  const [typed, setTyped] = useState('');
  const [sent, setSent] = useState('');
  const sendLater = useDebouncedCallback(setSent, settleMs);
  return {
    /** The search to send; undefined without a text. */
    search: sent || undefined,
    isSettled: typed === sent,
    onSearch: (text: string) => {
      const wanted = searchToSend(text);
      setTyped(wanted);
      sendLater.cancel();
      if (wanted === '') setSent('');
      else sendLater(wanted);
    },
  };
};
