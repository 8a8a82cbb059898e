import type { GetInputPropsReturnType } from '@mantine/form';
import { PasswordField } from '../ui/form/PasswordField.tsx';
import { PasswordRuleList } from './PasswordRuleList.tsx';

interface NewPasswordFieldsProps {
  label: string;
  password: string;
  inputProps: (name: 'password' | 'passwordConfirmation') => GetInputPropsReturnType;
}

/** A new password with its rules, and its confirmation. */
export function NewPasswordFields({ label, password, inputProps }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField label={label} required autoComplete="new-password" {...inputProps('password')} />
      <PasswordRuleList password={password} />
      <PasswordField
        label="Confirm Password"
        required
        autoComplete="new-password"
        {...inputProps('passwordConfirmation')}
      />
    </>
  );
}
