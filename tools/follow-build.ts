/** What the servers learn of the build that `npm start` makes at the same time. */
import { once } from 'node:events';
import { StartError } from '@console/contract/settings';

/** From the build. The documentation has ended when its pages are there, and also when they could not be made. */
export type BuildEvent = 'console built' | 'documentation ended';
/** To the build. */
export type ServerEvent = 'ready';

export interface BuildProgress {
  /** Throws when the build ends without a console. */
  consoleBuilt(): Promise<void>;
  isDocumentationBeingMade(): boolean;
  /** What is left to build may begin. */
  reportReady(): void;
}

/** Without a build at the same time, the servers have what there is. */
const noBuild: BuildProgress = {
  consoleBuilt: async () => undefined,
  isDocumentationBeingMade: () => false,
  reportReady: () => undefined,
};

/** `--beside-build` says that the parent process builds. */
export function followBuild(): BuildProgress {
  if (!process.argv.includes('--beside-build')) return noBuild;
  const seen = new Set<BuildEvent>();
  const ended = once(process, 'disconnect');
  const built = new Promise<void>((resolve) => {
    process.on('message', (event: BuildEvent) => {
      seen.add(event);
      if (event === 'console built') resolve();
    });
  });
  return {
    async consoleBuilt() {
      await Promise.race([built, ended]);
      if (!seen.has('console built')) throw new StartError('npm start ended before the console was built.');
    },
    isDocumentationBeingMade: () => !seen.has('documentation ended'),
    reportReady: () => void (process.connected && process.send?.('ready' satisfies ServerEvent)),
  };
}
