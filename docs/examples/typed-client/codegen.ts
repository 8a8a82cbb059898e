import type { CodegenConfig } from '@graphql-codegen/cli';

const { CONSOLE_URL = 'http://localhost:3000', API_KEY } = process.env;

const config: CodegenConfig = {
  // In production the console gives its schema only to callers with a key or a session.
  schema: { [`${CONSOLE_URL}/schema.graphql`]: { headers: { authorization: `Bearer ${API_KEY}` } } },
  documents: ['src/**/*.ts', '!src/gql/**'],
  generates: {
    'src/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string',
        scalars: { DateTime: 'string', ID: 'string', Upload: 'Blob' },
        strictScalars: true,
        enumsAsTypes: true,
        useTypeImports: true,
        importExtension: '.ts',
      },
    },
  },
};
export default config;
