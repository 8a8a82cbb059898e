import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './steps.ts';

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;

/** `npm run image`: builds the image of deploy/Containerfile with podman or buildah, whichever is installed. Returns the exit code. */
export function buildImage(): number {
  const program = ['podman', 'buildah'].find(isInstalled);
  if (!program) {
    console.error('Neither podman nor buildah is installed. Install one and try again.');
    return 1;
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const names = [version, 'latest'].map((tag) => `--tag=localhost/console:${tag}`);
  const files = ['--file=deploy/Containerfile', '--ignorefile=deploy/containerignore'];
  return run('image', program, ['build', ...files, ...names, '.']) ? 0 : 1;
}
