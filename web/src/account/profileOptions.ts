import type { DropdownOption } from '../ui/dropdownOptions.ts';

interface Option {
  id: string;
  label: string;
}

/** What is saved is a choice as well, even when the list does not know it or could not be loaded. */
const withSaved = (options: DropdownOption[], saved: string | null): DropdownOption[] =>
  saved === null || options.some(({ value }) => value === saved)
    ? options
    : [{ value: saved, label: saved }, ...options];

export const departmentOptions = (departments: readonly Option[], saved: string | null): DropdownOption[] =>
  withSaved(
    departments.map(({ label }) => ({ value: label, label })),
    saved,
  );

/** A dialling code may be the option's id, or stand in its label only. */
export const countryCodeOptions = (codes: readonly Option[], saved: string | null): DropdownOption[] =>
  withSaved(
    codes.map(({ id, label }) => ({ value: id.startsWith('+') ? id : (/\+\d+/.exec(label)?.[0] ?? id), label })),
    saved,
  );
