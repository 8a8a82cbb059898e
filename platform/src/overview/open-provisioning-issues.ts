import { sql } from 'kysely';

/** Whether an issue is open: its user is active and managed, or returned after a review until another review keeps them. */
export const isOpenIssue = sql<boolean>`(
  exists (select from ent_usr where ent_usr.id = provisioning_issue.ent_usr_id
    and ent_usr.ent_org_id = provisioning_issue.ent_org_id and not ent_usr.is_disabled)
  and case kind when 'RETURNED_AFTER_REVIEW' then not exists (
    select from access_review_item inner join access_review on access_review.id = review_id
    where access_review_item.ent_usr_id = provisioning_issue.ent_usr_id
      and access_review.ent_org_id = provisioning_issue.ent_org_id
      and decision <> 'REMOVE' and outcome = 'DONE' and carried_out_at > provisioning_issue.at)
  else exists (
    select from scim_user
    inner join scim_setting on scim_setting.ent_org_id = scim_user.ent_org_id and enabled_at is not null
    where scim_user.ent_usr_id = provisioning_issue.ent_usr_id
      and scim_user.ent_org_id = provisioning_issue.ent_org_id and managed_at is not null) end)`;

/** Whether a cause still holds for its user, who is active and managed. */
export const isOpenCause = sql<boolean>`(exists (select from ent_usr
    inner join scim_user on scim_user.ent_usr_id = ent_usr.id and managed_at is not null
    inner join scim_setting on scim_setting.ent_org_id = scim_user.ent_org_id and enabled_at is not null
    inner join ent_org on ent_org.id = ent_usr.ent_org_id
    where ent_usr.id = provisioning_cause.ent_usr_id and ent_org.id = provisioning_cause.ent_org_id
      and scim_user.ent_org_id = ent_org.id and not ent_usr.is_disabled
      and case kind when 'UNKNOWN_ROLE' then ent_usr.role_id is not distinct from provisioning_cause.role_id
        else split_part(lower(ent_usr.email), '@', 2) = provisioning_cause.value
          and provisioning_cause.value <> all (regexp_split_to_array(lower(email_domain), '[,;[:space:]]+')) end)
  and (kind <> 'UNKNOWN_ROLE' or not exists (select from scim_role
    where scim_role.ent_org_id = provisioning_cause.ent_org_id and scim_role.value = provisioning_cause.value)))`;
