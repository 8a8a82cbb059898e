/** A node of the syntax tree. */
interface Node {
  type: string;
  [key: string]: unknown;
}

export interface PageModules {
  /** The router's pattern: `/O/:orgId/user`. */
  path: string;
  /** Behind the session guard. */
  guarded: boolean;
  /** The modules of its lazy routes, from the outermost to the page itself; relative to the routes' file. */
  modules: string[];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** The top-level declarations by name. */
function declared(program: Node): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const statement of program.body as Node[]) {
    const declaration = (statement.declaration ?? statement) as Node;
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations as { id: Node; init: unknown }[])
      if (isNode(init)) found.set(String(id.name), init);
  }
  return found;
}

/** Every `import('…')` in an expression, and in the declarations that it names. */
function imports(node: Node, names: Map<string, Node>, seen = new Set<Node>()): string[] {
  if (seen.has(node)) return [];
  seen.add(node);
  if (node.type === 'ImportExpression') return [String((node.source as Node).value)];
  const named = node.type === 'Identifier' ? names.get(String(node.name)) : undefined;
  return [...(named ? [named] : []), ...childrenOf(node)].flatMap((child) => imports(child, names, seen));
}

const propertyOf = (route: Node, name: string): Node | undefined =>
  (route.properties as { key: Node; value: Node }[]).find(({ key }) => key.name === name)?.value;

const elementName = (element: Node | undefined): unknown =>
  ((element?.openingElement as Node | undefined)?.name as Node | undefined)?.name;

/** The target of `<Navigate to="…">`. */
const leadsTo = (element: Node | undefined): unknown =>
  ((element?.openingElement as Node | undefined)?.attributes as { name: Node; value: Node }[] | undefined)?.find(
    ({ name }) => name.name === 'to',
  )?.value.value;

/** Reads the addresses and their modules out of the routes' source; `routes` is an array of object literals there. */
export function pagesOf(program: Node): PageModules[] {
  const names = declared(program);
  const pages: PageModules[] = [];
  let first: unknown;
  const walk = (list: Node | undefined, guarded: boolean, modules: string[]): void => {
    for (const route of (list?.elements ?? []) as Node[]) {
      const element = propertyOf(route, 'element');
      const lazy = propertyOf(route, 'lazy');
      const path = propertyOf(route, 'path')?.value;
      const own = [...modules, ...(lazy ? imports(lazy, names) : [])];
      const behind = guarded || elementName(element) === 'SessionGuard';
      if (propertyOf(route, 'index') && elementName(element) === 'Navigate') first = leadsTo(element);
      if (typeof path === 'string' && lazy) pages.push({ path, guarded: behind, modules: own });
      walk(propertyOf(route, 'children'), behind, own);
    }
  };
  walk(names.get('routes'), false, []);
  const home = pages.find(({ path }) => path === first);
  return home ? [{ ...home, path: '/' }, ...pages] : pages;
}
