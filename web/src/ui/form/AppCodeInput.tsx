import { appCodeLength } from '@console/contract/rules';
import { PinInput } from '@mantine/core';
import type { Ref } from 'react';

interface AppCodeInputProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  error: boolean;
  onChange: (code: string) => void;
}

// Browsers fill the whole code into the first box; the last one must not take a seventh digit.
const box = (index: number) => ({
  'aria-label': `Digit ${index + 1} of ${appCodeLength}`,
  ...(index === appCodeLength - 1 ? { maxLength: 1 } : {}),
});

/** Six boxes for a code of an authenticator app. */
export function AppCodeInput({ ref, value, error, onChange }: AppCodeInputProps) {
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
      onChange={onChange}
      getInputProps={box}
    />
  );
}
