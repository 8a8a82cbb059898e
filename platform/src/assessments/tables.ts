import { copied, finds, ofOrganisation, table } from '../core/database/table.ts';

export const assessmentTables = {
  asmt: table({
    id: copied.id,
    guid: ofOrganisation.uuid.nullable(),
    ent_org_id: finds.integer,
    title: copied.text,
    model_title: ofOrganisation.text.nullable(),
    description: ofOrganisation.text.nullable(),
    audit_type: ofOrganisation.text.nullable(),
    audit_status: copied.text,
    assessor_id: finds.integer.nullable(),
    auditee_id: finds.integer.nullable(),
    start_date: copied.timestamp.nullable(),
    end_date: copied.timestamp.nullable(),
    actual_start_date: ofOrganisation.timestamp.nullable(),
    actual_end_date: ofOrganisation.timestamp.nullable(),
    response_pending_count: ofOrganisation.integer.default(0),
    response_completed_count: ofOrganisation.integer.default(0),
    evaluation_pending_count: ofOrganisation.integer.default(0),
    evaluation_completed_count: ofOrganisation.integer.default(0),
    total_cntrls_count: ofOrganisation.integer.default(0),
    created_at: copied.timestamp,
    updated_at: ofOrganisation.timestamp,
  })({
    person: [
      { as: 'assessmentsAsAssessor', by: 'assessor_id' },
      { as: 'assessmentsAsAuditee', by: 'auditee_id' },
    ],
    erased: { stays: 'Data of an organisation' },
  }),
};
