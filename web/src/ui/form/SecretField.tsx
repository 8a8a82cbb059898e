import { ActionIcon } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './Field.module.css';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';

const masksText = CSS.supports('-webkit-text-security', 'disc');

interface SecretFieldProps extends GetInputPropsReturnType {
  label: string;
  required?: boolean;
  autoFocus?: boolean;
}

/**
 * A field for a secret that is not the person's own password. Password managers fill and save the password of the console in any field of the type password,
 * also with `autocomplete=off`, so the text is masked by CSS where possible.
 */
export function SecretField(props: SecretFieldProps) {
  const [visible, setVisible] = useState(false);
  if (!masksText) return <PasswordField {...props} autoComplete="new-password" />;
  const Icon = visible ? IconEyeOff : IconEye;
  return (
    <TextField
      {...props}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      classNames={{ input: visible ? '' : classes.masked }}
      rightSection={
        <ActionIcon
          className={classes.reveal}
          aria-label={`${visible ? 'Hide' : 'Show'} ${props.label}`}
          onClick={() => setVisible(!visible)}
        >
          <Icon size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
