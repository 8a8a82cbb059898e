import { maxLength } from '@console/contract/rules';
import type { GetInputPropsReturnType } from '@mantine/form';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { SupervisorField } from './SupervisorField.tsx';
import { labelOptions } from './userOptions.ts';

interface ReportingFieldsProps {
  inputProps: (field: 'supervisorEmail' | 'department') => GetInputPropsReturnType;
  /** Subject and verb of the description, e.g. `you report`. */
  who: string;
  /** The organisation of the possible supervisors; without it the email is typed. */
  organisationId?: string | null;
  ownEmail: string;
  supervisor: string;
  department: string | null;
  /** The initial value, which stays an option. */
  savedDepartment: string | null;
  /** Undefined or null while they load and after a failure. */
  departments: readonly { id: string; label: string }[] | null | undefined;
  loading?: boolean;
}

/** Supervisor and department of a user. */
export function ReportingFields(props: ReportingFieldsProps) {
  const { inputProps, who, department, savedDepartment, departments, loading = false } = props;
  const { organisationId = null, ownEmail, supervisor } = props;
  const description = `The email of the person ${who} to`;
  return (
    <>
      {organisationId === null ? (
        <TextField
          label="Supervisor"
          type="email"
          description={description}
          required
          autoComplete="off"
          maxLength={maxLength.email}
          {...inputProps('supervisorEmail')}
        />
      ) : (
        <SupervisorField
          organisationId={organisationId}
          ownEmail={ownEmail}
          description={description}
          value={supervisor}
          inputProps={inputProps('supervisorEmail')}
        />
      )}
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
