import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core';
import type { RefObject } from 'react';
import { useCopy } from './useCopy.ts';

interface CopyButtonProps extends Omit<ButtonProps, 'children'> {
  text: string;
  /** The element with the text, which is selected if it cannot be copied. */
  shown: RefObject<HTMLElement | null>;
  label?: string;
  onCopied?: () => void;
  /** Whether the button gets the focus when its dialog opens. */
  'data-autofocus'?: boolean;
}

/** A button that copies a text. */
export function CopyButton({ text, shown, label = 'Copy', onCopied, ...props }: CopyButtonProps) {
  const { copy, said } = useCopy(text, shown, onCopied);
  return (
    <>
      <Button {...props} onClick={copy}>
        {said || label}
      </Button>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}
