import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './Field.module.css';
import { fieldError } from './FieldError.tsx';
import { FieldLabel } from './FieldLabel.tsx';

interface PasswordFieldProps extends Omit<PasswordInputProps, 'label' | 'error'> {
  label: string;
  error?: ReactNode;
  autoComplete: 'current-password' | 'new-password';
}

/** A password field with a button to show its text. */
export function PasswordField({ label, error, required = false, readOnly = false, ...input }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...input}
      required={required}
      readOnly={readOnly}
      label={<FieldLabel label={label} optional={!required && !readOnly} />}
      error={fieldError(error)}
      aria-invalid={error ? true : undefined}
      // Spell checking would send a visible password to the browser vendor's services.
      spellCheck={false}
      autoCapitalize="none"
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      classNames={{ visibilityToggle: classes.visibility }}
      visibilityToggleButtonProps={{ 'aria-label': `${visible ? 'Hide' : 'Show'} password`, 'aria-pressed': undefined }}
    />
  );
}
