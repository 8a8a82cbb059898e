import { maxLength } from '@console/contract/rules';
import { SimpleGrid } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { countryCodeOptions } from './userOptions.ts';

interface PhoneFieldsProps {
  inputProps: (field: 'countryCode' | 'mobile') => GetInputPropsReturnType;
  countryCode: string | null;
  /** The one that the form began with. */
  savedCode: string | null;
  /** Nothing while they load, and after they failed. */
  codes: readonly { id: string; label: string }[] | null | undefined;
  loading?: boolean;
  /** One's own number, which the browser may know. */
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
