import { createServer } from 'node:net';
import { cannotListen } from '@console/contract/settings';

/** Throws StartError when nothing could listen there; `setting` is the one to change. Asked before anything is written, so that a taken port changes nothing. */
export const refuseTakenPort = (setting: string, place: { host: string; port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', (error) => reject(cannotListen(setting, place, error)));
    probe.listen(place.port, place.host, () => probe.close(() => resolve()));
  });
