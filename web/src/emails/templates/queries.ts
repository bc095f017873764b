import { queryOptions } from '@tanstack/react-query';
import type { Email } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { emailsKey } from '../queries.ts';

const templatesKey = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'templates'];

/** The newsletter's templates, by name. */
export const templatesQuery = (here: Here) =>
  queryOptions({
    queryKey: templatesKey(here),
    queryFn: async () => (await here.api.get('/v1/templates', { query: { page_size: 1000 } })).results,
  });

/** The last two issues that were sent, latest first. Second tries are not issues. */
export const lastIssuesQuery = (here: Here) =>
  queryOptions({
    queryKey: [...emailsKey(here), 'last issues'],
    queryFn: async (): Promise<Email[]> => {
      const query = { status: ['sent' as const], ordering: '-publish_date' as const, page_size: 10 };
      const { results } = await here.api.get('/v1/emails', { query });
      return results.filter(({ second_try_of }) => second_try_of === null).slice(0, 2);
    },
  });
