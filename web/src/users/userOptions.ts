import { diallingCodeOf } from '@console/contract/fields/dialling-code';
import { defaultCountryCode } from '@console/contract/rules';
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
const codeOf = ({ id, label }: LookupOption): string => (id.startsWith('+') ? id : (/\+\d+/.exec(label)?.[0] ?? id));

export const countryCodeOptions = (codes: readonly LookupOption[], saved: string | null): DropdownOption[] =>
  withSaved(
    codes.map((option) => {
      const value = codeOf(option);
      return { value, label: option.label, ...(!option.label.includes(value) && { hint: diallingCodeOf(value) }) };
    }),
    named(saved),
  );

/** The code that is proposed to people of a country; the default one without a country, or where no label names it. */
export const proposedCountryCode = (
  codes: readonly LookupOption[] | null | undefined,
  country: string | null | undefined,
): string => {
  // The name itself can contain commas, and several countries can share a code: `Bonaire, Sint Eustatius and Saba, Curaçao (+599)`.
  const listOf = (text: string) => `, ${text.trim().toLowerCase()}, `;
  const own = codes?.find(
    ({ label }) => country?.trim() && listOf(label.replace(/\(?\+[\d -]+\)?/, '')).includes(listOf(country)),
  );
  return own ? codeOf(own) : defaultCountryCode;
};
