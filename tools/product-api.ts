/** `npm run product-api`: writes docs/product-api.md. With `openapi`, as the build does, platform/dist/openapi.json. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openApiDocument } from '@console/contract/api-document/openapi';
import { productApiMarkdown } from '@console/contract/api-document/product-api-markdown';
import { root } from './steps.ts';

const [file, text] =
  process.argv[2] === 'openapi'
    ? ['platform/dist/openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`]
    : ['docs/product-api.md', productApiMarkdown()];
mkdirSync(dirname(join(root, file)), { recursive: true });
writeFileSync(join(root, file), text);
