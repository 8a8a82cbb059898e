/** The operator's commands that need the gateway's code: `platform/src/operate.ts`, which has all commands, starts this program. */
const commands: Record<string, (args: string[]) => Promise<number>> = {
  'check-api': async (args) => (await import('./check-api/run-check-api.ts')).runCheckApi(args),
  doctor: async () => (await import('./doctor/examine-gateway.ts')).printGatewayReport(),
};

const [name = '', ...args] = process.argv.slice(2);
process.exitCode = (await commands[name]?.(args)) ?? 2;
