import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { type Component, fullName, licenceOf, refusedOf, writeSbom } from '../tools/sbom.ts';

const root = join(import.meta.dirname, '..');

type Versions = Record<string, string>;

interface Lockfile {
  importers: Record<
    string,
    Record<'dependencies' | 'devDependencies', Record<string, { version: string }> | undefined>
  >;
  packages: Record<string, { os?: string[]; cpu?: string[]; libc?: string[]; peerDependencies?: Versions }>;
  snapshots: Record<string, { dependencies?: Versions; optionalDependencies?: Versions }>;
}

/** Whether a package is for this machine: pnpm installs no others. */
const isForThisMachine = ({ os, cpu, libc }: Lockfile['packages'][string]) =>
  (os?.includes(process.platform) ?? true) &&
  (cpu?.includes(process.arch) ?? true) &&
  (libc?.includes('glibc') ?? true);

/** `name@version` of all packages that the workspace needs in production, without its own packages. */
function productionPackages(): string[] {
  const { importers, packages, snapshots } = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) as Lockfile;
  const namesIn = (kind: 'dependencies' | 'devDependencies') =>
    new Set(Object.values(importers).flatMap((importer) => Object.keys(importer[kind] ?? {})));
  // Peer dependencies for development only, such as types, are not installed in production.
  const developmentOnly = namesIn('devDependencies').difference(namesIn('dependencies'));
  const plainOf = (key: string) => key.replace(/\(.*/, '');
  const found = new Set<string>();
  const add = (name: string, version: string) => {
    // Another name for a package has the package's own as its version.
    const key = snapshots[version] ? version : `${name}@${version}`;
    const [snapshot, described] = [snapshots[key], packages[plainOf(key)] ?? {}];
    if (!snapshot || found.has(key) || !isForThisMachine(described)) return;
    found.add(key);
    for (const [one, its] of Object.entries({ ...snapshot.dependencies, ...snapshot.optionalDependencies }))
      if (!(developmentOnly.has(one) && described.peerDependencies?.[one])) add(one, its);
  };
  for (const { dependencies = {} } of Object.values(importers))
    for (const [name, { version }] of Object.entries(dependencies)) add(name, version);
  return [...new Set([...found].map(plainOf))].toSorted();
}

test('SUPPLY-1 SUPPLY-2 a release has a valid SBOM with each production dependency, and the list of licences', async () => {
  const folder = test.info().outputPath('supply');
  mkdirSync(folder);
  expect(writeSbom(folder)).toBe(true);
  const text = readFileSync(join(folder, 'sbom.cdx.json'), 'utf8');
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot7).validate(text)).toBeNull();
  const { components } = JSON.parse(text) as { components: Component[] };
  const others = components.filter(({ group }) => group !== '@console');
  expect(others.map((one) => `${fullName(one)}@${one.version}`).toSorted()).toEqual(productionPackages());
  for (const one of others) {
    expect(one.purl).toBe(`pkg:npm/${fullName(one).replace('@', '%40')}@${one.version}`);
    expect(licenceOf(one), one.purl).not.toBe('');
  }
  const licences = readFileSync(join(folder, 'licences.txt'), 'utf8');
  expect(licences).toMatch(/^ {2}fastify \d/m);
  expect(licences.match(/^ {2}/gm)).toHaveLength(others.length);
});

const component = (licenses: Component['licenses']): Component => ({
  name: 'example',
  version: '1.0.0',
  purl: 'pkg:npm/example@1.0.0',
  ...(licenses && { licenses }),
});

test('SUPPLY-3 a licence that is not allowed, none, and one that is no SPDX expression are refused', () => {
  const refused = [
    component([{ license: { id: 'GPL-3.0-only' } }]),
    component([{ expression: 'MIT AND AGPL-3.0-only' }]),
    component([{ license: { id: 'MIT' } }, { license: { id: 'GPL-2.0-only' } }]),
    component([{ license: { name: 'see LICENSE.md' } }]),
    component(undefined),
  ];
  const allowed = [
    component([{ license: { id: 'MIT' } }]),
    component([{ expression: '(MIT OR GPL-3.0-only)' }]),
    component([{ expression: 'MIT AND BSD-3-Clause' }]),
  ];
  expect(refusedOf([...refused, ...allowed])).toEqual(refused);
});
