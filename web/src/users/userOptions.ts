import type { DropdownOption } from '../ui/form/dropdownOptions.ts';

interface LookupOption {
  id: string;
  label: string;
  group?: string | null;
}

/** The saved value is always an option, even when the list does not contain it or could not be loaded. */
const withSaved = (options: DropdownOption[], saved: DropdownOption | null): DropdownOption[] =>
  saved === null || options.some(({ value }) => value === saved.value) ? options : [saved, ...options];

const named = (text: string | null): DropdownOption | null => (text === null ? null : { value: text, label: text });

/** Options that are saved by their label: departments and designations. */
export const optionsSavedByLabel = (options: readonly LookupOption[], savedLabel: string | null): DropdownOption[] =>
  withSaved(
    options.map(({ label, group }) => ({ value: label, label, ...(group && { group }) })),
    named(savedLabel),
  );

/** A dialling code may be the option's id, or a part of its label. */
export const countryCodeOptions = (codes: readonly LookupOption[], saved: string | null): DropdownOption[] =>
  withSaved(
    codes.map(({ id, label }) => ({ value: id.startsWith('+') ? id : (/\+\d+/.exec(label)?.[0] ?? id), label })),
    named(saved),
  );
