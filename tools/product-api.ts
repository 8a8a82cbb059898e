/** Part of the build: writes platform/dist/openapi.json, and docs/product-api.md for readers. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '@console/contract/api-document/openapi';
import { productApiMarkdown } from '@console/contract/api-document/product-api-markdown';
import { root } from './steps.ts';

mkdirSync(join(root, 'platform/dist'), { recursive: true });
writeFileSync(join(root, 'platform/dist/openapi.json'), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
writeFileSync(join(root, 'docs/product-api.md'), productApiMarkdown());
