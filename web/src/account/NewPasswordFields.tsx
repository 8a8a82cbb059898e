import { Group, List, Text, VisuallyHidden } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { PasswordField } from '../ui/form/PasswordField.tsx';
import { passwordRules } from './passwordRules.ts';

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
        label="Confirm password"
        required
        autoComplete="new-password"
        {...inputProps('passwordConfirmation')}
      />
    </>
  );
}

/** The rules of a new password, ticked off while typing; screen readers announce only the unmet ones. */
function PasswordRuleList({ password }: { password: string }) {
  const missing = passwordRules.filter(({ isMet }) => !isMet(password)).map(({ label }) => label);
  return (
    <div>
      <List listStyleType="none" aria-label="Password requirements" spacing={2}>
        {passwordRules.map(({ label }) => {
          const met = !missing.includes(label);
          const Icon = met ? IconCheck : IconPoint;
          return (
            <List.Item key={label}>
              <Group gap="xs" wrap="nowrap">
                <Icon size={16} stroke={2} aria-hidden />
                <Text c={met ? undefined : 'dimmed'}>
                  {label}
                  <VisuallyHidden>{met ? ', met' : ', not met'}</VisuallyHidden>
                </Text>
              </Group>
            </List.Item>
          );
        })}
      </List>
      <VisuallyHidden role="status">
        {password !== '' &&
          (missing.length > 0 ? `Still missing: ${missing.join(', ')}` : 'Password meets all requirements')}
      </VisuallyHidden>
    </div>
  );
}
