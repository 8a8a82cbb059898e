interface FileRules {
  endings: readonly string[];
  otherFileAdvice?: string | undefined;
  maxBytes: number;
}

const steps = [
  ['byte', 1],
  ['kilobyte', 1024],
  ['megabyte', 1024 ** 2],
] as const;

/** The size of a file, e.g. `1.2 kB`. */
export const formatSize = (bytes: number): string => {
  const [unit, size] = steps.findLast(([, size]) => bytes >= size) ?? steps[0];
  return new Intl.NumberFormat('en-GB', {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / size);
};

/** The reason why a file is rejected by its name or size. */
export const fileProblem = (
  { name, size }: File,
  { endings, otherFileAdvice, maxBytes }: FileRules,
): string | undefined => {
  const allowed = endings.join(' or ');
  if (!endings.some((ending) => name.toLowerCase().endsWith(ending)))
    return [`“${name}” is not a supported file. Choose a ${allowed} file.`, otherFileAdvice].filter(Boolean).join(' ');
  if (size > maxBytes) return `“${name}” is too large. The limit is ${formatSize(maxBytes)}.`;
  return undefined;
};
