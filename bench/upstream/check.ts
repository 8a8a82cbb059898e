import type { Call } from '../../contract/src/call.ts';
import { calls } from '../../contract/src/calls/all.ts';
import type { Server } from '../processes.ts';
import { keyOf, stubOrganisations } from './organisations.ts';

/** The calls that the measured operations and pages need. */
const answered: readonly Call[] = [
  calls.apiUserDetail,
  calls.activeUserList,
  calls.inactiveUserList,
  calls.orgList,
  calls.orgDetail,
  calls.subscribedGrcModules,
  calls.moduleRoleList,
  calls.conDeptResponders,
  calls.incDeptResponders,
  calls.taskDeptResponders,
  calls.accepctedPendingUserList,
  calls.departmentList,
];

/** Fails unless the stub's answers match the contract. */
export async function checkStub(stub: Server): Promise<void> {
  for (const { name, method, path, answer } of answered) {
    const headers = { 'api-key': keyOf(stubOrganisations.twenty) };
    const body: unknown = await (await fetch(`http://127.0.0.1:${stub.port}${path}`, { method, headers })).json();
    const { error } = answer.safeParse(body);
    if (error) throw new Error(`The stub's answer to ${name} is not as the contract says: ${error.message}`);
  }
}
