export interface DropdownOption {
  value: string;
  label: string;
  group?: string;
}

export interface OptionGroup {
  /** None for the options that stand under no heading, which come first. */
  heading: string | undefined;
  options: DropdownOption[];
}

const plain = (text: string): string => text.trim().toLocaleLowerCase('en');

export const optionNamed = (options: readonly DropdownOption[], text: string): DropdownOption | undefined =>
  options.find(({ label }) => plain(label) === plain(text));

/** The options whose label or group holds what was typed. */
export const matchingOptions = (options: readonly DropdownOption[], text: string): DropdownOption[] =>
  options.filter(({ label, group = '' }) => [label, group].some((words) => plain(words).includes(plain(text))));

/** Options of one group together, groups in the order of their first option. */
export const inGroups = (options: readonly DropdownOption[]): OptionGroup[] => {
  const groups = new Map<string | undefined, DropdownOption[]>([[undefined, []]]);
  for (const option of options) {
    const heading = option.group || undefined;
    groups.set(heading, [...(groups.get(heading) ?? []), option]);
  }
  return [...groups].flatMap(([heading, members]) => (members.length > 0 ? [{ heading, options: members }] : []));
};

/** The id of an option in the page. */
export const optionId = (list: string, value: string): string => `${list}-${encodeURIComponent(value)}`;
