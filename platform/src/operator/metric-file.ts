import { rename, rm, writeFile } from 'node:fs/promises';
import { type FileMetricName, fileMetricList } from '@console/contract/file-metric-list';
import { StartError, systemErrorReason } from '@console/contract/settings';

/** A value of a metric. */
export interface Sample {
  name: FileMetricName;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** The samples in Prometheus' text format; those of a metric follow each other. */
export const formatSamples = (samples: readonly Sample[]): string =>
  Array.from(
    Map.groupBy(samples, ({ name }) => name),
    ([name, ofName]) => {
      const lines = ofName.map(({ labels = {}, value }) => {
        const inner = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`);
        return `${name}${inner.length > 0 ? `{${inner.join(',')}}` : ''} ${value}\n`;
      });
      return `# HELP ${name} ${fileMetricList[name].help}\n# TYPE ${name} gauge\n${lines.join('')}`;
    },
  ).join('');

/** Replaces a file of node_exporter, which never reads a part of it. All may read it: node_exporter is another account. */
export async function writeMetricFile(path: string, text: string): Promise<void> {
  const own = `${path}.${process.pid}`;
  try {
    await writeFile(own, text, { mode: 0o644 });
    await rename(own, path);
  } catch (error) {
    await rm(own, { force: true });
    throw new StartError(`${path} cannot be written: ${systemErrorReason(error)}.`);
  }
}
