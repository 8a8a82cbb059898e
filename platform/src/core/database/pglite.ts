import { mkdirSync } from 'node:fs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Operations of Emscripten's NODEFS that give a file its mode. */
interface NodeOperations {
  mknod(parent: unknown, name: string, mode: number, device: number): unknown;
  setattr(node: unknown, attributes: { mode?: number }): unknown;
}

type Options = Parameters<NodeFS['init']>[1];
type Module = Parameters<NonNullable<Options['preRun']>[number]>[0];

const ownerOnly = (mode: number) => mode & ~0o077;

/** Makes files readable for their owner only: the embedded database sets mode 0666, whatever the umask. */
class OwnerOnlyFs extends NodeFS {
  override async init(pg: Parameters<NodeFS['init']>[0], options: Options): ReturnType<NodeFS['init']> {
    const limit = (module: Module) => {
      const { node_ops: operations } = (module as unknown as { NODEFS: { node_ops: NodeOperations } }).NODEFS;
      const { mknod, setattr } = operations;
      operations.mknod = (parent, name, mode, device) => mknod(parent, name, ownerOnly(mode), device);
      operations.setattr = (node, attributes) =>
        setattr(node, attributes.mode === undefined ? attributes : { ...attributes, mode: ownerOnly(attributes.mode) });
    };
    return super.init(pg, { ...options, preRun: [...(options.preRun ?? []), limit] });
  }
}

/** Zeroed at each start: PostgreSQL's default of 128 MB takes a third of its CPU time and half of the memory. */
const buffers = ['-c', 'shared_buffers=32MB'];

/** Starts the embedded database in memory, or on a folder for the account of the process only. */
export async function startPglite({
  dataDir,
  ...origin
}: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'> = {}): Promise<PGlite> {
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return PGlite.create({
    ...origin,
    ...(dataDir !== undefined && { fs: new OwnerOnlyFs(dataDir) }),
    startParams: [...PGlite.defaultStartParams, ...buffers],
    initDbStartParams: buffers,
  });
}
