import { createServer } from 'node:net';
import { listenError } from '@console/server-base/settings';

/** Throws StartError that names `setting` if the port is taken. Checked before anything is written. */
export const assertPortFree = (setting: string, address: { host: string; port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', (error) => reject(listenError(setting, address, error)));
    probe.listen(address.port, address.host, () => probe.close(() => resolve()));
  });
