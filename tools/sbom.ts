import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import satisfies from 'spdx-satisfies';
import { root } from './steps.ts';

export interface Component {
  /** The scope of the name, such as `@img`. */
  group?: string;
  name: string;
  version: string;
  purl: string;
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
}

interface Licences {
  allowed: string[];
  allowedBecause: Record<string, string>;
  /** Licences that pnpm does not find in the packages, as read by a person. */
  notInPackage: Record<string, string>;
}

const licences: Licences = JSON.parse(readFileSync(join(import.meta.dirname, 'licences.json'), 'utf8'));

export const fullName = ({ group, name }: Component): string => (group ? `${group}/${name}` : name);

const isOurs = ({ group }: Component) => group === '@console';

/** The licence of a component as one SPDX expression; empty if it names none. */
export const licenceOf = ({ licenses = [] }: Component): string =>
  licenses
    .map((entry) => ('expression' in entry ? entry.expression : (entry.license.id ?? entry.license.name ?? '')))
    .join(' AND ');

function isAllowed(licence: string): boolean {
  try {
    return satisfies(licence, [...licences.allowed, ...Object.keys(licences.allowedBecause)]);
  } catch {
    return false;
  }
}

/** Third-party components with a licence that is not allowed, or with none. */
export const refusedOf = (components: readonly Component[]): Component[] =>
  components.filter((component) => !isOurs(component) && !isAllowed(licenceOf(component)));

/** SBOM of installed production packages, without those for other systems and processors. */
function readSbom(): { components: Component[] } {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--prod'];
  const sbom = JSON.parse(execFileSync('pnpm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }));
  for (const component of sbom.components as Component[]) {
    const id = licences.notInPackage[`${fullName(component)}@${component.version}`];
    if (id) component.licenses ??= [{ license: { id } }];
  }
  return sbom;
}

function listLicences(components: readonly Component[]): string {
  const others = components.filter((component) => !isOurs(component));
  return [...Map.groupBy(others, licenceOf)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([licence, ones]) => [
      `${licence || 'no licence'}: ${ones.length}\n`,
      ...ones.map((one) => `  ${fullName(one)} ${one.version}\n`).toSorted(),
    ])
    .join('');
}

/** Writes the SBOM and the licences of all production dependencies. False if tools/licences.json does not allow a licence. */
export function writeSbom(folder: string): boolean {
  const sbom = readSbom();
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  writeFileSync(join(folder, 'licences.txt'), listLicences(sbom.components));
  const refused = refusedOf(sbom.components);
  for (const component of refused)
    console.error(
      `${fullName(component)} ${component.version}: ${licenceOf(component) || 'no licence'} is not allowed (tools/licences.json)`,
    );
  return refused.length === 0;
}
