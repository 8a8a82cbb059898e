import { Checkbox, Stack } from '@mantine/core';
import type { UpdateChoice } from './useUserUpload.ts';

interface UploadUpdateChoiceProps {
  value: UpdateChoice;
  disabled: boolean;
  onChange: (choice: UpdateChoice) => void;
}

/** Whether the file updates users who are there. */
export function UploadUpdateChoice({ value, disabled, onChange }: UploadUpdateChoiceProps) {
  const { updateExisting = false, clearEmptyCells = false } = value;
  return (
    <Stack gap="xs" mt="md">
      <Checkbox
        label="Update existing users"
        description="Users are found by email. Only what the file has is changed."
        checked={updateExisting}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked ? { updateExisting: true } : {})}
      />
      {updateExisting && (
        <Checkbox
          label="Empty cells clear the value"
          description="By default an empty cell changes nothing."
          checked={clearEmptyCells}
          disabled={disabled}
          onChange={(event) =>
            onChange({ updateExisting: true, ...(event.currentTarget.checked && { clearEmptyCells: true }) })
          }
        />
      )}
    </Stack>
  );
}
