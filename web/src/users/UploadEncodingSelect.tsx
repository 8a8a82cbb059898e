import { NativeSelect } from '@mantine/core';
import { type OldEncoding, oldEncodings } from './uploadEncoding.ts';

interface UploadEncodingSelectProps {
  value: OldEncoding;
  disabled: boolean;
  onChange: (encoding: OldEncoding) => void;
}

/** Corrects how a file that is not UTF-8 was read. */
export function UploadEncodingSelect({ value, disabled, onChange }: UploadEncodingSelectProps) {
  return (
    <NativeSelect
      mt="md"
      maw={{ sm: 320 }}
      label="Read the file as"
      description="It is not UTF-8. Are accents wrong? Choose the other."
      data={[...oldEncodings]}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value as OldEncoding)}
    />
  );
}
