import { Group, List, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { passwordRules } from './passwordRules.ts';

/** The rules of a new password, ticked off while typing; screen readers announce only the unmet ones. */
export function PasswordRuleList({ password }: { password: string }) {
  const missing = passwordRules.filter(({ isMet }) => !isMet(password)).map(({ label }) => label);
  return (
    <div>
      <List listStyleType="none" aria-label="The password needs" spacing={2}>
        {passwordRules.map(({ label }) => {
          const met = !missing.includes(label);
          const Icon = met ? IconCheck : IconPoint;
          return (
            <List.Item key={label}>
              <Group gap="xs" wrap="nowrap">
                <Icon size={16} stroke={2} aria-hidden />
                <Text c={met ? undefined : 'dimmed'}>
                  {label}
                  <VisuallyHidden>{met ? ', met' : ', missing'}</VisuallyHidden>
                </Text>
              </Group>
            </List.Item>
          );
        })}
      </List>
      <VisuallyHidden role="status">
        {password !== '' && (missing.length > 0 ? `Still missing: ${missing.join(', ')}` : 'The password is good')}
      </VisuallyHidden>
    </div>
  );
}
