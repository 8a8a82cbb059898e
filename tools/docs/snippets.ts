import { stripIgnoredCharacters } from 'graphql';
import { capitalised } from './markup.ts';
import type { ReadyOperation } from './operations.ts';

export const languages = { curl: 'curl', fetch: 'JavaScript', python: 'Python', typescript: 'TypeScript' } as const;

type Language = keyof typeof languages;
export const languageNames = Object.keys(languages) as Language[];

const json = (value: unknown, indent = 2): string => JSON.stringify(value, null, indent);

const literal = (value: unknown): string => json(value).replace(/"(\w+)":/g, '$1:');

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

const curl = ({ document, variables, file, kind, name }: ReadyOperation): string => {
  const body = JSON.stringify({ query: stripIgnoredCharacters(document), variables });
  const lines = ['curl "$CONSOLE_URL/graphql" \\', '  -H "authorization: Bearer $API_KEY" \\'];
  if (kind === 'mutation') lines.push(`  -H 'idempotency-key: docs-${name}' \\`);
  if (file)
    return [
      ...lines,
      `  -F 'operations=${body}' \\`,
      `  -F 'map={"0":["variables.${file}"]}' \\`,
      "  -F '0=@users.csv;type=text/csv'",
    ].join('\n');
  return [...lines, "  -H 'content-type: application/json' \\", "  --data-binary @- <<'JSON'", body, 'JSON'].join('\n');
};

const javascript = ({ document, variables, file, kind, name }: ReadyOperation): string => {
  const key = kind === 'mutation' ? `\n    'idempotency-key': 'docs-${name}',` : '';
  const type = file ? '' : "\n    'content-type': 'application/json',";
  const form = file
    ? `const body = new FormData();
body.append('operations', JSON.stringify({ query, variables }));
body.append('map', JSON.stringify({ 0: ['variables.${file}'] }));
body.append('0', new Blob([await readFile('users.csv')], { type: 'text/csv' }), 'users.csv');

`
    : '';
  return `${file ? "import { readFile } from 'node:fs/promises';\n\n" : ''}const query = \`
  ${indented(document)}
\`;
const variables = ${literal(variables)};

${form}const response = await fetch(\`\${process.env.CONSOLE_URL}/graphql\`, {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.API_KEY}\`,${key}${type}
  },
  body${file ? '' : ': JSON.stringify({ query, variables })'},
});
const result = await response.json();
console.log(JSON.stringify(result, null, 2));`;
};

/** A value as a Python literal, in which true, false and null have other names. */
const pythonLiteral = (value: unknown): string =>
  json(value, 4).replace(
    /("(?:[^"\\]|\\.)*")|\b(true|false|null)\b/g,
    (_match, text: string | undefined, word: string) =>
      text ?? ({ true: 'True', false: 'False', null: 'None' } as Record<string, string>)[word] ?? word,
  );

const python = ({ document, variables, file, kind, name }: ReadyOperation): string => {
  const headers = [
    '    "authorization": f"Bearer {os.environ[\'API_KEY\']}",',
    ...(kind === 'mutation' ? [`    "idempotency-key": "docs-${name}",`] : []),
    ...(file ? [] : ['    "content-type": "application/json",']),
  ].join('\n');
  const start = `import json
import os
${file ? '\nimport requests\n' : 'import urllib.request\n'}
query = """
${document}
"""
variables = ${pythonLiteral(variables)}
headers = {
${headers}
}
url = os.environ["CONSOLE_URL"] + "/graphql"
`;
  if (file)
    return `${start}fields = {
    "operations": json.dumps({"query": query, "variables": variables}),
    "map": json.dumps({"0": ["variables.${file}"]}),
}
with open("users.csv", "rb") as users:
    files = {"0": ("users.csv", users, "text/csv")}
    print(requests.post(url, headers=headers, data=fields, files=files).json())`;
  return `${start}body = json.dumps({"query": query, "variables": variables}).encode()
request = urllib.request.Request(url, body, headers)
with urllib.request.urlopen(request) as response:
    print(json.load(response))`;
};

const typescript = ({ document, variables, file, kind, name }: ReadyOperation): string => {
  const constant = capitalised(name);
  const shown = file
    ? literal(variables).replace(
        `${file}: null`,
        `${file}: new Blob([await readFile('users.csv')], { type: 'text/csv' })`,
      )
    : literal(variables);
  const key = kind === 'mutation' ? `, { idempotencyKey: 'docs-${name}' }` : '';
  return `${file ? "import { readFile } from 'node:fs/promises';\n" : ''}import { graphql } from './gql/gql.ts';
import { send } from './send.ts';

const ${constant} = graphql(\`
  ${indented(document)}
\`);
const data = await send(${constant}, ${shown}${key});
console.log(data);`;
};

export const snippetOf: Readonly<Record<Language, (operation: ReadyOperation) => string>> = {
  curl,
  fetch: javascript,
  python,
  typescript,
};
