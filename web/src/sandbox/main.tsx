import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './sandbox.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { removeStoredQueries } from './layoutStorage.ts';
import { linkedOperation } from './linkedOperation.ts';
import { Sandbox } from './Sandbox.tsx';

removeStoredQueries();
const root = document.getElementById('root');
const linked = await linkedOperation(location.hash);
if (root)
  createRoot(root).render(
    <StrictMode>
      <Sandbox linked={linked} />
    </StrictMode>,
  );
