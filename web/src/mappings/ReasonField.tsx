import { maxLength } from '@console/contract/rules';
import type { Ref } from 'react';
import { EmailPromise } from '../apollo/EmailPromise.tsx';
import { TextField } from '../ui/form/TextField.tsx';

interface ReasonFieldProps {
  inputRef: Ref<HTMLInputElement>;
  value: string;
  onChange: (reason: string) => void;
}

/** Why something is rejected, ended or withdrawn. */
export const ReasonField = ({ inputRef, value, onChange }: ReasonFieldProps) => (
  <TextField
    ref={inputRef}
    label="Reason"
    description={
      <>
        Both organisations see it in their <EmailPromise>email and </EmailPromise>activity log.
      </>
    }
    maxLength={maxLength.reason}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
