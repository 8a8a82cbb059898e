import { texts } from '@console/contract/rules';
import { useRef, useState } from 'react';
import { TextField } from './TextField.tsx';

interface RequiredTextOptions {
  label: string;
  description: string;
  maxLength: number;
  initial?: string;
}

/** The required text of a dialog: `field` is rendered, and takes the focus after an error. */
export function useRequiredText({ initial = '', ...shown }: RequiredTextOptions) {
  const ref = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(initial);
  const [error, setError] = useState<string>();
  const text = typed.trim();
  const refuse = (message: string) => {
    setError(message);
    ref.current?.focus();
  };
  const isValid = () => {
    if (text === '') refuse(texts.field.required);
    // The field shows its own message for a text that is too long.
    else if (text.length > shown.maxLength) ref.current?.focus();
    else return true;
    return false;
  };
  const field = (
    <TextField
      ref={ref}
      required
      autoComplete="off"
      value={typed}
      error={error}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setError(undefined);
      }}
      {...shown}
    />
  );
  return { text, isTyped: typed !== initial, isValid, refuse, field };
}
