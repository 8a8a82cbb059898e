// The name server of the machines: CONSOLE_NAME leads to CONSOLE_ADDRESS.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const { CONSOLE_NAME, CONSOLE_ADDRESS } = process.env;
const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(name === CONSOLE_NAME ? CONSOLE_ADDRESS : name, ...rest);
syncBuiltinESMExports();
