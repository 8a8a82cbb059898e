import { maxLength } from '@console/contract/rules';
import type { GetInputPropsReturnType } from '@mantine/form';
import { Dropdown } from './Dropdown.tsx';
import { TextField } from './TextField.tsx';
import { labelOptions } from './userOptions.ts';

interface ReportingFieldsProps {
  inputProps: (field: 'supervisorEmail' | 'department') => GetInputPropsReturnType;
  /** Whose supervisor it is, e.g. `you report`. */
  who: string;
  department: string | null;
  /** The one that the form began with. */
  savedDepartment: string | null;
  /** Nothing while they load, and after they failed. */
  departments: readonly { id: string; label: string }[] | null | undefined;
  loading?: boolean;
}

/** To whom a user reports, and where they work. */
export function ReportingFields(props: ReportingFieldsProps) {
  const { inputProps, who, department, savedDepartment, departments, loading = false } = props;
  return (
    <>
      <TextField
        label="Supervisor"
        type="email"
        description={`The email of the person ${who} to`}
        required
        autoComplete="off"
        maxLength={maxLength.email}
        {...inputProps('supervisorEmail')}
      />
      <Dropdown
        label="Department"
        required
        data={labelOptions(departments ?? [], savedDepartment)}
        loading={loading}
        failed={!loading && !departments}
        {...inputProps('department')}
        value={department}
      />
    </>
  );
}
