import type { DropdownOption } from '../ui/form/dropdownOptions.ts';

interface Option {
  id: string;
  label: string;
  group?: string | null;
}

/** What is saved is a choice as well, even when the list does not know it or could not be loaded. */
const withSaved = (options: DropdownOption[], saved: DropdownOption | null): DropdownOption[] =>
  saved === null || options.some(({ value }) => value === saved.value) ? options : [saved, ...options];

const named = (text: string | null): DropdownOption | null => (text === null ? null : { value: text, label: text });

/** Options of which the label is what is saved: departments and designations. */
export const labelOptions = (options: readonly Option[], saved: string | null): DropdownOption[] =>
  withSaved(
    options.map(({ label, group }) => ({ value: label, label, ...(group && { group }) })),
    named(saved),
  );

/** A dialling code may be the option's id, or stand in its label only. */
export const countryCodeOptions = (codes: readonly Option[], saved: string | null): DropdownOption[] =>
  withSaved(
    codes.map(({ id, label }) => ({ value: id.startsWith('+') ? id : (/\+\d+/.exec(label)?.[0] ?? id), label })),
    named(saved),
  );
