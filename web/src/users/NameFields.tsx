import { maxLength } from '@console/contract/rules';
import { SimpleGrid } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { TextField } from '../ui/form/TextField.tsx';

interface NameFieldsProps {
  inputProps: (field: 'firstName' | 'lastName') => GetInputPropsReturnType;
  /** The viewer's own name, which the browser may autofill. */
  own?: boolean;
}

/** First and last name of a user. */
export function NameFields({ inputProps, own = false }: NameFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextField
        label="First name"
        required
        autoComplete={own ? 'given-name' : 'off'}
        maxLength={maxLength.personName}
        {...inputProps('firstName')}
      />
      <TextField
        label="Last name"
        required
        autoComplete={own ? 'family-name' : 'off'}
        maxLength={maxLength.personName}
        {...inputProps('lastName')}
      />
    </SimpleGrid>
  );
}
