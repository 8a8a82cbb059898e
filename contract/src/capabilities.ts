/**
 * What a product API may have beyond the specification, by the name in the answer of `capabilities`. A name keeps its meaning: what a later release adds gets one
 * name of its own, because a gateway and a platform of neighbouring releases work together.
 */
export const capabilities = {
  extensions:
    'the extensions of release 0.1.0. `login` checks the password before the passcode is sent; texts are answered as they are stored, and not escaped for HTML; `update_org_user` and `update_config` change only what they are given; a write with `expected_updated_at` or `expected_state` is refused when that has changed; `mapping_exists` looks in both directions; `org_detail` without `org_id` answers the caller’s organisation; `activate_deactivate_user` and `enable_disable_org` take the state that is wanted, and check what forbids it together with the change; the refusals of a call are in the audit log, but for those of reads by the gateway',
  extensions_2: 'the extensions that were added since',
  confirmed_activation:
    'activating a user and enabling an organisation are refused without a confirmation, as deactivating is (`REQUIRE_PASSWORD_ON_ACTIVATE` of the platform)',
} as const;

/** The name of a capability. */
export type Capability = keyof typeof capabilities;
