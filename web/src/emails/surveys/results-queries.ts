import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../accounts/newsletters.ts';

// Below the key of surveys, so that results are fetched again with them.
const key = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'surveys'];

/** The number of readers who chose each answer of a survey. */
export const resultsQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...key(here), id, 'results'],
    queryFn: () => here.api.get('/v1/surveys/{id}/results', { params: { id } }),
  });

/** Queries the texts that readers wrote for this survey, latest first, and for this email if there is one. */
export const textsQuery = (here: Here, survey_id: string, email_id?: string) =>
  queryOptions({
    queryKey: [...key(here), survey_id, 'texts', email_id ?? ''],
    queryFn: async () => {
      const query = { survey_id: [survey_id], page_size: 200, ...(email_id && { email_id: [email_id] }) };
      const { results } = await here.api.get('/v1/survey_responses', { query });
      return results.filter(({ text }) => text !== '');
    },
  });

/** The surveys of an email, with its readers' answers. */
export const askedQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...key(here), 'asked', id],
    queryFn: async () => (await here.api.get('/v1/emails/{id}/surveys', { params: { id } })).results,
  });
