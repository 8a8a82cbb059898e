import { InputBase, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { fieldError } from './FieldError.tsx';
import { FieldLabel } from './FieldLabel.tsx';

interface AddressesFieldProps {
  /** Null while it is not known. */
  ownAddress: string | null | undefined;
  /** One entry a line. */
  value?: string;
  error?: ReactNode;
  onChange?: (event: React.ChangeEvent<HTMLTextAreaElement>) => void;
}

/** The entries of a list, without empty lines. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A list of IP addresses and networks, one a line, with the viewer's own address. A form passes its props with `getInputProps`. */
export function AddressesField({ ownAddress, value = '', error, ...input }: AddressesFieldProps) {
  return (
    <InputBase
      {...input}
      component="textarea"
      multiline
      rows={6}
      value={value}
      spellCheck={false}
      autoComplete="off"
      label={<FieldLabel label="Allowed addresses" optional />}
      description={
        <>
          Enter one IP address or network per line, such as 203.0.113.0/24. At most 100. Leave the list empty to allow
          every address.
          {ownAddress && (
            <Text span inherit display="block">
              Your IP address is {ownAddress}.
            </Text>
          )}
        </>
      }
      error={fieldError(error)}
    />
  );
}
