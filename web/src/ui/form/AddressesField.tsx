import { parseAllowedAddresses } from '@console/contract/allowed-addresses';
import { InputBase, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { fieldError } from './FieldError.tsx';
import { FieldLabel } from './FieldLabel.tsx';

interface AddressesFieldProps {
  /** Null while it is not known. */
  ownAddress: string | null | undefined;
  value?: string;
  error?: ReactNode;
  onChange?: (event: React.ChangeEvent<HTMLTextAreaElement>) => void;
}

/** Canonical addresses and networks of a text, or its first problem, in the server's words. */
export function readAddresses(text: string): { list: string[]; problem: string | null } {
  // Keeps a range, and a comment, as one entry, so that the message names it as a whole.
  const entries = text.replace(/[^\S\n]*([-–])[^\S\n]*/g, '$1').match(/#.*|[^\s,;#]+/g) ?? [];
  const read = parseAllowedAddresses(entries);
  if ('list' in read) return { list: read.list ?? [], problem: null };
  const [first, ...more] = read.problems;
  const others = more.length > 0 ? `. Also not valid: ${more.length} more` : '';
  return { list: [], problem: `${first?.message}${others}` };
}

/** A list of IP addresses and networks, with the viewer's own address. A form passes its props with `getInputProps`. */
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
      label={<FieldLabel label="Allowed IP addresses" optional />}
      description={
        <>
          Enter IP addresses and networks, such as 203.0.113.0/24. Separate them by lines, commas, semicolons or spaces.
          At most 100. Leave the list empty to allow every IP address.
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
