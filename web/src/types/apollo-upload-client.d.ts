// The package describes its types in comments only.
declare module 'apollo-upload-client/UploadHttpLink.mjs' {
  import type { ApolloLink } from '@apollo/client';

  interface UploadHttpLinkOptions {
    uri: string;
    credentials: RequestCredentials;
    fetch: typeof fetch;
  }

  const UploadHttpLink: new (options: UploadHttpLinkOptions) => ApolloLink;

  // biome-ignore lint/style/noDefaultExport: That is how the package exports it.
  export { UploadHttpLink as default };
}
