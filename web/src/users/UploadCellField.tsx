import { NativeSelect, TextInput } from '@mantine/core';
import type { ChangeEvent, KeyboardEvent } from 'react';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { afterPointerRelease } from '../ui/form/afterPointerRelease.ts';
import { fieldError } from '../ui/form/FieldError.tsx';
import { isComposing } from '../ui/form/isComposing.ts';
import classes from './UploadCellField.module.css';

const listsQuery = graphql(`
  query UploadCellField { lookups { roles { id name } departments { id label } } }
`);

interface UploadCellFieldProps {
  column: string;
  row: number;
  text: string;
  problem: string;
  locked: boolean;
  onChange: (text: string) => void;
  onCheck: () => void;
}

/** Enter checks the input and never uploads: the main button may not have been read yet. */
const onEnter = (check: () => void) => (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
  event.preventDefault();
  check();
};

/** The field to correct an invalid cell: a list where only a few values are allowed. */
export function UploadCellField(props: UploadCellFieldProps) {
  if (props.column === 'role' || props.column === 'department_name') return <ListedField {...props} />;
  if (props.column === 'dept_lead') return <ChoiceField {...props} values={['yes', 'no']} />;
  return <TypedField {...props} />;
}

const TypedField = (props: UploadCellFieldProps) => (
  <TextInput {...fieldProps(props)} onKeyDown={onEnter(props.onCheck)} />
);

/** A role or a department; typed where the list could not be loaded. */
function ListedField(props: UploadCellFieldProps) {
  const { data } = usePageQuery(listsQuery, {}, { quiet: true });
  const { roles, departments } = data?.lookups ?? {};
  const values = props.column === 'role' ? roles?.map(({ name }) => name) : departments?.map(({ label }) => label);
  return values ? <ChoiceField {...props} values={values} /> : <TypedField {...props} />;
}

function ChoiceField({ values, ...props }: UploadCellFieldProps & { values: readonly string[] }) {
  const data = values.includes(props.text)
    ? [...values]
    : [{ value: props.text, label: props.text || '–', disabled: true }, ...values];
  return <NativeSelect {...fieldProps(props)} rightSectionWidth={18} data={data} />;
}

const fieldProps = ({ column, row, text, problem, locked, onChange, onCheck }: UploadCellFieldProps) => ({
  'aria-label': `${column} of row ${row}`,
  size: 'xs',
  classNames: { input: classes.input, error: classes.error },
  value: text,
  disabled: locked,
  error: problem && fieldError(problem),
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onChange(event.currentTarget.value),
  onBlur: () => afterPointerRelease(onCheck),
});
