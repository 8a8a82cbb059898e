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
