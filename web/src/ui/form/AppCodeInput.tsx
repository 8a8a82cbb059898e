import { appCodeLength } from '@console/contract/rules';
import { PinInput } from '@mantine/core';
import type { KeyboardEvent, Ref } from 'react';

interface AppCodeInputProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  error: boolean;
  onChange: (code: string) => void;
  /** Called when the last digit was entered. */
  onComplete: (code: string) => void;
}

// Browsers fill the whole code into the first box; the last one must not take a seventh digit. The first has the focus in a dialog, too.
const box = (index: number) => ({
  'aria-label': `Digit ${index + 1} of ${appCodeLength}`,
  ...(index === 0 ? { 'data-autofocus': true } : {}),
  ...(index === appCodeLength - 1 ? { maxLength: 1 } : {}),
});

// Boxes for digits ignore every other key, so that Enter would not send the form.
const leaveEnterToForm = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.stopPropagation();
};

/** Six boxes for a code of an authenticator app. */
export function AppCodeInput({ ref, value, error, onChange, onComplete }: AppCodeInputProps) {
  return (
    <PinInput
      {...(ref && { ref })}
      aria-label="Code"
      length={appCodeLength}
      type="number"
      inputMode="numeric"
      size="sm"
      gap="xs"
      placeholder=""
      autoFocus
      oneTimeCode
      error={error}
      value={value}
      onChange={(code) => {
        onChange(code);
        if (code.length === appCodeLength) onComplete(code);
      }}
      onKeyDownCapture={leaveEnterToForm}
      getInputProps={box}
    />
  );
}
