import { maxLength } from '@console/contract/rules';
import { SimpleGrid } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { countryCodeOptions } from './userOptions.ts';

interface PhoneFieldsProps {
  inputProps: (field: 'countryCode' | 'mobile') => GetInputPropsReturnType;
  countryCode: string | null;
  /** The initial value, which stays an option. */
  savedCode: string | null;
  /** Undefined or null while they load and after a failure. */
  codes: readonly { id: string; label: string }[] | null | undefined;
  loading?: boolean;
  /** The viewer's own number, which the browser may autofill. */
  own?: boolean;
}

/** Dialling code and number of a user. */
export function PhoneFields(props: PhoneFieldsProps) {
  const { inputProps, countryCode, savedCode, codes, loading = false, own = false } = props;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Dropdown
        label="Country code"
        data={countryCodeOptions(codes ?? [], savedCode)}
        loading={loading}
        failed={!loading && !codes}
        {...inputProps('countryCode')}
        value={countryCode}
      />
      <TextField
        label="Mobile"
        type="tel"
        autoComplete={own ? 'tel-national' : 'off'}
        maxLength={maxLength.mobile}
        {...inputProps('mobile')}
      />
    </SimpleGrid>
  );
}
