import { Checkbox, Stack } from '@mantine/core';
import type { UpdateChoice } from './useUserUpload.ts';

interface UploadUpdateChoiceProps {
  value: UpdateChoice;
  disabled: boolean;
  onChange: (choice: UpdateChoice) => void;
}

/** Whether the file updates existing users. */
export function UploadUpdateChoice({ value, disabled, onChange }: UploadUpdateChoiceProps) {
  const { updateExisting = false, clearEmptyCells = false, ...kept } = value;
  return (
    <Stack gap="xs" mt="md">
      <Checkbox
        label="Update existing users"
        description="Users are matched by email address. Only the columns in the file are changed."
        checked={updateExisting}
        disabled={disabled}
        onChange={(event) => onChange({ ...kept, ...(event.currentTarget.checked && { updateExisting: true }) })}
      />
      {updateExisting && (
        <Checkbox
          label="Clear values where cells are empty"
          description="By default, an empty cell leaves the value unchanged."
          checked={clearEmptyCells}
          disabled={disabled}
          onChange={(event) =>
            onChange({ ...kept, updateExisting: true, ...(event.currentTarget.checked && { clearEmptyCells: true }) })
          }
        />
      )}
    </Stack>
  );
}
