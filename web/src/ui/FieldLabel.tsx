import { texts } from '@console/contract/rules';
import { Text } from '@mantine/core';

/** A field's label. What need not be filled in says so; what must be has its marker from the field itself. */
export function FieldLabel({ label, optional }: { label: string; optional: boolean }) {
  return optional ? (
    <>
      {label}{' '}
      <Text span size="xs" c="dimmed" fw={400}>
        {texts.field.optional}
      </Text>
    </>
  ) : (
    label
  );
}
