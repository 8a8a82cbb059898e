/** The ways in which a process fails. */
export const faultNames = ['kill', 'pause', 'partition'] as const;
type FaultName = (typeof faultNames)[number];

/**
 * Expectations while a process is out. `several`: others of its kind continue. `primary`: another one takes over.
 * `single`: nothing works until it is back. `shared state`: reads and sign-ins continue, writes with a key are rejected.
 * `aside`: nothing needs it.
 */
export type Role = 'several' | 'primary' | 'single' | 'shared state' | 'aside';

/** The processes that fail in turn, in each set-up. */
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

/** One process that fails in one way. Times are those of `performance.now()`. */
export interface Fault {
  name: FaultName;
  victim: string;
  role: Role;
  began: number;
  /** When it runs and answers again. */
  back: number;
}
