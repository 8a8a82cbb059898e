/** Operator commands that need the gateway's code, started by `platform/src/operate.ts`. */
const commands: Record<string, (args: string[]) => Promise<number>> = {
  'check-api': async (args) => (await import('./check-api/run-check-api.ts')).runCheckApi(args),
  doctor: async () => (await import('./doctor/examine-gateway.ts')).printGatewayReport(),
};

const [name = '', ...args] = process.argv.slice(2);
process.exitCode = (await commands[name]?.(args)) ?? 2;
