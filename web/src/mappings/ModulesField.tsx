import { Box, Checkbox, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { fieldError } from '../ui/form/FieldError.tsx';
import { FieldLabel } from '../ui/form/FieldLabel.tsx';
import classes from './ModulesField.module.css';

interface ModulesFieldProps {
  /** The options; null when they could not be loaded. */
  modules: readonly { id: string; label: string }[] | null;
  description: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
  error?: ReactNode;
}

/** Any of the organisation's modules, or none. */
export function ModulesField({ modules, description, value, onChange, error }: ModulesFieldProps) {
  if (modules?.length === 0) return null;
  return (
    <Checkbox.Group
      label={<FieldLabel label="Modules" optional />}
      description={description}
      error={fieldError(error)}
      data-path="modules"
      {...(value && { value })}
      {...(onChange && { onChange })}
    >
      {modules ? (
        <Box className={classes.modules} mt="xs">
          {modules.map(({ id, label }) => (
            <Checkbox key={id} value={id} label={label} classNames={{ body: classes.body, label: classes.label }} />
          ))}
        </Box>
      ) : (
        <Text c="dimmed" mt="xs">
          The modules could not be loaded. You can continue without them.
        </Text>
      )}
    </Checkbox.Group>
  );
}
