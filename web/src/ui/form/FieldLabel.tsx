import { texts } from '@console/contract/rules';
import { Text } from '@mantine/core';

/** A field's label; the field itself marks required ones. */
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
