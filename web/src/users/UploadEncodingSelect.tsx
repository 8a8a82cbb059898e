import { NativeSelect } from '@mantine/core';
import type { EncodingChoice } from './uploadEncoding.ts';

interface UploadEncodingSelectProps {
  choice: EncodingChoice;
  disabled: boolean;
  onChange: (encoding: string) => void;
}

/** Corrects how a file that does not say its encoding is read: each encoding is shown with what it makes of the names. */
export function UploadEncodingSelect({ choice, disabled, onChange }: UploadEncodingSelectProps) {
  return (
    <NativeSelect
      mt="md"
      label="File encoding"
      description="The file does not specify its encoding. Choose the one that displays the names correctly."
      data={choice.candidates.map(({ name, samples }) => ({
        value: name,
        label: samples.length > 0 ? `${name}: ${samples.join(', ')}` : name,
      }))}
      value={choice.name}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
