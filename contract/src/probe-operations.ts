/** The operations of the probe. A gateway with `OPERATIONS=registered` accepts them as well as those of the console. */
export const probeOperations = {
  signIn: 'mutation ProbeSignIn($input: LoginInput!) { login(input: $input) { __typename } }',
  read: 'query ProbeRead { viewer { user { id email } organisation { id brandName } } }',
  signOut: 'mutation ProbeSignOut { logout { viewer { user { id } } } }',
} as const;
