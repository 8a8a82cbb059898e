import type { GetInputPropsReturnType } from '@mantine/form';

/** Shown for a user, and at the fields that their identity provider sets. */
export const managedByProvider = 'Managed by your identity provider';

const managed = { readOnly: true, description: managedByProvider };

/** The props of a form's inputs, in which fields that the identity provider sets are read-only. */
export const provisionedInputs =
  <Field extends string>(
    inputProps: (field: Field) => GetInputPropsReturnType,
    provisioned: readonly string[] | null | undefined,
  ) =>
  (field: Field): GetInputPropsReturnType =>
    provisioned?.includes(field) ? { ...inputProps(field), ...managed } : inputProps(field);
