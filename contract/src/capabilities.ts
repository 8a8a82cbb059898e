/** Support beyond the specification, by the names of `capabilities`. Names keep their meaning: neighbouring releases work together. */
export const capabilities = {
  extensions:
    'All calls under `/consoles/ext/`, and what is described as an extension. `login` checks the password before a passcode is sent. Strings are returned as they are stored, not escaped for HTML. `update_org_user` and `update_config` change only the given fields. A write with `expected_updated_at` or `expected_state` is refused if the object has another one now. `mapping_exists` looks in both directions. `org_detail` without `org_id` returns the caller’s organisation. `activate_deactivate_user` and `enable_disable_org` take the state to set, and check the conditions in the same transaction as the change. The activity log has the refusals of calls, except for reads by the gateway.',
  extensions_1_1: 'What is described as an extension of release 1.1.0.',
  confirmed_activation:
    'Activating a user and enabling an organisation require a confirmation, as deactivating and disabling do (setting `REQUIRE_PASSWORD_ON_ACTIVATE` of the platform).',
} as const;

export type Capability = keyof typeof capabilities;
