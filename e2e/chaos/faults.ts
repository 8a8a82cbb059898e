/** The ways in which a process fails. */
export const faultNames = ['kill', 'pause', 'partition'] as const;
type FaultName = (typeof faultNames)[number];

/**
 * What must work while a process is down. `several`: other processes of its kind continue. `primary`: another one takes over. `single`: nothing works
 * until the process is back. `shared state`: reads and sign-ins continue, writes with a key are rejected. `aside`: nothing depends on the process.
 */
export type Role = 'several' | 'primary' | 'single' | 'shared state' | 'aside';

/** The processes of each set-up, in the order in which they fail. */
export const victims: Record<'A' | 'B', Record<string, Role>> = {
  A: {
    'gateway-1': 'several',
    'gateway-2': 'several',
    'platform-1': 'several',
    'platform-2': 'several',
    standby: 'aside',
    primary: 'primary',
    etcd: 'aside',
    pgbouncer: 'single',
    haproxy: 'single',
  },
  B: {
    'gateway-1': 'several',
    'gateway-2': 'several',
    redis: 'shared state',
    platform: 'single',
    haproxy: 'single',
  },
};

export type SetUpName = keyof typeof victims;

/** A process that fails in one way. Times are those of `performance.now()`. */
export interface Fault {
  name: FaultName;
  victim: string;
  role: Role;
  began: number;
  /** Time when the process runs and responds again. */
  back: number;
}
