import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './sandbox.css';
import { GraphiQL } from 'graphiql';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readyOperations } from './readyOperations.ts';
import { sandboxFetcher } from './sandboxFetcher.ts';

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <h1 className="sandbox-title">GraphQL sandbox</h1>
      {/* Headers may contain an API key: they are not stored. */}
      <GraphiQL
        fetcher={sandboxFetcher}
        defaultTabs={readyOperations}
        defaultHeaders={'{\n  \n}'}
        shouldPersistHeaders={false}
        showPersistHeadersSettings={false}
      />
    </StrictMode>,
  );
