import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { isRecord, recordOf } from '../product-api/shape.ts';

interface Operation {
  document?: DocumentNode | undefined;
  operation?: OperationDefinitionNode | undefined;
  variables: Readonly<Record<string, unknown>>;
}

export interface AuditedField {
  action: string;
  target?: { type: string; id: string };
  email?: string;
}

const targetTypes: Readonly<Record<string, string>> = { user: 'ent_usr', organisation: 'ent_org' };

const claimingMutations = new Set(['login', 'multiFactor', 'sendOtp', 'requestPasswordReset', 'resetPassword']);

/** Field at the path of an error, by schema names instead of aliases. */
export function auditedFieldAt(
  { document, operation, variables }: Operation,
  path: readonly (string | number)[],
): AuditedField {
  const fields: FieldNode[] = [];
  for (const key of path.filter((part) => typeof part === 'string')) {
    const within = fields.length === 0 ? operation?.selectionSet : fields.at(-1)?.selectionSet;
    const field = within && fieldIn(within, key, document, new Set());
    if (!field) break;
    fields.push(field);
  }
  const [root] = fields;
  if (!root || !operation) return { action: 'graphql:request' };
  return { action: fields.map(({ name }) => name.value).join('.'), ...targetAndEmail(root, operation, variables) };
}

function fieldIn(
  { selections }: SelectionSetNode,
  key: string,
  document: DocumentNode | undefined,
  visited: Set<string>,
): FieldNode | undefined {
  for (const node of selections) {
    if (node.kind === Kind.FIELD) {
      if ((node.alias ?? node.name).value === key) return node;
      continue;
    }
    if (node.kind === Kind.FRAGMENT_SPREAD && visited.has(node.name.value)) continue;
    if (node.kind === Kind.FRAGMENT_SPREAD) visited.add(node.name.value);
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragmentIn(document, node.name.value);
    const found = fragment && fieldIn(fragment.selectionSet, key, document, visited);
    if (found) return found;
  }
  return undefined;
}

const fragmentIn = (document: DocumentNode | undefined, name: string) =>
  document?.definitions.find(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
  ) as { selectionSet: SelectionSetNode } | undefined;

function targetAndEmail(
  { name, arguments: args = [] }: FieldNode,
  { operation }: OperationDefinitionNode,
  variables: Operation['variables'],
): Pick<AuditedField, 'target' | 'email'> {
  const values = Object.fromEntries(args.map((arg) => [arg.name.value, valueFromASTUntyped(arg.value, variables)]));
  const given = isRecord(values.input) ? { ...values.input, ...values } : recordOf(values);
  const ids = Object.keys(given).filter((key) => /^id$|Id$/.test(key) && key !== 'roleId');
  const key = ids.includes('id') ? 'id' : ids[0];
  const email = claimingMutations.has(name.value) ? given.email : undefined;
  return {
    ...(key !== undefined && { target: { type: typeOf(key, name.value, operation), id: String(given[key]) } }),
    ...(typeof email === 'string' && { email }),
  };
}

/** `userId` is of a user, and so is the `id` of `user` and of `deactivateUser`. */
function typeOf(key: string, field: string, operation: OperationTypeNode): string {
  const ofField = operation === OperationTypeNode.MUTATION ? field.replace(/^[a-z]+/, '') : field;
  const noun = key === 'id' ? ofField : key.slice(0, -'Id'.length);
  const type = noun.charAt(0).toLowerCase() + noun.slice(1);
  return targetTypes[type] ?? type;
}
