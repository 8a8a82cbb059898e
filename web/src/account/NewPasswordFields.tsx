import { Group, List, Text, VisuallyHidden } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { PasswordField } from '../ui/form/PasswordField.tsx';
import { passwordRules } from './passwordRules.ts';

interface NewPasswordFieldsProps {
  label: string;
  autoFocus?: boolean;
  password: string;
  inputProps: (name: 'password' | 'passwordConfirmation') => GetInputPropsReturnType;
}

/** A new password with its rules, and its confirmation. */
export function NewPasswordFields({ label, autoFocus = false, password, inputProps }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        required
        autoComplete="new-password"
        autoFocus={autoFocus}
        {...inputProps('password')}
      />
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

/** Only the server can check this rule, because it knows the names. */
const contextRule = 'It must also not resemble your name, your email or your organisation.';

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
      <Text c="dimmed" mt={2}>
        {contextRule}
      </Text>
      <VisuallyHidden role="status">
        {password !== '' &&
          (missing.length > 0
            ? `Still missing: ${missing.join(', ')}`
            : `All listed requirements are met. ${contextRule}`)}
      </VisuallyHidden>
    </div>
  );
}
