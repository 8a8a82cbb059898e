import { assessmentEditorUrl } from '../base/suite-modules.ts';
import { authorize, isAllowed } from '../core/caller.ts';
import { payloadOrganisation } from '../core/payloads.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { connectionIn } from '../product-api/paging.ts';
import { idOf, isoTimeOf, textOf } from '../product-api/shape.ts';
import { assessmentStatusOf, isOverdue, progressOf } from './assessment.ts';
import { changeAssessmentStatus } from './change-status.ts';
import { assessmentList, readSubscribedModels } from './organisation-details.ts';
import { readAssessment } from './read-assessment.ts';

export const assessmentsResolvers: Resolvers = {
  Query: {
    async assessment(_root, { id }, { api }) {
      // For several organisations, requires a role with access to all of them.
      await authorize(api, 'assessments:view', '');
      return readAssessment(api, String(id).trim());
    },
  },

  Mutation: {
    changeAssessmentStatus: (_root, args, context) => changeAssessmentStatus(context, args),
  },

  Organisation: {
    async assessments({ id }, args, context) {
      const organisationId = idOf(id) ?? '';
      await authorize(context.api, 'assessments:view', organisationId);
      return connectionIn(await assessmentList(context, organisationId, args), args);
    },
    async models({ id }, _args, { api }) {
      const organisationId = idOf(id) ?? '';
      await authorize(api, 'assessments:view', organisationId);
      return readSubscribedModels(api, organisationId);
    },
  },

  Assessment: {
    id: ({ id }) => idOf(id) ?? '',
    guid: ({ guid }) => textOf(guid),
    title: ({ title }) => textOf(title) ?? '',
    modelTitle: ({ model_title }) => textOf(model_title),
    description: ({ description }) => textOf(description),
    auditType: ({ audit_type }) => textOf(audit_type),
    status: assessmentStatusOf,
    assessorName: ({ assessor_name }) => textOf(assessor_name),
    auditeeName: ({ auditee_name }) => textOf(auditee_name),
    startDate: ({ start_date }) => isoTimeOf(start_date),
    endDate: ({ end_date }) => isoTimeOf(end_date),
    actualStartDate: ({ actual_start_date }) => isoTimeOf(actual_start_date),
    actualEndDate: ({ actual_end_date }) => isoTimeOf(actual_end_date),
    createdAt: ({ created_at }) => isoTimeOf(created_at),
    progress: progressOf,
    overdue: (assessment, _args, { services }) => isOverdue(assessment, services.clock()),
    editUrl: ({ guid, id }, _args, { api }) => assessmentEditorUrl(textOf(guid) ?? idOf(id) ?? '', api.settings),
    viewerCanChangeStatus: (_assessment, _args, { api }) => isAllowed(api, 'assessments:changeStatus', ''),
  },

  ChangeAssessmentStatusPayload: {
    assessment: ({ assessment }) => assessment(),
    organisation: payloadOrganisation,
  },
};
