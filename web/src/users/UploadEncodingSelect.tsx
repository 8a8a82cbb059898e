import { NativeSelect } from '@mantine/core';
import type { EncodingChoice } from './uploadEncoding.ts';

interface UploadEncodingSelectProps {
  choice: EncodingChoice;
  disabled: boolean;
  onChange: (encoding: string) => void;
}

/** Selects the encoding of a file that does not declare one. Each option shows the names as they would read. */
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
