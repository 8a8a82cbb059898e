/** One series of a response: its name, labels and value. */
export interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** The series of `/metrics`. */
export async function scrape(origin: string): Promise<Series[]> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}

/** The value of the one series with these labels, or undefined. */
export async function scrapeValue(
  origin: string,
  name: string,
  labels: Record<string, string> = {},
): Promise<number | undefined> {
  const series = await scrape(origin);
  return series.find(
    (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  )?.value;
}
